import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment } from '../kit/shapes.ts'
import {
  Cleared,
  clearErrors,
  Income,
  OrderCommon,
  orderDetailParts,
  orderListQuery,
  orderPageOf,
} from '../orders/shapes.ts'
import { ComputeVerification, OfferedGpu } from './shapes.ts'

/** Orders of the compute market: what its order adds to the common part, its lists, and clearing by its own address. */

/** 0 provisioning (ours, decision 11), 1 servicing, 2 uncleared, 3 finished. */
export const SuperPointsStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

/** An open case as its order tells of it: whose turn it is, and until when. */
const OpenFault = z.object({
  awaits: z.enum(['seller', 'buyer', 'staff']),
  /** Null while the staff rules, for which no time is promised. */
  until: Moment.nullable(),
  /** Of a contested silence, whether its buyer has said something to it; null for what a buyer reported. */
  contest: z.enum(['unanswered', 'answered']).nullable(),
})

export const ComputeOrder = OrderCommon.extend({
  orderSource: z.literal('superPoints'),
  superPointsStatus: SuperPointsStatus.nullable(),
  cpuCores: z.number().int(),
  ramSize: z.number().int(),
  diskSize: z.number().int(),
  bandwidth: z.number().int(),
  operationSystem: z.string(),
  gpu: OfferedGpu,
  /** Days; 0 of a lease by the hour. */
  servePeriod: z.number().int(),
  /** Hours of a lease by the hour, else null. */
  serveHours: z.number().int().nullable(),
  /** The order of the same machine that this one goes on with: paid, it waits for that one’s end. */
  renewsOrderId: Id.nullable(),
  /** Its renewal is prepared before its end; said to its buyer alone. */
  isAutoRenewed: z.boolean(),
  /** The case that is not settled, of several the one whose turn ends first: nothing is collected meanwhile. */
  openFault: OpenFault.nullable(),
  /** Resource id a person can quote. */
  authId: z.string(),
  serveStartTime: Moment.nullable(),
  serveEndTime: Moment.nullable(),
  /** Nickname of the buyer, on the seller's page. */
  purchaser: z.string(),
  sharer: z.string(),
})

export const ComputeOrderDetail = ComputeOrder.extend(orderDetailParts)

export const listComputeConsume = route({
  id: 'orders.list-compute-consume',
  method: 'GET',
  path: '/api/order/order/super/points/consume/page',
  summary: 'Machines one rented: orders, newest first; `name` searches number, resource id and sharer',
  auth: 'user',
  query: orderListQuery,
  ok: orderPageOf(ComputeOrder),
})

export const listComputeProfit = route({
  id: 'orders.list-compute-profit',
  method: 'GET',
  path: '/api/order/order/super/points/profit/page',
  summary: 'Orders of machines one shares, newest first, with income',
  auth: 'user',
  query: orderListQuery,
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
  gpu: OfferedGpu,
  servePeriod: z.number().int(),
  serveHours: z.number().int().nullable(),
  renewsOrderId: Id.nullable(),
  authId: z.string(),
  serveStartTime: Moment.nullable(),
  serveEndTime: Moment.nullable(),
  sharer: z.string(),
  superPointsStatus: SuperPointsStatus,
  verification: ComputeVerification,
  /** The machine can be rented now. */
  isOnMarket: z.boolean(),
  /** Its renewal is prepared before its end. */
  isAutoRenewed: z.boolean(),
})

export const listPurchases = route({
  id: 'orders.list-purchases',
  method: 'GET',
  path: '/api/order/order/my/bug/super/points',
  summary: 'Machines one has on lease now or had',
  auth: 'user',
  query: orderListQuery,
  ok: orderPageOf(Purchase),
})

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

export const computeOrderRoutes = [
  listComputeConsume,
  listComputeProfit,
  listPurchases,
  clearComputeGet,
  clearCompute,
] as const
