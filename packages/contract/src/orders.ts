import { z } from 'zod'
import { ComputeVerification } from './compute-shapes.ts'
import { route } from './kit/route.ts'
import { Id, Moment, Nothing, pageOf, paging, personText, queryText, YuanText } from './kit/shapes.ts'
import { CLOSE_REASONS, ORDER_STATES, REFUND_STATES, TIME_LINE_STEPS } from './order-states.ts'
import { PAY_METHODS } from './payment.ts'
import { PAYOUT_STATES } from './wallet.ts'

/** The life of an order, the order lists of compute, and clearing. States: `order-states.ts`. */

/** Wire names of what can be sold (decisions, Names): superPoints is compute, manpower is talent. */
export const PRODUCT_TYPES = ['superPoints', 'code', 'manpower'] as const

/** Minutes an unpaid order holds the goods (decision 33). */
export const ORDER_EXPIRY_MINUTES = 15
/** Days after the end of service when what was not cleared is cleared without asking (decision 10). */
export const AUTO_CLEAR_DAYS = 7

export const PaymentRequest = z.strictObject({
  productId: Id,
  productType: z.enum(PRODUCT_TYPES),
  payMethod: z.enum(PAY_METHODS).optional(),
  device: z.enum(['pc', 'mobile']).optional(),
  /** The buyer ticked that virtual goods are not returned without reason (decision 8). */
  confirmed: z.boolean().optional(),
  manWorkingHourId: Id.optional(),
  manWorkingRequire: personText(0, 2000).optional(),
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
    'orders.own-product',
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

const OrderCommon = z.object({
  id: Id,
  fkProductId: Id,
  orderSource: z.enum(PRODUCT_TYPES),
  outTradeNo: z.string(),
  orderState: z.enum(ORDER_STATES),
  closeReason: z.enum(CLOSE_REASONS).nullable(),
  totalAmount: YuanText,
  /** Trove's fee within the total (decision 50: nothing for now). */
  feeAmount: YuanText,
  tradingPlatform: z.enum(['Alipay', 'WeChat']),
  cstCreate: Moment,
  /** Until when an unpaid order holds the goods. */
  expiresAt: Moment,
  paidAt: Moment.nullable(),
  refund: YuanText.nullable(),
  refundState: z.enum(REFUND_STATES).nullable(),
})

/** 0 provisioning (ours, decision 11), 1 servicing, 2 uncleared, 3 finished. */
export const SuperPointsStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

export const ComputeOrder = OrderCommon.extend({
  superPointsStatus: SuperPointsStatus.nullable(),
  cpuCores: z.number().int(),
  ramSize: z.number().int(),
  diskSize: z.number().int(),
  bandwidth: z.number().int(),
  operationSystem: z.string(),
  servePeriod: z.number().int(),
  /** Resource id a person can quote. */
  authId: z.string(),
  serveStartTime: Moment.nullable(),
  serveEndTime: Moment.nullable(),
  /** Nickname of the buyer, on the seller's page. */
  purchaser: z.string(),
  sharer: z.string(),
})

/** What the seller earned of an order (linear by second, decision 10). */
export const Income = z.object({
  accruedAmount: YuanText,
  clearedAmount: YuanText,
  clearableAmount: YuanText,
  /** Income per day while serving, for the client to count up between two answers. */
  perDayAmount: YuanText,
  /** Business time the figures were taken at. */
  asOf: Moment,
})

export const ORDER_SORTS = ['newest', 'oldest'] as const

const listQuery = z.object({
  ...paging(10),
  /** Searches order number, resource id and the other side's nickname. */
  name: queryText(60),
  sort: z.preprocess((v) => (v === '' ? undefined : v), z.enum(ORDER_SORTS).optional()),
  /** The former page's `nextCursor`: continues right after it whatever was added meanwhile; `page` is not looked at then. */
  cursor: z.preprocess((v) => (v === '' ? undefined : v), Id.optional()),
})

/** One page of orders; `nextCursor` is null on the last page. */
function orderPageOf<T extends z.ZodType>(item: T) {
  return pageOf(item).extend({ nextCursor: Id.nullable() })
}

export const listComputeConsume = route({
  id: 'orders.list-compute-consume',
  method: 'GET',
  path: '/api/order/order/super/points/consume/page',
  summary: 'Machines one rented: orders, newest first; `name` searches number, resource id and sharer',
  auth: 'user',
  query: listQuery,
  ok: orderPageOf(ComputeOrder),
})

export const listComputeProfit = route({
  id: 'orders.list-compute-profit',
  method: 'GET',
  path: '/api/order/order/super/points/profit/page',
  summary: 'Orders of machines one shares, newest first, with income',
  auth: 'user',
  query: listQuery,
  ok: orderPageOf(ComputeOrder.extend({ income: Income })),
})

export const Purchase = z.object({
  orderId: Id,
  fkProductId: Id,
  cpuCores: z.number().int(),
  ramSize: z.number().int(),
  diskSize: z.number().int(),
  bandwidth: z.number().int(),
  operationSystem: z.string(),
  servePeriod: z.number().int(),
  authId: z.string(),
  serveStartTime: Moment.nullable(),
  serveEndTime: Moment.nullable(),
  sharer: z.string(),
  superPointsStatus: SuperPointsStatus,
  verification: ComputeVerification,
})

export const listPurchases = route({
  id: 'orders.list-purchases',
  method: 'GET',
  path: '/api/order/order/my/bug/super/points',
  summary: 'Machines one has on lease now or had',
  auth: 'user',
  query: listQuery,
  ok: orderPageOf(Purchase),
})

/** One step of an order's time line. */
export const TimeLineStep = z.object({
  step: z.enum(TIME_LINE_STEPS),
  at: Moment.nullable(),
  state: z.enum(['done', 'now', 'next']),
})

export const OrderDetail = ComputeOrder.extend({
  role: z.enum(['buyer', 'seller']),
  income: Income.nullable(),
  /** Of the seller: each clearing, when it was made, and where its money is now. */
  payouts: z.array(z.object({ amount: YuanText, at: Moment, state: z.enum(PAYOUT_STATES) })),
  timeLine: z.array(TimeLineStep),
})

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

const Cleared = z.object({
  clearedAmount: YuanText,
  totalClearedAmount: YuanText,
  payoutState: z.enum(['waiting', 'awaiting-approval', 'in-flight']),
})
const clearErrors = ['orders.not-found', 'orders.nothing-to-clear', 'orders.not-clearable'] as const

export const clearComputeGet = route({
  id: 'orders.clear-compute-get',
  method: 'GET',
  path: '/api/order/order/liquidation/super/points',
  summary:
    'Clear the accrued income of an order one sold (old clients); superPointsProductId is the order id or the product id',
  auth: 'user',
  isUnsafeGet: true,
  query: z.object({ superPointsProductId: Id }),
  ok: Cleared,
  errors: clearErrors,
})

export const clearCompute = route({
  id: 'orders.clear-compute',
  method: 'POST',
  path: '/api/order/order/liquidation/super/points',
  summary: 'Clear the accrued income of an order one sold',
  auth: 'user',
  body: z.strictObject({ superPointsProductId: Id }),
  ok: Cleared,
  errors: clearErrors,
})

export const clearGet = route({
  id: 'orders.clear-get',
  method: 'GET',
  path: '/api/order/order/liquidation',
  summary: 'Clear by order and product type (old clients)',
  auth: 'user',
  isUnsafeGet: true,
  query: z.object({ orderProductId: Id, productType: z.enum(PRODUCT_TYPES) }),
  ok: Cleared,
  errors: [...clearErrors, 'orders.product-type-unsupported'],
})

export const clear = route({
  id: 'orders.clear',
  method: 'POST',
  path: '/api/order/order/liquidation',
  summary: 'Clear by order and product type',
  auth: 'user',
  body: z.strictObject({ orderProductId: Id, productType: z.enum(PRODUCT_TYPES) }),
  ok: Cleared,
  errors: [...clearErrors, 'orders.product-type-unsupported'],
})

export const ordersRoutes = [
  createPayment,
  listComputeConsume,
  listComputeProfit,
  listPurchases,
  getOrder,
  cancelOrder,
  clearComputeGet,
  clearCompute,
  clearGet,
  clear,
] as const
