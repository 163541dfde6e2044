import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { countOffers, getOffer, getSshKey, listOffers } from '@trove/contract/compute'
import {
  COMPUTE_PAGE_SIZE,
  type ComputeProduct,
  type ComputeProductDetail,
  FILTER_COUNT_DELAY_MS,
} from '@trove/contract/compute-shapes'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import type { FilterValues, Sort } from './filter-url.ts'

export type Offer = z.output<typeof ComputeProduct>
export type OfferDetail = z.output<typeof ComputeProductDetail>

/** Offers of the market, page by page by the server's cursor. */
export function useOffers(filter: FilterValues, sort: Sort) {
  return useInfiniteQuery({
    queryKey: ['compute', 'list', filter, sort],
    queryFn: ({ pageParam }) =>
      api(listOffers, { query: { ...filter, sort, size: COMPUTE_PAGE_SIZE, page: 0, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** How many offers match, asked again 500 ms after the last change; undefined while it is being counted. */
export function useOfferCount(filter: FilterValues): number | undefined {
  const key = JSON.stringify(filter)
  const settled = useDelayed(key, FILTER_COUNT_DELAY_MS)
  const { data } = useQuery({
    queryKey: ['compute', 'count', settled],
    queryFn: () => api(countOffers, { query: JSON.parse(settled) as FilterValues }),
  })
  return settled === key ? data?.productCount : undefined
}

/** One offer. */
export function useOffer(id: string) {
  return useQuery({ queryKey: ['compute', 'offer', id], queryFn: () => api(getOffer, { params: { id } }) })
}

/** One's SSH public key. */
export function useSshKey() {
  return useQuery({ queryKey: ['compute', 'ssh-key'], queryFn: () => api(getSshKey, {}) })
}
