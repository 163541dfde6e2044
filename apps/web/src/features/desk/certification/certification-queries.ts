import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type APPLICATION_ENDS,
  decideApplication,
  listApplications,
  openApplication,
  ticketForPaper,
} from '@trove/contract/certification/desk'
import type { RouteData } from '@trove/contract/kit/route'
import { pageAfter } from '../../../lib/addresses/pages.ts'
import { api } from '../../../lib/calls/api.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import type { CaseFilter } from '../filters/case-filter.ts'

export type Application = RouteData<typeof listApplications>['content'][number]
export type OpenedApplication = RouteData<typeof openApplication>
export type ApplicationEnd = (typeof APPLICATION_ENDS)[number]
export type ApplicationView = 'waiting' | 'decided'

const PAGE_SIZE = 20
const POLL_MS = 20_000
const KEY = ['desk', 'certification']

/** Applications that wait, or those decided. */
export function useApplications(view: ApplicationView, filter: CaseFilter<ApplicationEnd>) {
  const list = useInfiniteQuery({
    queryKey: [...KEY, view, JSON.stringify(filter)],
    queryFn: ({ pageParam }) => api(listApplications, { query: { view, ...filter, page: pageParam, size: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(PAGE_SIZE),
    refetchInterval: POLL_MS,
  })
  const pages = list.data?.pages ?? []
  return {
    list,
    items: pages.flatMap((page) => page.content),
    first: pages[0],
    reviewersNeeded: pages.at(-1)?.reviewersNeeded,
  }
}

/** One application with its name and papers. Each reading is on record, so it is asked once for each opening. */
export function useApplication(id: string) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: () => api(openApplication, { params: { id } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
}

/** An address that shows a paper of an application once. */
export const paperOf = (id: string) => (filename: string) => api(ticketForPaper, { params: { id, filename } })

type Decision = { decision: 'approve' } | { decision: 'refuse'; reason: string }

/** Deciding; whatever the answer, the lists show how it stands now. */
export function useDecide(id: string, onDone: (state: Application['state']) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Decision) => api(decideApplication, { params: { id }, body }),
    onSuccess: ({ state }) => onDone(state),
    onSettled: () => client.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => queryKey[2] !== 'one' }),
    // Refused, it stands otherwise than it was read: it is read anew, which is on record as well.
    onError: onRefusal(() => void client.invalidateQueries({ queryKey: [...KEY, 'one', id] })),
  })
}
