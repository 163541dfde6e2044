/**
 * Text search in Chinese and English (0064-search.sql): bigrams of Chinese and beginnings of English words narrow by a GIN
 * index, and the text itself decides. A module keeps a table of `key`, `body` and `words` beside its rows.
 */
export type SearchTable = { table: string; key: string }

const LONG_HAN = /[\u3400-\u4dbf\u4e00-\u9fff]{3}/

/**
 * Whether the index alone cannot tell that a text holds what is asked: bigrams of three characters may stand apart. Looking
 * at every text again costs ten times the search of a common word.
 */
export const needsRecheck = (asked: string): boolean => LONG_HAN.test(asked.normalize('NFKC'))

/** SQL that is true of rows whose text holds what is asked; `asked` is a placeholder of `text`. */
export function searchCondition(column: string, { table, key }: SearchTable, asked: string, text: string): string {
  const recheck = needsRecheck(text) ? ` and search_holds(body, ${asked})` : ''
  return `${column} in (select ${key} from ${table} where words @@ search_query(${asked})${recheck})`
}
