import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { countOrders, getOrder } from '@trove/contract/order-lists/routes'
import { api } from '../../lib/calls/api.ts'
import { type Detailed, faceOf, type OrderCommon, type OrderFace, type OrderPage, type Side } from './face.ts'

const PAGE_SIZE = 10
/** How often a list or an order that waits for something is looked at again. */
const WAITING_POLL_MS = 4_000
const LIVE_POLL_MS = 60_000
/** Under which key of the query cache the counts of one's orders are kept. */
export const ORDER_COUNTS = ['orders', 'counts'] as const

/** Orders of one side, newest first, page by page; looked at again while one of them is moving. */
export function useOrders(face: OrderFace, side: Side, name: string) {
  return useInfiniteQuery({
    queryKey: ['orders', 'list', face.kind, side, name],
    queryFn: ({ pageParam }): Promise<OrderPage<OrderCommon>> =>
      face.list(side, { name: name || undefined, cursor: pageParam, page: 0, size: PAGE_SIZE }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => {
      const loaded = state.data?.pages ?? []
      const isWaiting = loaded.length <= 2 && loaded.some((page) => page.content.some((order) => face.isMoving(order)))
      return isWaiting ? WAITING_POLL_MS : LIVE_POLL_MS
    },
  })
}

/** One order of one's own. */
export function useOrder(id: string, faces: readonly OrderFace[]) {
  return useQuery({
    queryKey: ['orders', 'detail', id],
    queryFn: async (): Promise<Detailed> => api(getOrder, { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data && faceOf(faces, data.orderSource)?.isMoving(data) ? WAITING_POLL_MS : LIVE_POLL_MS,
  })
}

/** How many orders of each kind one bought and sold. */
export function useOrderCounts() {
  return useQuery({
    queryKey: ORDER_COUNTS,
    queryFn: () => api(countOrders, {}),
    refetchInterval: LIVE_POLL_MS,
  })
}
