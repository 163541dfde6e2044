import { z } from 'zod'
import { route } from '../kit/route.ts'

/**
 * Option groups with labels in both languages. On the wire `dictKey` is the label in the reader's language and
 * `dictValue` the value; both labels ride along so that a client may switch language without asking again.
 */

/** The groups the compute market uses (b-markets 7). */
export const COMPUTE_GROUPS = ['cpuAndRam', 'diskSize', 'bandwidth', 'OS', 'servePeriod', 'GPU'] as const
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

/** Trees of the talent market: each group's options are the children of its node, a technical field's skills are its own. */
export const TREE_GROUPS = ['work_exp', 'technical_field', 'working_hour', 'identity'] as const
export type TreeGroup = (typeof TREE_GROUPS)[number]

const TreeBranch = DictionaryEntry.extend({ children: z.array(DictionaryEntry) })
/** A group with its options, and theirs: three levels at most. */
export const DictionaryTree = DictionaryEntry.extend({ children: z.array(TreeBranch) })

export const getDictionaryTree = route({
  id: 'dictionary.get-tree',
  method: 'GET',
  path: '/api/manpower/sys-dict/dict-key-group/{key}/tree',
  summary: 'A group of the talent market with its options as children',
  auth: 'none',
  params: z.object({ key: z.string().max(40) }),
  ok: DictionaryTree,
  errors: ['resource.not-found'],
})

export const INTEREST_MARKETS = ['compute', 'code', 'talent'] as const
/** `market`: what the tag is about; a person's tags decide what their home page begins with. */
export const InterestTag = z.object({
  id: z.string(),
  dictValue: z.string(),
  labelZh: z.string(),
  labelEn: z.string(),
  market: z.enum(INTEREST_MARKETS),
})

export const listInterestTags = route({
  id: 'dictionary.list-interest-tags',
  method: 'GET',
  path: '/api/consumer/system/get/interest/tag',
  summary: 'Interest tags to choose from',
  auth: 'user',
  ok: z.array(InterestTag),
})

export const dictionaryRoutes = [listComputeGroups, getComputeGroup, getDictionaryTree, listInterestTags] as const
