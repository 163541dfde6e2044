import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ComputeOrder, listComputeConsume, listComputeProfit } from '@trove/contract/compute-orders'
import type { Income } from '@trove/contract/order-shapes'
import { getOrder, type OrderDetail } from '@trove/contract/orders'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'

export type Order = z.output<typeof ComputeOrder>
export type OrderIncome = z.output<typeof Income>
export type Detail = z.output<typeof OrderDetail>
/** Which side of the orders a list shows: what one bought, or what one sold. */
export type Side = 'consume' | 'profit'
export type ListedOrder = Order & { income?: OrderIncome }

const PAGE_SIZE = 10
/** How often a list or an order that waits for money or a machine is looked at again. */
const WAITING_POLL_MS = 4_000
const LIVE_POLL_MS = 60_000

/** Something happens soon without the person: money on its way, a machine being prepared, a refund. */
export function isMoving(order: Pick<Order, 'orderState' | 'superPointsStatus' | 'refundState'>): boolean {
  return order.orderState === 'ToBePaid' || order.superPointsStatus === 0 || order.refundState === 'Refunding'
}

const pages = {
  consume: (query: ListQuery) => api(listComputeConsume, { query }),
  profit: (query: ListQuery) => api(listComputeProfit, { query }),
} satisfies Record<Side, (query: ListQuery) => Promise<unknown>>
type ListQuery = { name?: string; cursor?: string; page: number; size: number }
type Page = { content: ListedOrder[]; totalElements: number; nextCursor: string | null }

/** Orders of one side, newest first, page by page; looked at again while one of them is moving. */
export function useComputeOrders(side: Side, name: string) {
  return useInfiniteQuery({
    queryKey: ['orders', 'list', side, name],
    queryFn: ({ pageParam }): Promise<Page> =>
      pages[side]({ name: name || undefined, cursor: pageParam, page: 0, size: PAGE_SIZE }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => {
      const loaded = state.data?.pages ?? []
      const isWaiting = loaded.length <= 2 && loaded.some((page) => page.content.some(isMoving))
      return isWaiting ? WAITING_POLL_MS : LIVE_POLL_MS
    },
  })
}

/** One order of one's own. */
export function useOrder(id: string) {
  return useQuery({
    queryKey: ['orders', 'detail', id],
    queryFn: () => api(getOrder, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? WAITING_POLL_MS : LIVE_POLL_MS),
  })
}
