import { useQuery } from '@tanstack/react-query'
import { openWorks } from '@trove/contract/code/market'
import { type MarketFigures, marketFigures } from '@trove/contract/compute/routes'
import { openExperts } from '@trove/contract/talent/experts'
import { useEffect } from 'react'
import type { z } from 'zod'
import { api } from './api.ts'

/** What is on each market right now. What a market did not tell is missing. */
export type Figures = z.output<typeof MarketFigures> &
  Partial<z.output<typeof openWorks.ok> & z.output<typeof openExperts.ok>>

/** Where the figures come from; all of them together are `Figures`. The first one is always there. */
export const figureRoutes = [marketFigures, openWorks, openExperts] as const

/** Says on the page whether there is anything to count: an empty market shows no zeros beside what it praises. */
export function markMarket(figures: Pick<Figures, 'openOffers' | 'servingOrders'> | undefined): void {
  const isEmpty = figures && figures.openOffers + figures.servingOrders === 0
  if (isEmpty) document.documentElement.dataset.market = 'empty'
  else delete document.documentElement.dataset.market
}

/** Under which key the figures are cached. */
export const figuresKey = ['compute', 'figures']

async function readFigures(): Promise<Figures> {
  const [first, ...others] = figureRoutes
  const more = others.map((route) => api(route, {}).catch(() => undefined))
  return Object.assign({}, await api(first, {}), ...(await Promise.all(more)))
}

/** What is on the markets right now, for the landing pages; undefined while it is not known. */
export function useFigures(): Figures | undefined {
  const { data } = useQuery({ queryKey: figuresKey, queryFn: readFigures, staleTime: 30_000 })
  useEffect(() => markMarket(data), [data])
  return data
}
