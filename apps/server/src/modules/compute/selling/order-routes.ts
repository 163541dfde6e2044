import {
  type ComputeOrder,
  clearCompute,
  clearComputeGet,
  listComputeConsume,
  listComputeProfit,
  listPurchases,
  type Purchase,
} from '@trove/contract/compute/orders'
import type { Income } from '@trove/contract/orders/shapes'
import type { z } from 'zod'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { Orders } from '../../orders/module.ts'

const KIND = 'superPoints'
type Page<T> = { content: T[]; totalElements: number; nextCursor: string | null }
type Order = z.input<typeof ComputeOrder>

/** The lists of orders of machines and their clearing by address of the specification. Orders answer; compute names the kind. */
export function computeOrderServedRoutes(orders: Pick<Orders, 'list' | 'clear'>): ServedRoute[] {
  // What `describe` of the sellable adds is what the shapes ask for; the route checks it.
  const list = <T>(...[facet, userId, query]: Parameters<Orders['list']> extends [unknown, ...infer R] ? R : never) =>
    orders.list(KIND, facet, userId, query) as Promise<unknown> as Promise<Page<T>>
  const clear = async (userId: string, orderOrProductId: string) => {
    const cleared = await orders.clear(userId, orderOrProductId, KIND)
    return { ...cleared, payoutState: cleared.payoutState ?? ('waiting' as const) }
  }
  return [
    serve(listComputeConsume, ({ query }, { caller }) => list<Order>('consume', caller.userId, query)),
    serve(listComputeProfit, ({ query }, { caller }) =>
      list<Order & { income: z.input<typeof Income> }>('profit', caller.userId, query),
    ),
    serve(listPurchases, ({ query }, { caller }) => list<z.input<typeof Purchase>>('purchase', caller.userId, query)),
    serve(clearComputeGet, ({ query }, { caller }) => clear(caller.userId, query.superPointsProductId)),
    serve(clearCompute, ({ body }, { caller }) => clear(caller.userId, body.superPointsProductId)),
  ]
}
