import { text } from 'node:stream/consumers'

/** Rows of a CSV text (RFC 4180): fields may be quoted, and hold commas, quotes and line breaks. */
export function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g
  for (const [all, quoted, plain, end] of csv.matchAll(fields)) {
    if (all === '') break
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

if (import.meta.main) {
  const [names = [], ...rows] = rowsOf(await text(process.stdin))
  for (const row of rows) console.log(JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i] ?? '']))))
}
