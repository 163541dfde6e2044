import type { COMPUTE_SORTS } from '@trove/contract/compute/shapes'
import { LRUCache } from 'lru-cache'
import { filterKey, type MarketFilter } from '../facts/filter.ts'
import { createBookmarks } from './bookmarks.ts'
import type { MarketSort } from './cursor.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Listed, MarketStore } from './store.ts'

export type ListAsk = {
  filter: MarketFilter | 'matches-none'
  sort: (typeof COMPUTE_SORTS)[number] | undefined
  page: number
  size: number
  cursor: string | undefined
}

export type ListAnswer = { total: number; listed: Listed[]; nextCursor: string | null }

/** Up to this many cards are simply skipped: exact, and cheap enough. Beyond, a page begins at a remembered place. */
const SKIP_LIMIT = 400
const REMEMBERED_FILTERS = 10_000

/** The market's list and counts. */
export function createMarket(store: MarketStore) {
  const bookmarks = createBookmarks()
  const knownTotals = new LRUCache<string, number>({ max: REMEMBERED_FILTERS })

  /**
   * Whether so few match that finding them all is less work than walking the order until a page is full. Only steers
   * how the page is looked for: an old value costs time, never truth.
   */
  async function isRare(filter: MarketFilter, sort: MarketSort): Promise<boolean> {
    const { os, periodDays } = filter
    // Offers of one system and period have an order of their own, newest first.
    const walked = sort === 'newest' && os !== undefined && periodDays !== undefined ? { os, periodDays } : {}
    const [matching, all] = await Promise.all([knownTotal(filter), knownTotal(walked)])
    return matching * matching < 20 * all
  }

  async function knownTotal(filter: MarketFilter): Promise<number> {
    const key = filterKey(filter)
    const known = knownTotals.get(key)
    if (known !== undefined) return known
    const total = await store.count(filter)
    knownTotals.set(key, total)
    return total
  }

  /** Where to begin: after a place, with some cards still to skip. */
  async function beginning(ask: {
    filter: MarketFilter
    sort: MarketSort
    page: number
    size: number
    isRare: boolean
  }) {
    const wanted = ask.page * ask.size
    if (wanted <= SKIP_LIMIT || ask.isRare) return { after: undefined, skip: wanted }
    const key = `${ask.sort} ${filterKey(ask.filter)}`
    const mark = bookmarks.find(key, wanted)
    if (mark?.position === wanted) return { after: mark.place, skip: 0 }
    const skip = wanted - (mark?.position ?? 0) - 1
    const place = await store.findPlace({ ...ask, after: mark?.place, skip, take: 1 })
    if (!place) return undefined
    bookmarks.lay(key, { position: wanted, place })
    return { after: place, skip: 0 }
  }

  return {
    async count(filter: MarketFilter | 'matches-none'): Promise<number> {
      return filter === 'matches-none' ? 0 : store.count(filter)
    },
    /** One offer that is not deleted, on the market or not. */
    find: store.detail,
    async list(ask: ListAsk): Promise<ListAnswer> {
      const { filter, sort = 'newest', size } = ask
      const after = ask.cursor === undefined ? undefined : readCursor(sort, ask.cursor)
      if (filter === 'matches-none') return { total: 0, listed: [], nextCursor: null }
      const hasFew = await isRare(filter, sort)
      const begin = after ? { after, skip: 0 } : await beginning({ filter, sort, page: ask.page, size, isRare: hasFew })
      if (!begin) return { total: await store.count(filter), listed: [], nextCursor: null }
      const { total, listed } = await store.page({ filter, sort, ...begin, take: size, isRare: hasFew })
      knownTotals.set(filterKey(filter), total)
      return { total, listed, nextCursor: listed.length === size ? writeCursor(sort, listed.at(-1)!) : null }
    },
  }
}

export type Market = ReturnType<typeof createMarket>
