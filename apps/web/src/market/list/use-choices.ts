import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDelayed } from '../../lib/shown/use-delayed.ts'
import type { FilterValues } from './face.ts'
import { wholeFilter } from './list-url.ts'

/** As the list itself waits for what is being typed. */
const DELAY_MS = 400
const FRESH_MS = 10_000

/** Counts of a filter's choices, asked again when the last change is a moment ago; the former ones stand until then. */
export function useChoices<Counts>(
  market: string,
  filter: FilterValues,
  ask: (filter: FilterValues) => Promise<Counts>,
) {
  const settled = useDelayed(JSON.stringify(wholeFilter(filter)), DELAY_MS)
  return useQuery({
    queryKey: [market, 'choices', settled],
    queryFn: () => ask(JSON.parse(settled) as FilterValues),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  }).data
}
