/** Tables of the dictionary (migration 0010). */
export type DictionaryTables = {
  dictionary_entries: { group_name: string; value: string; label_zh: string; label_en: string; position: number }
  interest_tags: { id: string; market: string; label_zh: string; label_en: string; position: number }
}
