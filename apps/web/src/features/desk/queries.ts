import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type AdjustmentProposal,
  type Adjustment as AdjustmentSchema,
  agreeAdjustment,
  declineAdjustment,
  listAdjustments,
  openAdjustment,
  proposeAdjustment,
} from '@trove/contract/payment/adjustments'
import {
  askParkedPayment,
  closeParkedPayment,
  listParkedPayments,
  openParkedPayment,
  type ParkedPayment,
} from '@trove/contract/payment/parked-payments'
import {
  type ListedDifference,
  listDifferences,
  listReconciliationDays,
  openDifference,
  type ReconciliationDay,
  settleDifference,
} from '@trove/contract/payment/reconciliation'
import {
  approvePayout,
  declinePayout,
  listPayoutsToDecide,
  openPayout,
  type PAYOUT_ENDS,
  type PayoutToDecide,
} from '@trove/contract/wallet/payout-approvals'
import type { z } from 'zod'
import { pageAfter } from '../../lib/addresses/pages.ts'
import { api } from '../../lib/calls/api.ts'
import { isRefusal, onRefusal, useSameKey } from '../../lib/calls/refusal.ts'
import type { CaseFilter } from './filters/case-filter.ts'

export type Payout = z.output<typeof PayoutToDecide>
export type Difference = z.output<typeof ListedDifference>
export type Day = z.output<typeof ReconciliationDay>
export type Parked = z.output<typeof ParkedPayment>
export type Adjustment = z.output<typeof AdjustmentSchema>
export type Proposal = z.input<typeof AdjustmentProposal>
export type PayoutEnd = (typeof PAYOUT_ENDS)[number]
export type PayoutView = 'waiting' | 'decided'

const PAGE_SIZE = 20
/** Somebody else of the staff decides too. */
const POLL_MS = 20_000

export type Page<T> = { content: T[]; totalElements: number }

/** A list as far as it was loaded. */
export type Listed<T> = { list: { isPending: boolean }; items: readonly T[] }

/** A list that grows by pages, as every list of the desk does. */
export function usePages<T, P extends Page<T> = Page<T>>(key: readonly string[], ask: (page: number) => Promise<P>) {
  const list = useInfiniteQuery({
    queryKey: ['desk', ...key],
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: 0,
    getNextPageParam: pageAfter(PAGE_SIZE),
    refetchInterval: POLL_MS,
  })
  const pages = (list.data as InfiniteData<P> | undefined)?.pages ?? []
  return { list, items: pages.flatMap((page) => page.content), first: pages[0] }
}

/** A list that comes whole, as those that grow by pages are shown. */
export function wholeList<T>({ data, isPending, isError, error, refetch }: Whole<T>) {
  const nothingMore = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }
  return { list: { isPending, isError, error, refetch, ...nothingMore }, items: [...(data ?? [])] }
}
type Whole<T> = {
  data: readonly T[] | undefined
  isPending: boolean
  isError: boolean
  error: Error | null
  refetch: () => unknown
}

/** One case of such a list, by itself: it is looked at as often, and under the list's key, so that a decision renews both. */
export function useOne<T>([list, id]: readonly [list: string, id: string], ask: () => Promise<T>, isAsked = true) {
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', list, 'one', id],
    queryFn: ask,
    refetchInterval: POLL_MS,
    retry: false,
    enabled: isAsked,
  })
  // What is refused by now is not shown as it stood; what could not be read anew is.
  return { data: isRefusal(error) ? undefined : data, error, refetch }
}

/** One case whose list says all of it: as it stands there, and by itself only where the list does not show it. */
export function useListed<T extends { id: string }>(
  key: readonly [list: string, id: string],
  { list, items }: Listed<T>,
  ask: () => Promise<T>,
) {
  const listed = items.find(({ id }) => id === key[1])
  const one = useOne(key, ask, listed === undefined && !list.isPending)
  return listed ? { ...one, data: listed, error: null } : one
}

