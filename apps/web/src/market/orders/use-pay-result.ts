import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payResult } from '@trove/contract/payment/routes'
import { useEffect } from 'react'
import { api } from '../../lib/calls/api.ts'
import type { OrderFace } from './face.ts'
import { useOrder } from './queries.ts'

const FIRST_POLL_MS = 2_000
const LONGEST_POLL_MS = 15_000
/** Answers at the first pace; after them the wait grows, and the page says that it takes longer than usual. */
const QUICK_ANSWERS = 8

/** Milliseconds until the next question after so many answers. */
export function pollAfterMs(answers: number): number {
  const slower = Math.max(0, answers - QUICK_ANSWERS)
  return Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * 1.5 ** slower)
}

/** Model of the return page. Coming back from the cashier proves nothing: the server is asked until it knows. */
export function usePayResult(orderId: string, faces: readonly OrderFace[]) {
  const client = useQueryClient()
  const asked = useQuery({
    queryKey: ['orders', 'pay-result', orderId],
    queryFn: () => api(payResult, { params: { id: orderId } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.result === 'confirming' || !state.data ? pollAfterMs(state.dataUpdateCount) : false,
  })
  const result = asked.data?.result ?? 'confirming'
  useEffect(() => {
    if (result === 'confirming') return
    for (const key of [['orders', 'list'], ['orders', 'detail'], ...faces.map(({ goodsKey }) => [goodsKey])])
      void client.invalidateQueries({ queryKey: key })
  }, [client, result, faces])
  const { data: order } = useOrder(orderId, faces)
  return {
    result,
    order,
    // A refusal (not one's order) ends the waiting; network trouble is waited out.
    error: asked.data ? null : asked.error,
    retry: () => void asked.refetch(),
    isSlow:
      asked.isFetchedAfterMount &&
      (client.getQueryState(['orders', 'pay-result', orderId])?.dataUpdateCount ?? 0) > QUICK_ANSWERS,
  }
}
