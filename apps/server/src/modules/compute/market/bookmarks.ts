import type { MarketPlace } from './cursor.ts'

/** The card at a position (counted from 1) of a filtered order. */
export type Bookmark = { position: number; place: MarketPlace }

/** A deep page number may begin where it began up to this long ago; a cursor is exact always. */
const FRESH_MS = 10_000
const MAX_LISTS = 500
const MAX_MARKS = 1_000

/**
 * Places met on deep pages, so that the page numbers of the specification need not walk from the start each time.
 * Kept in the process: another one lays its own.
 */
export function createBookmarks(clockMs: () => number) {
  const lists = new Map<string, { laidMs: number; marks: Bookmark[] }>()
  return {
    /** The last mark at or before a position. */
    find(list: string, position: number): Bookmark | undefined {
      const known = lists.get(list)
      if (!known || clockMs() - known.laidMs > FRESH_MS) return undefined
      return known.marks[upTo(known.marks, position) - 1]
    },
    lay(list: string, mark: Bookmark): void {
      const now = clockMs()
      let known = lists.get(list)
      if (!known || now - known.laidMs > FRESH_MS || known.marks.length >= MAX_MARKS) {
        if (lists.size >= MAX_LISTS) lists.clear()
        known = { laidMs: now, marks: [] }
        lists.set(list, known)
      }
      known.marks.splice(upTo(known.marks, mark.position), 0, mark)
    },
  }
}

/** How many marks lie at or before the position. */
function upTo(marks: Bookmark[], position: number): number {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (marks[middle]!.position <= position) low = middle + 1
    else high = middle
  }
  return low
}
