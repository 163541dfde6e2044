import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { listOffers } from '@trove/contract/compute/routes'
import type { RouteData } from '@trove/contract/kit/route'
import type { Offer } from '../facts/queries.ts'

type Pages = InfiniteData<RouteData<typeof listOffers>>

/** The offer as a list had it that is still there: what was pressed, until its page knows more. */
export function useListedOffer(id: string): Offer | undefined {
  const lists = useQueryClient().getQueriesData<Pages>({ queryKey: ['compute', 'list'] })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ products }) => products.content)
    .find((offer) => offer.id === id)
}
