import { useQuery } from '@tanstack/react-query'
import type { MarketFigures } from '@trove/contract/compute'
import type { z } from 'zod'
import { api } from './api.ts'

export type Figures = z.output<typeof MarketFigures>

/** Under which key the figures are cached. */
export const figuresKey = ['compute', 'figures']

// The contract's schemas load after the page is drawn.
async function askFigures(): Promise<Figures> {
  const { marketFigures } = await import('@trove/contract/compute')
  return api(marketFigures, {})
}

/** What is on the market right now, for the landing pages; undefined while it is not known. */
export function useFigures(): Figures | undefined {
  return useQuery({ queryKey: figuresKey, queryFn: askFigures, staleTime: 30_000 }).data
}