/** Payouts that wait for two people, or those decided about. */
export function usePayouts(view: PayoutView, filter: CaseFilter<PayoutEnd>) {
  return usePages<Payout>(['payouts', view, JSON.stringify(filter)], (page) =>
    api(listPayoutsToDecide, { query: { view, ...filter, page, size: PAGE_SIZE } }),
  )
}

/** One of them, wherever it stands in its list. */
export function usePayout(id: string) {
  return useOne(['payouts', id], () => api(openPayout, { params: { id } }))
}

/** Differences that are open, or all; of one day's bill alone where it is named. */
export function useDifferences(view: 'open' | 'all', day: string | undefined) {
  return usePages<Difference>(['differences', view, day ?? ''], (page) =>
    api(listDifferences, { query: { view, ...(day && { day }), page, size: PAGE_SIZE } }),
  )
}

export function useDifference(id: string, pages: Listed<Difference>) {
  return useListed(['differences', id], pages, () => api(openDifference, { params: { id } }))
}

export function useDays() {
  return usePages<Day>(['days'], (page) => api(listReconciliationDays, { query: { page, size: PAGE_SIZE } }))
}

/** Approving and declining; whatever the answer, the list shows how it stands now. */
export function useDecisions(onDone: (payout: Payout) => void) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['desk', 'payouts'] })
  const approve = useMutation({
    mutationFn: (id: string) => api(approvePayout, { params: { id } }),
    onSuccess: onDone,
    onSettled,
  })
  const decline = useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api(declinePayout, { params: { id }, body: { reason } }),
    onSuccess: onDone,
    onSettled,
  })
  return { approve, decline }
}

export function useSettle(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      api(settleDifference, { params: { id }, body: { note } }),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['desk'] }),
  })
}

export function useAdjustments() {
  return usePages<Adjustment>(['adjustments'], (page) => api(listAdjustments, { query: { page, size: PAGE_SIZE } }))
}

export function useAdjustment(id: string, pages: Listed<Adjustment>) {
  return useListed(['adjustments', id], pages, () => api(openAdjustment, { params: { id } }))
}

/** Proposing an adjustment, and deciding about one. */
export function useAdjusting(onDone: (adjustment: Adjustment) => void) {
  const client = useQueryClient()
  const shared = { onSuccess: onDone, onSettled: () => client.invalidateQueries({ queryKey: ['desk'] }) }
  const { keyOf, renew } = useSameKey<Proposal>()
  const propose = useMutation({
    mutationFn: (body: Proposal) => api(proposeAdjustment, { body }, { idempotencyKey: keyOf(body) }),
    ...shared,
    onSuccess: (adjustment) => {
      renew()
      onDone(adjustment)
    },
    // While nobody knows what became of it, the same key asks again.
    onError: onRefusal(renew),
  })
  const agree = useMutation({ mutationFn: (id: string) => api(agreeAdjustment, { params: { id } }), ...shared })
  const decline = useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api(declineAdjustment, { params: { id }, body: { reason } }),
    ...shared,
  })
  return { propose, agree, decline }
}

export function useParked() {
  return usePages<Parked>(['parked'], (page) => api(listParkedPayments, { query: { page, size: PAGE_SIZE } }))
}

export function useParkedOne(id: string, pages: Listed<Parked>) {
  return useListed(['parked', id], pages, () => api(openParkedPayment, { params: { id } }))
}

/** Asking about a parked attempt once more, and closing one with what was found. */
export function useParkedActions(on: { asked: (outcome: 'parked' | 'settled') => void; closed: () => void }) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['desk', 'parked'] })
  const ask = useMutation({
    mutationFn: (id: string) => api(askParkedPayment, { params: { id } }),
    onSuccess: ({ outcome }) => on.asked(outcome),
    onSettled,
  })
  const close = useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      api(closeParkedPayment, { params: { id }, body: { note } }),
    onSuccess: on.closed,
    onSettled,
  })
  return { ask, close }
}
