import { yuan } from '@trove/contract/kit/shapes'
import { clearAll as clearAllRoute, getIncome, setDailyClearing } from '@trove/contract/order-lists/income'
import { cancelOrder, clear, clearGet, countOrders, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { payResult, payUrl, payUrlByPost } from '@trove/contract/payment/routes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import type { ClearAll } from './income/clear-all.ts'
import type { readIncome } from './income/read.ts'
import type { createLists } from './lists/lists.ts'
import { wireCleared } from './lists/views.ts'
import type { Clearing } from './steps/clearing.ts'
import type { Life } from './steps/life.ts'
import type { createReserve } from './steps/reserve.ts'

type Services = {
  reserve: ReturnType<typeof createReserve>
  lists: ReturnType<typeof createLists>
  clearing: Clearing
  life: Life
  clearAll: ClearAll
  readIncome: (sellerId: string) => ReturnType<typeof readIncome>
}

/** Routes of orders, and the two of paying that are about an order. */
export function orderRoutes({ reserve, lists, clearing, life, ...income }: Services): ServedRoute[] {
  return [
    serve(createPayment, async ({ body }, { caller, reply }) => {
      const { orderId, url } = await reserve.createPayment(caller.userId, body)
      reply.header('x-order-id', orderId)
      return url
    }),
    serve(getOrder, ({ params }, { caller }) => lists.getOrder(caller.userId, params.id)),
    serve(countOrders, (_, { caller }) => lists.countOrders(caller.userId)),
    serve(cancelOrder, async ({ params }, { caller }) => {
      await life.cancel(caller.userId, params.id)
      return null
    }),
    serve(payResult, ({ params }, { caller }) => lists.payResult(caller.userId, params.id)),
    serve(payUrl, ({ query }, { caller }) => lists.payUrl(caller.userId, query.orderId, query.device)),
    serve(payUrlByPost, ({ body }, { caller }) => lists.payUrl(caller.userId, body.orderId, body.device)),
    ...clearRoutes(clearing),
    ...incomeRoutes(income),
  ]
}

/** The clearing call of the specification, as the old GET and as POST (decision 16). */
function clearRoutes(clearing: Clearing): ServedRoute[] {
  return [
    serve(clearGet, async ({ query }, { caller }) =>
      wireCleared(await clearing.clear(caller.userId, query.orderProductId, query.productType)),
    ),
    serve(clear, async ({ body }, { caller }) =>
      wireCleared(await clearing.clear(caller.userId, body.orderProductId, body.productType)),
    ),
  ]
}

/** What a seller earns over all kinds, and collecting all of it. */
function incomeRoutes({ clearAll, readIncome }: Pick<Services, 'clearAll' | 'readIncome'>): ServedRoute[] {
  return [
    serve(getIncome, (_, { caller }) => readIncome(caller.userId)),
    serve(clearAllRoute, async ({ query }, { caller }) => {
      const { orders, clearedFen, last } = await clearAll.clearAllOf(caller.userId, query.cursor)
      return { orders, clearedAmount: yuan(clearedFen), nextCursor: last ?? null }
    }),
    serve(setDailyClearing, async ({ body }, { caller }) => {
      await clearAll.setDaily(caller.userId, body.isDaily)
      return { isClearedDaily: body.isDaily }
    }),
  ]
}
