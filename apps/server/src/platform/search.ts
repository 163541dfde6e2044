/**
 * Text search in Chinese and English (0064-search.sql): bigrams of Chinese and beginnings of English words narrow by a GIN
 * index, and the text itself decides. A module keeps a table of `key`, `body` and `words` beside its rows.
 */
export type SearchTable = { table: string; key: string }

/** SQL that is true of rows whose text holds what is asked; `asked` is a placeholder. */
export function searchCondition(column: string, { table, key }: SearchTable, asked: string): string {
  return `${column} in (select ${key} from ${table} where words @@ search_query(${asked}) and search_holds(body, ${asked}))`
}
