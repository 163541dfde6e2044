/** How pages asked for by number follow each other, `size` rows each: the next one's number, none after the last. */
export const pageAfter =
  (size: number) =>
  (last: { totalElements: number }, all: readonly unknown[]): number | undefined =>
    all.length * size < last.totalElements ? all.length : undefined

type Page<Row> = { content: readonly Row[] }

/** Rows of all loaded pages, each once: what came since pushes rows onto the next page, where they come once more. */
export function rowsOf<Row>(pages: readonly Page<Row>[] | undefined, keyOf: (row: Row) => string): Row[] {
  return eachOnce(
    (pages ?? []).flatMap((page) => page.content),
    keyOf,
  )
}

/** Each row once, at its first place and as it came last. */
export function eachOnce<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}
