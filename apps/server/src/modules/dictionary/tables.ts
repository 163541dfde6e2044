export type InterestMarket = 'talent' | 'code' | 'compute'

/** Tables of the dictionary (migrations 0010 and 0062). */
export type DictionaryTables = {
  dictionary_entries: { group_name: string; value: string; label_zh: string; label_en: string; position: number }
  dictionary_nodes: {
    group_name: string
    value: string
    parent: string | null
    label_zh: string
    label_en: string
    position: number
  }
  interest_tags: { id: string; market: InterestMarket; label_zh: string; label_en: string; position: number }
}
