import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Comment, listComments } from '@trove/contract/code/comments'
import { choicesOfWorks, countWorks, listWorks, spreadOfWorks } from '@trove/contract/code/market'
import { WORK_PAGE_SIZE, type WORK_SORTS, type WorkCard } from '@trove/contract/code/shapes'
import { listOwnedWorks } from '@trove/contract/code/vault'
import { getWork, listMyWorks, type Work } from '@trove/contract/code/works'
import type { z } from 'zod'
import { pageAfter, rowsOf } from '../../lib/addresses/pages.ts'
import { api } from '../../lib/calls/api.ts'
import { useDelayed } from '../../lib/shown/use-delayed.ts'
import type { Count, FilterValues } from '../../market/list/face.ts'
import { useChoices } from '../../market/list/use-choices.ts'

export type Card = z.output<typeof WorkCard>
export type WorkDetail = z.output<typeof Work>
export type Evaluation = z.output<typeof Comment>
type Sort = (typeof WORK_SORTS)[number]

const COUNT_DELAY_MS = 500

/** Works of the market, page by page. */
export function useWorks(filter: FilterValues, sort: string) {
  const list = useInfiniteQuery({
    queryKey: ['code', 'list', filter, sort],
    queryFn: ({ pageParam }) =>
      api(listWorks, { query: { ...filter, sort: sort as Sort, page: pageParam, size: WORK_PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(WORK_PAGE_SIZE),
  })
  const pages = list.data?.pages
  return { list, offers: rowsOf(pages, ({ id }) => id), total: pages?.[0]?.totalElements }
}

/** How many works match, asked again when the last change has settled. */
export function useWorkCount(filter: FilterValues): Count {
  const key = JSON.stringify(filter)
  const settled = useDelayed(key, COUNT_DELAY_MS)
  const { data, isError } = useQuery({
    queryKey: ['code', 'count', settled],
    queryFn: () => api(countWorks, { query: JSON.parse(settled) as FilterValues }),
  })
  return settled === key ? { count: data?.productCount, isUnknown: isError && !data } : {}
}

/** How works are spread over their price, for the bars over the range; null while that is read, undefined where it could not be. */
export function useSpread() {
  const { data, isError } = useQuery({
    queryKey: ['code', 'spread'],
    queryFn: () => api(spreadOfWorks, {}),
    staleTime: 60_000,
  })
  return data ?? (isError ? undefined : null)
}

/** How many works match each choice. */
export function useWorkChoices(filter: FilterValues) {
  return useChoices('code', filter, (query) => api(choicesOfWorks, { query }))
}

/** One work. */
export function useWork(id: string) {
  return useQuery({
    queryKey: ['code', 'work', id],
    queryFn: () => api(getWork, { params: { id } }),
    enabled: id !== '',
  })
}

/** One's own works, drafts too. */
export function useMyWorks() {
  return useQuery({ queryKey: ['code', 'mine'], queryFn: () => api(listMyWorks, {}) })
}

/** Works of others that one has, bought or free, growing by pages. */
export function useOwnedWorks() {
  const list = useInfiniteQuery({
    queryKey: ['code', 'owned'],
    queryFn: ({ pageParam: page }) => api(listOwnedWorks, { query: { page, size: WORK_PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(WORK_PAGE_SIZE),
  })
  return { list, works: rowsOf(list.data?.pages, ({ id }) => id) }
}

const EVALUATIONS_SIZE = 10

/** What is said of a work, newest first, growing by pages. */
export function useEvaluations(productId: string) {
  const list = useInfiniteQuery({
    queryKey: ['code', 'evaluations', productId],
    queryFn: ({ pageParam: page }) => api(listComments, { query: { productId, page, size: EVALUATIONS_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(EVALUATIONS_SIZE),
  })
  return { list, evaluations: rowsOf(list.data?.pages, ({ id }) => id) }
}
