import { useQuery } from '@tanstack/react-query'
import { openWorks } from '@trove/contract/code/market'
import { marketFigures } from '@trove/contract/compute/routes'
import { openExperts } from '@trove/contract/talent/experts'
import { useEffect } from 'react'
import { api } from '../../../lib/calls/api.ts'
import { type Figures, figuresKey } from '../../../lib/calls/figures.ts'

/** Where the figures come from; all of them together are `Figures`. The first one is always there. */
export const figureRoutes = [marketFigures, openWorks, openExperts] as const

/** The figures as a page draws them: undefined while they are not known. */
export type LiveFigures = { figures: Figures | undefined; retry: () => void; isBusy: boolean }

/**
 * Says on the page whether there is anything to count: an empty market shows no zeros beside what it praises, and of one that
 * cannot be asked the page says so. The prerendered page does the same (`landing.ts`).
 */
function markMarket(figures: Figures | undefined, hasFailed: boolean): void {
  const { dataset } = document.documentElement
  if (!figures) {
    if (hasFailed) dataset.market = 'unknown'
  } else if (figures.openOffers + figures.servingOrders === 0) dataset.market = 'empty'
  else delete dataset.market
}

async function readFigures(): Promise<Figures> {
  const [first, ...others] = figureRoutes
  const more = others.map((route) => api(route, {}).catch(() => undefined))
  return Object.assign({}, await api(first, {}), ...(await Promise.all(more)))
}

/** What is on the markets right now, for the landing pages. Figures that were there stay where they cannot be read anew. */
export function useFigures(): LiveFigures {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: figuresKey,
    queryFn: readFigures,
    staleTime: 30_000,
  })
  useEffect(() => markMarket(data, isError), [data, isError])
  return { figures: data, retry: () => void refetch(), isBusy: isFetching }
}
