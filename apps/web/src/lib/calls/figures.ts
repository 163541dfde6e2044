import { useQuery } from '@tanstack/react-query'
import { type MarketFigures, marketFigures } from '@trove/contract/compute/routes'
import { useEffect } from 'react'
import type { z } from 'zod'
import { api } from './api.ts'

export type Figures = z.output<typeof MarketFigures>

/** Says on the page whether there is anything to count: an empty market shows no zeros beside what it praises. */
export function markMarket(figures: Pick<Figures, 'openOffers' | 'servingOrders'> | undefined): void {
  const isEmpty = figures && figures.openOffers + figures.servingOrders === 0
  if (isEmpty) document.documentElement.dataset.market = 'empty'
  else delete document.documentElement.dataset.market
}

/** Under which key the figures are cached. */
export const figuresKey = ['compute', 'figures']

/** What is on the market right now, for the landing pages; undefined while it is not known. */
export function useFigures(): Figures | undefined {
  const { data } = useQuery({ queryKey: figuresKey, queryFn: () => api(marketFigures, {}), staleTime: 30_000 })
  useEffect(() => markMarket(data), [data])
  return data
}
