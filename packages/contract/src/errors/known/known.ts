import type { ErrorCode } from '../codes.ts'

/**
 * The table of all codes for a page, which meets refusals seldom: it is fetched with the first one, or ahead. Every refusal of a
 * server waits for it (`client.ts`).
 */

type Table = typeof import('../all.ts')
let table: Table | undefined

/** Fetches it once; undefined where it cannot be had, and then it is asked for again the next time. */
export async function fetchCodes(): Promise<Table | undefined> {
  table ??= await import('../all.ts').catch(() => undefined)
  return table
}

/** Of a code that a page throws itself before the table is there, its words say what it is. */
const WORDS: [RegExp, number][] = [
  [/^service\.|\.unavailable$/, 503],
  [/\.not-found$/, 404],
]

/** The HTTP status of a code, as far as it is known here. */
export function knownStatus(code: ErrorCode): number | undefined {
  return table ? table.statusOf(code) : WORDS.find(([words]) => words.test(code))?.[1]
}
