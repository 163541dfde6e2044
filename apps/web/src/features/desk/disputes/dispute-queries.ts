import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RouteData } from '@trove/contract/kit/route'
import { confirmRuling, declineRuling, listDisputes, readDispute, ruleDispute } from '@trove/contract/talent/disputes'
import type { DISPUTE_ENDS } from '@trove/contract/talent/hours'
import { api } from '../../../lib/calls/api.ts'
import { useRefusedStep } from '../cases/refused-step.ts'
import type { CaseFilter } from '../filters/case-filter.ts'
import { usePages } from '../queries.ts'

export type DisputeHead = RouteData<typeof listDisputes>['content'][number]
export type ReadDispute = RouteData<typeof readDispute>
export type DisputeEnd = (typeof DISPUTE_ENDS)[number]
export type DisputeView = 'waiting' | 'decided'
export type RulingBody = { hours: number; hoursLeft: number; reason: string }

const PAGE_SIZE = 20
const KEY = ['desk', 'disputes']

/** Disputes that wait for a ruling, or those that ended. */
export function useDisputes(view: DisputeView, filter: CaseFilter<DisputeEnd>) {
  return usePages<DisputeHead>(['disputes', view, JSON.stringify(filter)], (page) =>
    api(listDisputes, { query: { view, ...filter, page, size: PAGE_SIZE } }),
  )
}

/** One dispute with all that was said. Each reading is on record, so it is asked once for each opening. */
export function useDispute(id: string) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: () => api(readDispute, { params: { id } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
}

/** Ruling, confirming and dropping; whatever the answer, the lists show how it stands now. */
export function useRuling(id: string, onDone: (what: 'rule' | 'confirm' | 'decline', head: DisputeHead) => void) {
  const client = useQueryClient()
  const params = { id }
  const onSettled = () =>
    client.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => queryKey[2] !== 'one' })
  const onError = useRefusedStep([...KEY, 'one', id], 'talent.dispute-over')
  const meta = { isHandled: true }
  const rule = useMutation({
    mutationFn: (body: RulingBody) => api(ruleDispute, { params, body }),
    onSuccess: (head) => onDone('rule', head),
    onSettled,
    onError,
    meta,
  })
  const confirm = useMutation({
    mutationFn: (rulingId: string) => api(confirmRuling, { params, body: { rulingId } }),
    onSuccess: (head) => onDone('confirm', head),
    onSettled,
    onError,
    meta,
  })
  const decline = useMutation({
    mutationFn: (rulingId: string) => api(declineRuling, { params, body: { rulingId } }),
    onSuccess: (head) => onDone('decline', head),
    onSettled,
    onError,
    meta,
  })
  return { rule, confirm, decline }
}
