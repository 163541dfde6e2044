import { LRUCache } from 'lru-cache'
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
export function createBookmarks() {
  const lists = new LRUCache<string, Bookmark[]>({ max: MAX_LISTS, ttl: FRESH_MS, ttlResolution: 0 })
  return {
    /** The last mark at or before a position. */
    find(list: string, position: number): Bookmark | undefined {
      const known = lists.get(list)
      return known?.[upTo(known, position) - 1]
    },
    lay(list: string, mark: Bookmark): void {
      let known = lists.get(list)
      if (!known || known.length >= MAX_MARKS) {
        known = []
        lists.set(list, known)
      }
      known.splice(upTo(known, mark.position), 0, mark)
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
