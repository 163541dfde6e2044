import { lazyMarket } from '../../lib/shown/later/lazy-part.ts'

/** The tabs of the resource market: each comes with its own code and words. */
export const tabs = {
  computing: lazyMarket(() => import('../../features/compute/list/compute-market.tsx'), 'first'),
  storage: lazyMarket(() => import('../../features/storage/network/storage-market.tsx'), 'markets'),
}
export type MarketTab = keyof typeof tabs

/** The tab an address names; of the storage resources without one it is storage, the first of the two (b-markets 2, ADR 1). */
export const tabOf = (search: URLSearchParams): MarketTab =>
  search.get('tab') === 'computing' ? 'computing' : 'storage'
