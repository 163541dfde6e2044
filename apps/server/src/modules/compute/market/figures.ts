import { brieflyKept } from '../../../platform/base/briefly-kept.ts'
import type { LeaseStore } from '../leases/store.ts'
import type { MarketStore } from './store.ts'

/** Landing pages may show figures up to this old; adding up a large market takes a while. */
const FRESH_MS = 10_000

export type FiguresNow = {
  open: number
  verified: number
  cores: bigint
  ram: bigint
  lowestPerDayFen: bigint | null
  serving: number
}

/** Real figures of the market, added up at most every ten seconds; who asks meanwhile shares the answer. */
export function createFigures(store: MarketStore, leases: LeaseStore): () => Promise<FiguresNow> {
  return brieflyKept(async () => {
    const [{ lowest_per_day_fen: lowestPerDayFen, ...sums }, serving] = await Promise.all([
      store.figures(),
      leases.countServing(),
    ])
    return { ...sums, lowestPerDayFen, serving }
  }, FRESH_MS)
}

export type Figures = ReturnType<typeof createFigures>
