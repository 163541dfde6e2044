import { COMPUTE_GROUPS, TREE_GROUPS } from '@trove/contract/dictionary/routes'
import { requireThat } from '@trove/contract/errors/codes'
import type { Db } from '../../platform/db/handle.ts'
import { type Entry, readDictionary, type Snapshot, type Tag, type TreeNode } from './store.ts'

/** How long a process may answer from what it read before, in milliseconds. */
const CACHE_MS = 30_000

export type Language = 'zh-CN' | 'en'
export type WireEntry = { dictKey: string; dictValue: string; labelZh: string; labelEn: string }
export type WireTree<Child> = WireEntry & { children: Child[] }
type Tree = WireTree<WireTree<WireEntry>>
export type WireTag = { id: string; dictValue: string; labelZh: string; labelEn: string; market: Tag['market'] }

export type DictionaryService = {
  /** Every group of the compute market, labelled in the reader's language. */
  listComputeGroups(language: Language): Promise<Record<string, WireEntry[]>>
  /** @throws resource.not-found for a group there is not */
  getComputeGroup(group: string, language: Language): Promise<WireEntry[]>
  /** @throws resource.not-found for a group there is not */
  getTree(group: string, language: Language): Promise<Tree>
  listInterestTags(language: Language): Promise<WireTag[]>
  findInterestTags(ids: string[], language: Language): Promise<WireTag[]>
  hasOption(group: string, value: string): Promise<boolean>
  /** Options of a group of the talent market, as they are stored. */
  readTree(group: string): Promise<readonly TreeNode[]>
}

/** Reads of the dictionary, from a copy in the process that is at most 30 seconds old. */
export function createDictionaryService(db: Db): DictionaryService {
  const snapshot = cached(() => readDictionary(db), CACHE_MS)
  return {
    async listComputeGroups(language) {
      const { groups } = await snapshot()
      return Object.fromEntries(
        COMPUTE_GROUPS.map((group) => [group, (groups.get(group) ?? []).map((entry) => toWire(entry, language))]),
      )
    },
    async getComputeGroup(group, language) {
      requireThat((COMPUTE_GROUPS as readonly string[]).includes(group), 'resource.not-found')
      const { groups } = await snapshot()
      return (groups.get(group) ?? []).map((entry) => toWire(entry, language))
    },
    async getTree(group, language) {
      requireThat((TREE_GROUPS as readonly string[]).includes(group), 'resource.not-found')
      const tree = (await snapshot()).trees.get(group)
      requireThat(tree, 'resource.not-found')
      return toWireTree(tree, language) as Tree
    },
    async listInterestTags(language) {
      return (await snapshot()).tags.map((tag) => toWireTag(tag, language))
    },
    async findInterestTags(ids, language) {
      const { tags } = await snapshot()
      const byId = new Map(tags.map((tag) => [tag.value, tag]))
      return [...new Set(ids)].flatMap((id) => {
        const tag = byId.get(id)
        return tag ? [toWireTag(tag, language)] : []
      })
    },
    readTree: async (group) => (await snapshot()).trees.get(group)?.children ?? [],
    async hasOption(group, value) {
      const { groups } = await snapshot()
      return (groups.get(group) ?? []).some((entry) => entry.value === value)
    },
  }
}

function label(entry: Entry, language: Language): string {
  return language === 'en' ? entry.labelEn : entry.labelZh
}

function toWire(entry: Entry, language: Language): WireEntry {
  return {
    dictKey: label(entry, language),
    dictValue: entry.value,
    labelZh: entry.labelZh,
    labelEn: entry.labelEn,
  }
}

function toWireTree(node: TreeNode, language: Language): WireTree<unknown> {
  return { ...toWire(node, language), children: node.children.map((child) => toWireTree(child, language)) }
}

function toWireTag(tag: Tag, language: Language): WireTag {
  const { value: id, labelZh, labelEn, market } = tag
  return { id, dictValue: label(tag, language), labelZh, labelEn, market }
}

/** Remembers an answer for a while; parallel first calls share one read, and a failed read is not remembered. */
function cached(read: () => Promise<Snapshot>, milliseconds: number): () => Promise<Snapshot> {
  let kept: { at: number; answer: Promise<Snapshot> } | undefined
  return () => {
    if (kept && performance.now() - kept.at < milliseconds) return kept.answer
    const answer = read()
    kept = { at: performance.now(), answer }
    answer.catch(() => {
      kept = undefined
    })
    return answer
  }
}
