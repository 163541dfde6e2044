import {
  cancelOrder,
  clear,
  clearCompute,
  clearComputeGet,
  clearGet,
  createPayment,
  getOrder,
  listComputeConsume,
  listComputeProfit,
  listPurchases,
} from '@trove/contract/orders'
import { payResult, payUrl, payUrlByPost } from '@trove/contract/payment'
import { formatYuan } from '@trove/units/money'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import type { createLists } from './lists/lists.ts'
import type { Cleared, Clearing } from './steps/clearing.ts'
import type { Life } from './steps/life.ts'
import type { createReserve } from './steps/reserve.ts'

type Services = {
  reserve: ReturnType<typeof createReserve>
  lists: ReturnType<typeof createLists>
  clearing: Clearing
  life: Life
}

/** Routes of orders, and the two of paying that are about an order. */
export function orderRoutes({ reserve, lists, clearing, life }: Services): ServedRoute[] {
  return [
    serve(createPayment, async ({ body }, { caller, reply }) => {
      const { orderId, url } = await reserve.createPayment(caller.userId, body)
      reply.header('x-order-id', orderId)
      return url
    }),
    serve(listComputeConsume, ({ query }, { caller }) => lists.listConsume(caller.userId, query)),
    serve(listComputeProfit, ({ query }, { caller }) => lists.listProfit(caller.userId, query)),
    serve(listPurchases, ({ query }, { caller }) => lists.listPurchases(caller.userId, query)),
    serve(getOrder, ({ params }, { caller }) => lists.getOrder(caller.userId, params.id)),
    serve(cancelOrder, async ({ params }, { caller }) => {
      await life.cancel(caller.userId, params.id)
      return null
    }),
    serve(payResult, ({ params }, { caller }) => lists.payResult(caller.userId, params.id)),
    serve(payUrl, ({ query }, { caller }) => lists.payUrl(caller.userId, query.orderId, query.device)),
    serve(payUrlByPost, ({ body }, { caller }) => lists.payUrl(caller.userId, body.orderId, body.device)),
    ...clearRoutes(clearing),
  ]
}

/** The two clearing calls of the specification, each as the old GET and as POST (decision 16). */
function clearRoutes(clearing: Clearing): ServedRoute[] {
  return [
    serve(clearComputeGet, async ({ query }, { caller }) =>
      wireCleared(await clearing.clear(caller.userId, query.superPointsProductId, 'superPoints')),
    ),
    serve(clearCompute, async ({ body }, { caller }) =>
      wireCleared(await clearing.clear(caller.userId, body.superPointsProductId, 'superPoints')),
    ),
    serve(clearGet, async ({ query }, { caller }) =>
      wireCleared(await clearing.clear(caller.userId, query.orderProductId, query.productType)),
    ),
    serve(clear, async ({ body }, { caller }) =>
      wireCleared(await clearing.clear(caller.userId, body.orderProductId, body.productType)),
    ),
  ]
}

function wireCleared(cleared: Cleared) {
  return {
    clearedAmount: formatYuan(cleared.clearedFen),
    totalClearedAmount: formatYuan(cleared.totalClearedFen),
    payoutState: cleared.payoutState,
  }
}
