import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { openWorks } from '@trove/contract/code/market'
import { marketFigures } from '@trove/contract/compute/routes'
import { openExperts } from '@trove/contract/talent/experts'
import { api } from '../../../lib/calls/api.ts'
import { type Figures, figuresKey } from '../../../lib/calls/figures.ts'

/** Where the figures come from; all of them together are `Figures`. The first one is always there. */
export const figureRoutes = [marketFigures, openWorks, openExperts] as const

/** The figures as a page draws them, and asking for them again. */
export type LiveFigures = Pick<UseQueryResult<Figures | undefined>, 'data' | 'isError' | 'isFetching' | 'refetch'>

async function readFigures(): Promise<Figures> {
  const [first, ...others] = figureRoutes
  const more = others.map((route) => api(route, {}).catch(() => undefined))
  return Object.assign({}, await api(first, {}), ...(await Promise.all(more)))
}

/** What is on the markets right now, for the landing pages. Figures that were there stay where they cannot be read anew. */
export function useFigures(): LiveFigures {
  return useQuery({ queryKey: figuresKey, queryFn: readFigures, staleTime: 30_000 })
}
