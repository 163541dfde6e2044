import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Moment, YuanText } from '../kit/shapes.ts'
import { Income, OrderCommon, orderDetailParts, orderListQuery, orderPageOf } from '../orders/shapes.ts'
import { OpenAsk, OpenDispute } from './hours.ts'

/** Orders of hours: what they add to the common part, and their lists. */

/** 0 to be served, 1 in service, 2 not cleared, 3 finished (b-markets 4). */
const ManStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

export const HumanOrder = OrderCommon.extend({
  orderSource: z.literal('manpower'),
  manStatus: ManStatus.nullable(),
  fkProductName: z.string(),
  /** The expert; empty once the expert deleted the account. */
  manRealName: z.string(),
  /** As the expert showed it; the label of an option in Chinese, and beside it in English. */
  manIdentity: z.string(),
  manIdentityEn: z.string(),
  manServeStartTime: Moment.nullable(),
  manServeEndTime: Moment.nullable(),
  manWorkingHourId: z.string(),
  manWorkingRequire: z.string(),
  /** Hours bought, what one cost, and those given back. */
  hours: z.number().int(),
  hourSalary: YuanText,
  returnedHours: z.number().int(),
  /** Hours that the buyer wants back and the expert has not answered for. */
  openAsk: OpenAsk.nullable(),
  /** The dispute that was handed over to the staff and has not ended; the order is on hold while there is one. */
  openDispute: OpenDispute.nullable(),
  /** A ruling of the staff ended it: nobody accepted, and maybe nothing was delivered. */
  isRuled: z.boolean(),
  purchaser: z.string(),
})

export const HumanOrderDetail = HumanOrder.extend(orderDetailParts)

export const listHumanConsume = route({
  id: 'orders.list-human-consume',
  method: 'GET',
  path: '/api/order/order/manpower/consume/page',
  summary: 'Experts one hired: orders, newest first',
  auth: 'user',
  query: orderListQuery,
  ok: orderPageOf(HumanOrder),
})

export const listHumanProfit = route({
  id: 'orders.list-human-profit',
  method: 'GET',
  path: '/api/order/order/manpower/profit/page',
  summary: 'Hires of oneself, newest first, with income',
  auth: 'user',
  query: orderListQuery,
  ok: orderPageOf(HumanOrder.extend({ income: Income })),
})

export const humanOrderRoutes = [listHumanConsume, listHumanProfit] as const
