import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { RouteData } from '@trove/contract/kit/route'
import type { ExpertCard, listExperts } from '@trove/contract/talent/experts'
import type { z } from 'zod'
import { currentLanguage } from '../../../lib/session/language.ts'

type Pages = InfiniteData<RouteData<typeof listExperts>>

/** The card of an expert in a list that is still there: what was pressed, until the homepage says more. */
export function useListedExpert(productId: string): z.output<typeof ExpertCard> | undefined {
  const lists = useQueryClient().getQueriesData<Pages>({ queryKey: ['talent', 'list', currentLanguage()] })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ content }) => content)
    .find((card) => card.productId === productId)
}
