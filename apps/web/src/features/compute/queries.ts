import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { countOffers, getOffer, getSshKey, listOffers, listShares } from '@trove/contract/compute'
import {
  COMPUTE_PAGE_SIZE,
  type ComputeProduct,
  type ComputeProductDetail,
  FILTER_COUNT_DELAY_MS,
} from '@trove/contract/compute-shapes'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import type { FilterValues, Sort } from './filter-url.ts'

export type Offer = z.output<typeof ComputeProduct>
export type OfferDetail = z.output<typeof ComputeProductDetail>

/** How often an offer that waits for its check is looked at again, and in how many loaded pages at most. */
const CHECK_POLL_MS = 4_000
const CHECK_POLL_PAGES = 2
/** More own machines than this are found out at the settlement desk. */
const OWN_OFFERS_MOST = 100

const isWaiting = (offer: Offer) => offer.verification.state === 'pending'

/** Offers of the market, page by page by the server's cursor; looked at again while one of them waits for its check. */
export function useOffers(filter: FilterValues, sort: Sort) {
  return useInfiniteQuery({
    queryKey: ['compute', 'list', filter, sort],
    queryFn: ({ pageParam }) =>
      api(listOffers, { query: { ...filter, sort, size: COMPUTE_PAGE_SIZE, page: 0, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? []
      const isChecking = pages.length <= CHECK_POLL_PAGES && pages.some((page) => page.products.content.some(isWaiting))
      return isChecking ? CHECK_POLL_MS : false
    },
  })
}

/** Ids of the offers that are one's own; none for who is not signed in. */
export function useOwnOffers(): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['compute', 'own-offers'],
    queryFn: () => api(listShares, { query: { page: 0, size: OWN_OFFERS_MOST } }),
    enabled: useSession().state === 'signed-in',
    staleTime: 60_000,
    select: idsOf,
  })
  return data ?? NONE
}
const NONE: ReadonlySet<string> = new Set()
const idsOf = ({ content }: { content: { id: string }[] }) => new Set(content.map(({ id }) => id))

/** How many offers match, asked again 500 ms after the last change: `count` is missing while it is being counted. */
export function useOfferCount(filter: FilterValues): { count?: number; isUnknown?: boolean } {
  const key = JSON.stringify(filter)
  const settled = useDelayed(key, FILTER_COUNT_DELAY_MS)
  const { data, isError } = useQuery({
    queryKey: ['compute', 'count', settled],
    queryFn: () => api(countOffers, { query: JSON.parse(settled) as FilterValues }),
  })
  return settled === key ? { count: data?.productCount, isUnknown: isError && !data } : {}
}

/** One offer; looked at again while it waits for its check. */
export function useOffer(id: string) {
  return useQuery({
    queryKey: ['compute', 'offer', id],
    queryFn: () => api(getOffer, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? CHECK_POLL_MS : false),
  })
}

/** One's SSH public key. */
export function useSshKey() {
  return useQuery({ queryKey: ['compute', 'ssh-key'], queryFn: () => api(getSshKey, {}) })
}
