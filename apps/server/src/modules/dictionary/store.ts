import type { Db } from '../../platform/db/handle.ts'
import type { DictionaryTables } from './tables.ts'

/** An option of a group, or an interest tag, with its labels in both languages. */
export type Entry = { value: string; labelZh: string; labelEn: string }

/** The whole dictionary: it is small and read far more often than it changes. */
export type Snapshot = { groups: Map<string, Entry[]>; tags: Entry[] }

/** Reads all groups and tags, each in its shown order. */
export async function readDictionary(db: Db): Promise<Snapshot> {
  const tables = db.withTables<DictionaryTables>()
  const [entries, tags] = await Promise.all([
    tables.selectFrom('dictionary_entries').selectAll().orderBy('group_name').orderBy('position').execute(),
    tables.selectFrom('interest_tags').selectAll().orderBy('position').execute(),
  ])
  const groups = new Map<string, Entry[]>()
  for (const row of entries) {
    const group = groups.get(row.group_name) ?? []
    group.push({ value: row.value, labelZh: row.label_zh, labelEn: row.label_en })
    groups.set(row.group_name, group)
  }
  return { groups, tags: tags.map((row) => ({ value: row.id, labelZh: row.label_zh, labelEn: row.label_en })) }
}
