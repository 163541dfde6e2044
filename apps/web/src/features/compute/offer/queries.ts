import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { getOffer, listOffers, listShares } from '@trove/contract/compute/routes'
import { COMPUTE_PAGE_SIZE, type COMPUTE_SORTS } from '@trove/contract/compute/shapes'
import { rowsOf } from '../../../lib/addresses/pages.ts'
import { api } from '../../../lib/calls/api.ts'
import { isGone } from '../../../lib/calls/refusal.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { FilterValues } from '../../../market/list/face.ts'
import type { Offer } from '../facts/queries.ts'

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

/** One offer; looked at again while it waits for its check. */
export function useOffer(id: string) {
  return useQuery({
    queryKey: ['compute', 'offer', id],
    queryFn: () => api(getOffer, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? CHECK_POLL_MS : false),
  })
}
