import { z } from 'zod'
import { route } from './kit/route.ts'

/**
 * Option groups with labels in both languages. On the wire `dictKey` is the label in the reader's language and
 * `dictValue` the value; both labels ride along so that a client may switch language without asking again.
 */

/** The groups the compute market uses (b-markets 7). */
export const COMPUTE_GROUPS = ['cpuAndRam', 'diskSize', 'bandwidth', 'OS', 'servePeriod'] as const
export type ComputeGroup = (typeof COMPUTE_GROUPS)[number]

export const DictionaryEntry = z.object({
  dictKey: z.string(),
  dictValue: z.string(),
  labelZh: z.string(),
  labelEn: z.string(),
})

export const listComputeGroups = route({
  id: 'dictionary.list-compute-groups',
  method: 'GET',
  path: '/api/computing/sys/dict/groups',
  summary: 'All option groups of the compute market',
  auth: 'none',
  ok: z.record(z.string(), z.array(DictionaryEntry)),
})

export const getComputeGroup = route({
  id: 'dictionary.get-compute-group',
  method: 'GET',
  path: '/api/computing/sys/dict/group/{group}',
  summary: 'One option group of the compute market',
  auth: 'none',
  params: z.object({ group: z.string().max(40) }),
  ok: z.array(DictionaryEntry),
  errors: ['resource.not-found'],
})

export const InterestTag = z.object({ id: z.string(), dictValue: z.string(), labelZh: z.string(), labelEn: z.string() })

export const listInterestTags = route({
  id: 'dictionary.list-interest-tags',
  method: 'GET',
  path: '/api/consumer/system/get/interest/tag',
  summary: 'Interest tags to choose from',
  auth: 'user',
  ok: z.array(InterestTag),
})

export const dictionaryRoutes = [listComputeGroups, getComputeGroup, listInterestTags] as const
