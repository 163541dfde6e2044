import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MARKET_SPANS, marketDays } from '@trove/contract/compute/public/market-days'
import type { RouteResult } from '@trove/contract/kit/route'
import { api } from '../../../lib/calls/api.ts'

export type MarketDays = RouteResult<typeof marketDays>
export type Span = (typeof MARKET_SPANS)[number]
export type MarketDay = MarketDays['days'][number]

/** The days of one kind of machine, and the newest count of all kinds. */
export function useMarketDays(kind: string, days: Span) {
  return useQuery({
    queryKey: ['compute', 'market-days', kind, days],
    queryFn: () => api(marketDays, { query: { kind, days } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
