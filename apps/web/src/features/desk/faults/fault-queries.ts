import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  confirmFaultRuling,
  declineFaultRuling,
  pageFaults,
  readFault,
  ruleContest,
  ruleFault,
} from '@trove/contract/compute/faults'
import type { RouteData } from '@trove/contract/kit/route'
import { api } from '../../../lib/calls/api.ts'
import { useRefusedStep } from '../cases/refused-step.ts'
import type { CaseFilter } from '../filters/case-filter.ts'
import { usePages } from '../queries.ts'

export type FaultHead = RouteData<typeof pageFaults>['content'][number]
export type ReadFault = RouteData<typeof readFault>
export type FaultView = 'waiting' | 'decided'
export type RulingBody = { refundAmount: string; restAmount: string; reason: string }
export type ContestBody = { goesBack: boolean; reason: string }

const PAGE_SIZE = 20
const KEY = ['desk', 'faults']

/** Cases that wait for a ruling, or those that were ruled. */
export function useFaults(view: FaultView, filter: CaseFilter) {
  return usePages<FaultHead>(['faults', view, JSON.stringify(filter)], (page) =>
    api(pageFaults, { query: { view, ...filter, page, size: PAGE_SIZE } }),
  )
}

/** One case with all that was said. Each reading is on record, so it is asked once for each opening. */
export function useFault(id: string) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: () => api(readFault, { params: { id } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
}

/** Ruling, confirming and dropping; whatever the answer, the lists show how it stands now. */
export function useFaultRuling(id: string, onSuccess: () => void) {
  const client = useQueryClient()
  const params = { id }
  const onSettled = () =>
    client.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => queryKey[2] !== 'one' })
  const onError = useRefusedStep([...KEY, 'one', id], 'compute.fault-over')
  const meta = { isHandled: true }
  const then = { onSuccess, onSettled, onError, meta }
  const rule = useMutation({ mutationFn: (body: RulingBody) => api(ruleFault, { params, body }), ...then })
  const ruleGap = useMutation({
    mutationFn: (body: ContestBody) => api(ruleContest, { params, body }),
    ...then,
  })
  const confirm = useMutation({
    mutationFn: (rulingId: string) => api(confirmFaultRuling, { params, body: { rulingId } }),
    ...then,
  })
  const decline = useMutation({
    mutationFn: (rulingId: string) => api(declineFaultRuling, { params, body: { rulingId } }),
    ...then,
  })
  return { rule, ruleGap, confirm, decline }
}
