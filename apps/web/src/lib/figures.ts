import { useQuery } from '@tanstack/react-query'
import { type MarketFigures, marketFigures } from '@trove/contract/compute'
import type { z } from 'zod'
import { api } from './api.ts'

export type Figures = z.output<typeof MarketFigures>

/** Under which key the figures are cached. */
export const figuresKey = ['compute', 'figures']

/** What is on the market right now, for the landing pages; undefined while it is not known. */
export function useFigures(): Figures | undefined {
  return useQuery({ queryKey: figuresKey, queryFn: () => api(marketFigures, {}), staleTime: 30_000 }).data
}
