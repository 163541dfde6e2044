import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteData } from '@trove/contract/kit/route'
import {
  agreeOutsideRefund,
  declineOutsideRefund,
  listParkedRefunds,
  type OutsideReturn,
  openParkedRefund,
  type ParkedRefund,
  proposeOutsideRefund,
  retryParkedRefund,
} from '@trove/contract/payment/parked-refunds'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { useOne, usePages } from '../queries.ts'

/** Its number is what it is known by. */
export type Refused = z.output<typeof ParkedRefund> & { id: string }
export type ByHand = z.input<typeof OutsideReturn>

const PAGE_SIZE = 20

/** Refunds that Alipay refuses, and those returned by hand. */
export function useParkedRefunds() {
  return usePages<Refused>(['refunds'], async (page) => {
    const { content, totalElements } = await api(listParkedRefunds, { query: { page, size: PAGE_SIZE } })
    return { content: content.map((refund) => ({ ...refund, id: refund.number })), totalElements }
  })
}

/** One of them, wherever it stands in the list. */
export function useParkedRefund(number: string) {
  return useOne(['refunds', number], async (): Promise<Refused> => {
    const refund = await api(openParkedRefund, { params: { number } })
    return { ...refund, id: refund.number }
  })
}

type On = {
  retried: (answer: RouteData<typeof retryParkedRefund>) => void
  proposed: () => void
  agreed: () => void
  stopped: (outcome: 'declined' | 'withdrawn') => void
}

/** What the cashier does about one; whatever the answer, the list shows how it stands now. */
export function useRefundActions(on: On) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['desk', 'refunds'] })
  const retry = useMutation({
    mutationFn: (number: string) => api(retryParkedRefund, { params: { number } }),
    onSuccess: on.retried,
    onSettled,
  })
  const propose = useMutation({
    mutationFn: ({ number, body }: { number: string; body: ByHand }) =>
      api(proposeOutsideRefund, { params: { number }, body }),
    onSuccess: on.proposed,
    onSettled,
  })
  const agree = useMutation({
    mutationFn: ({ id, evidence }: { id: string; evidence?: string }) =>
      api(agreeOutsideRefund, { params: { id }, body: evidence === undefined ? {} : { evidence } }),
    onSuccess: on.agreed,
    onSettled,
  })
  const decline = useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api(declineOutsideRefund, { params: { id }, body: { reason } }),
    onSuccess: ({ outcome }) => on.stopped(outcome),
    onSettled,
  })
  return { retry, propose, agree, decline }
}
