import type { Db } from '../../platform/db/handle.ts'
import type { DictionaryTables, InterestMarket } from './tables.ts'

/** An option of a group, with its labels in both languages. */
export type Entry = { value: string; labelZh: string; labelEn: string }

export type Tag = Entry & { market: InterestMarket }

/** The whole dictionary: it is small and read far more often than it changes. */
export type Snapshot = { groups: Map<string, Entry[]>; trees: Map<string, TreeNode>; tags: Tag[] }

/** An option with its own options, in order. */
export type TreeNode = Entry & { children: TreeNode[] }

/** Reads all groups and tags, each in its shown order. */
export async function readDictionary(db: Db): Promise<Snapshot> {
  const tables = db.withTables<DictionaryTables>()
  const [entries, nodes, tags] = await Promise.all([
    tables.selectFrom('dictionary_entries').selectAll().orderBy('group_name').orderBy('position').execute(),
    tables.selectFrom('dictionary_nodes').selectAll().orderBy('group_name').orderBy('position').execute(),
    tables.selectFrom('interest_tags').selectAll().orderBy('position').execute(),
  ])
  const groups = new Map<string, Entry[]>()
  for (const row of entries) {
    const group = groups.get(row.group_name) ?? []
    group.push({ value: row.value, labelZh: row.label_zh, labelEn: row.label_en })
    groups.set(row.group_name, group)
  }
  return {
    groups,
    trees: treesOf(nodes),
    tags: tags.map((row) => ({ value: row.id, labelZh: row.label_zh, labelEn: row.label_en, market: row.market })),
  }
}

/** Trees by group; `rows` are in the shown order of each level. */
function treesOf(rows: DictionaryTables['dictionary_nodes'][]): Map<string, TreeNode> {
  const keyOf = (group: string, value: string) => `${group}\n${value}`
  const nodes = new Map<string, TreeNode>()
  for (const row of rows)
    nodes.set(keyOf(row.group_name, row.value), {
      value: row.value,
      labelZh: row.label_zh,
      labelEn: row.label_en,
      children: [],
    })
  const trees = new Map<string, TreeNode>()
  for (const row of rows) {
    const node = nodes.get(keyOf(row.group_name, row.value))!
    if (row.parent === null) trees.set(row.group_name, node)
    else nodes.get(keyOf(row.group_name, row.parent))?.children.push(node)
  }
  return trees
}
