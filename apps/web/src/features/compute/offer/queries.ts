import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import {
  choicesOfOffers,
  countOffers,
  getOffer,
  listOffers,
  listShares,
  spreadOfOffers,
} from '@trove/contract/compute/routes'
import {
  COMPUTE_PAGE_SIZE,
  type COMPUTE_SORTS,
  type ComputeProduct,
  type ComputeProductDetail,
  FILTER_COUNT_DELAY_MS,
} from '@trove/contract/compute/shapes'
import type { z } from 'zod'
import { rowsOf } from '../../../lib/addresses/pages.ts'
import { api } from '../../../lib/calls/api.ts'
import { isGone } from '../../../lib/calls/refusal.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useDelayed } from '../../../lib/shown/use-delayed.ts'
import type { Count, FilterValues } from '../../../market/list/face.ts'
import { useChoices } from '../../../market/list/use-choices.ts'

export type Offer = z.output<typeof ComputeProduct>
export type OfferDetail = z.output<typeof ComputeProductDetail>
type Sort = (typeof COMPUTE_SORTS)[number]

/** How often an offer that waits for its check is looked at again, and in how many loaded pages at most. */
const CHECK_POLL_MS = 4_000
const CHECK_POLL_PAGES = 2
/** More own machines than this are found out at the settlement desk. */
const OWN_OFFERS_MOST = 100

const isWaiting = (offer: Offer) => offer.verification.state === 'pending'

/** Offers of the market, page by page by the server's cursor; looked at again while one of them waits for its check. */
export function useOffers(filter: FilterValues, sort: string) {
  const list = useInfiniteQuery({
    queryKey: ['compute', 'list', filter, sort],
    queryFn: ({ pageParam }) =>
      api(listOffers, {
        query: { ...filter, sort: sort as Sort, size: COMPUTE_PAGE_SIZE, page: 0, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? []
      const isChecking = pages.length <= CHECK_POLL_PAGES && pages.some((page) => page.products.content.some(isWaiting))
      return isChecking ? CHECK_POLL_MS : false
    },
  })
  const pages = list.data?.pages
  const offers = rowsOf(
    pages?.map(({ products }) => products),
    ({ id }) => id,
  )
  return { list, offers, total: pages?.[0]?.productCount }
}

/** How the machines on the market are spread, for the bars over the ranges; null while that is read, undefined where it could not be. */
export function useSpread() {
  const { data, isError } = useQuery({
    queryKey: ['compute', 'spread'],
    queryFn: () => api(spreadOfOffers, {}),
    staleTime: 60_000,
  })
  return data ?? (isError ? undefined : null)
}

/** How many machines match each choice. */
export function useComputeChoices(filter: FilterValues) {
  return useChoices('compute', filter, (query) => api(choicesOfOffers, { query }))
}

/** Several offers at once: undefined while one is on its way, null where it is gone, and why others could not be had. */
export function useComparedOffers(ids: readonly string[]) {
  const asked = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['compute', 'offer', id],
      queryFn: () => api(getOffer, { params: { id } }),
    })),
  })
  const failed = asked.filter(({ data, error }) => !data && error && !isGone(error))
  return {
    offers: asked.map(({ data, error }) => data ?? (isGone(error) ? null : undefined)),
    error: failed[0]?.error ?? null,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
  }
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
export function useOfferCount(filter: FilterValues): Count {
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
