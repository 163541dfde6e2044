import { useQuery } from '@tanstack/react-query'
import { choicesOfOffers, countOffers, spreadOfOffers } from '@trove/contract/compute/routes'
import { type ComputeProduct, type ComputeProductDetail, FILTER_COUNT_DELAY_MS } from '@trove/contract/compute/shapes'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { useDelayed } from '../../../lib/shown/use-delayed.ts'
import type { Count, FilterValues } from '../../../market/list/face.ts'
import { useChoices } from '../../../market/list/use-choices.ts'

export type Offer = z.output<typeof ComputeProduct>
export type OfferDetail = z.output<typeof ComputeProductDetail>

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
