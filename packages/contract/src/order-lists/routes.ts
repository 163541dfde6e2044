import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Nothing, YuanInput, yuan } from '../kit/shapes.ts'
import { ClearedByEither, clearErrors } from '../orders/shapes.ts'
import { PAY_METHODS } from '../payment/routes.ts'
import { orderChoiceErrors, orderChoices, orderDetails, PRODUCT_TYPES } from './kinds.ts'

/** Calls on orders of every kind. States: `orders/states.ts`; what a kind adds: `kinds.ts`. */

/** Minutes an unpaid order holds the goods (decision 33). */
export const ORDER_EXPIRY_MINUTES = 15
/** Minutes before its end up to which a service can be renewed: its payment must come before the end. */
export const RENEWAL_UNTIL_MINUTES = 5
/** Days after the end of service when what was not cleared is cleared without asking (decision 10). */
export const AUTO_CLEAR_DAYS = 7

export const PaymentRequest = z.strictObject({
  productId: Id,
  productType: z.enum(PRODUCT_TYPES),
  payMethod: z.enum(PAY_METHODS).optional(),
  device: z.enum(['pc', 'mobile']).optional(),
  /** The buyer ticked that virtual goods are not returned without reason (decision 8). */
  confirmed: z.boolean().optional(),
  /** An order of one’s own in service that this one is to go on with, from its end on; of kinds that can be renewed. */
  renews: Id.optional(),
  /** What the buyer was shown as its price, in yuan: `orders.price-changed` where it costs something else by now. */
  expectedAmount: YuanInput.transform((fen) => yuan(fen)).optional(),
  /**
   * Numbers that the buyer was shown of it, by the names that its order has for them, and `periodDays`:
   * `orders.product-changed` where its order would have others.
   */
  expectedFacts: z.record(z.string().max(40), z.number()).optional(),
  /** What the buyer chose of the product; refused by a kind that has no such choice. */
  ...orderChoices,
})

export const createPayment = route({
  id: 'orders.create-payment',
  method: 'POST',
  path: '/api/order/order/create/payment',
  summary: 'Reserve the product, make an order and answer the cashier address; the order id comes as header X-Order-Id',
  auth: 'user',
  body: PaymentRequest,
  /** The cashier address to open. */
  ok: z.string(),
  errors: [
    ...orderChoiceErrors,
    'orders.choice-unsupported',
    'orders.not-found',
    'orders.not-renewable',
    'orders.already-renewed',
    'orders.renewal-late',
    'orders.own-product',
    'orders.price-changed',
    'orders.product-changed',
    'orders.product-taken',
    'orders.product-unavailable',
    'orders.product-type-unsupported',
    'orders.too-many-unpaid',
    'payment.wechat-unsupported',
    'payment.failed',
    'payment.unavailable',
    'request.idempotency-mismatch',
    'request.in-progress',
  ],
})

/** One order with its time line; which facts it has follows from `orderSource`. */
export const OrderDetail = z.discriminatedUnion('orderSource', orderDetails)

export const getOrder = route({
  id: 'orders.get',
  method: 'GET',
  path: '/api/order/order/query/{id}',
  summary: 'One order of one’s own, as buyer or seller, with its time line',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: OrderDetail,
  errors: ['orders.not-found'],
})

export const cancelOrder = route({
  id: 'orders.cancel',
  method: 'POST',
  path: '/api/order/order/cancel/{id}',
  summary: 'Cancel an unpaid order of one’s own and release the product',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['orders.not-found', 'orders.not-cancelable'],
})

export const clearGet = route({
  id: 'orders.clear-get',
  method: 'GET',
  path: '/api/order/order/liquidation',
  summary: 'Clear or accept by order and product type (old clients)',
  auth: 'user',
  isUnsafeGet: true,
  query: z.object({ orderProductId: Id, productType: z.enum(PRODUCT_TYPES) }),
  ok: ClearedByEither,
  errors: [...clearErrors, 'orders.order-id-needed', 'orders.product-type-unsupported'],
})

export const clear = route({
  id: 'orders.clear',
  method: 'POST',
  path: '/api/order/order/liquidation',
  summary:
    'Clear by order and product type: the seller takes what was earned; the buyer of an order that waits for it accepts, by the order’s own id when there are several of the product',
  auth: 'user',
  body: z.strictObject({ orderProductId: Id, productType: z.enum(PRODUCT_TYPES) }),
  ok: ClearedByEither,
  errors: [...clearErrors, 'orders.order-id-needed', 'orders.product-type-unsupported'],
})

export const countOrders = route({
  id: 'orders.count',
  method: 'GET',
  path: '/api/order/order/count',
  summary: 'How many orders one has of each kind: bought, sold, and purchases that are or were served',
  auth: 'user',
  ok: z.array(
    z.object({
      productType: z.enum(PRODUCT_TYPES),
      consume: z.number().int(),
      profit: z.number().int(),
      purchases: z.number().int(),
    }),
  ),
})

export const ordersRoutes = [createPayment, getOrder, countOrders, cancelOrder, clearGet, clear] as const
