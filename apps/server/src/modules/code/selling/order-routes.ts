import { type CodeOrder, listCodeConsume, listCodeProfit, refundCode } from '@trove/contract/code/orders'
import type { Income } from '@trove/contract/orders/shapes'
import type { z } from 'zod'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { giveBack } from './refunds.ts'

type Order = z.input<typeof CodeOrder>
type Page<T> = { content: T[]; totalElements: number; nextCursor: string | null }

/** The lists of orders of works, and giving one back. Orders list; code names the kind. */
export function codeOrderServedRoutes(needs: CodeNeeds): ServedRoute[] {
  // What `describe` of the sellable adds is what the shapes ask for; the route checks it.
  const list = <T>(
    ...[facet, userId, query]: Parameters<typeof needs.orders.list> extends [unknown, ...infer R] ? R : never
  ) => needs.orders.list('code', facet, userId, query) as Promise<unknown> as Promise<Page<T>>
  return [
    serve(listCodeConsume, ({ query }, { caller }) => list<Order>('consume', caller.userId, query)),
    serve(listCodeProfit, ({ query }, { caller }) =>
      list<Order & { income: z.input<typeof Income> }>('profit', caller.userId, query),
    ),
    serve(refundCode, async ({ params, body }, { caller }) => {
      await giveBack(needs, { ...body, orderId: params.id, buyerId: caller.userId })
      return null
    }),
  ]
}
