import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Day, Id, Moment, YuanText } from '../kit/shapes.ts'
import { PRODUCT_TYPES } from './kinds.ts'

/** What a seller earns over all kinds of orders. */

/** Days the figures look back, today among them; days are those of Shanghai. */
export const INCOME_DAYS = 30
/** Most goods listed, those that earned most first. */
export const INCOME_GOODS_MAX = 100
/** Orders that one call collects at most. */
export const CLEAR_AT_ONCE = 200

const Growing = {
  /** Earned and not collected yet. */
  clearableAmount: YuanText,
  /** What running leases earn a day, for the client to count up between two answers. */
  perDayAmount: YuanText,
}

/** One thing sold, with what its orders earned. */
export const EarningGoods = z.object({
  productType: z.enum(PRODUCT_TYPES),
  productId: Id,
  /** What it is called, as it was sold last; null of machines, which are known by their resource id. */
  name: z.string().nullable(),
  ...Growing,
  /** Earned in the days looked back on. */
  earnedAmount: YuanText,
  /** Seconds of these days in which it was in service. */
  servedSeconds: z.number().int(),
  /** Its order in service, and when that ends; null while there is none. */
  orderId: Id.nullable(),
  serveEndTime: Moment.nullable(),
})

export const SellerIncome = z.object({
  ...Growing,
  /** Earned, and not to be collected until what its buyers reported is decided; no part of `clearableAmount`. */
  undecidedAmount: YuanText,
  /** What can be collected grows by so much a day: `perDayAmount` without what is to be decided. */
  clearablePerDayAmount: YuanText,
  /** Paid by buyers and held until it is earned. */
  heldAmount: YuanText,
  /** Earned today, and in all the days looked back on. */
  todayAmount: YuanText,
  earnedAmount: YuanText,
  /** Until when `perDayAmount` holds: the next end of a running lease, or of the day. Null when nothing grows. */
  growsUntil: Moment.nullable(),
  /** The most that can be clearable by then, and earned today. */
  clearableLimit: YuanText,
  todayLimit: YuanText,
  /** Business time of the figures, and when the days looked back on began. */
  asOf: Moment,
  since: Moment,
  /** The oldest first; their sum is `earnedAmount`. */
  days: z.array(z.object({ date: Day, amount: YuanText })),
  goods: z.array(EarningGoods),
  /** What was earned is collected each day without asking. */
  isClearedDaily: z.boolean(),
})

export const getIncome = route({
  id: 'orders.income',
  method: 'GET',
  path: '/api/order/income',
  summary: 'What one earns as a seller: now, today, by day and by what is sold; days in Asia/Shanghai',
  auth: 'user',
  ok: SellerIncome,
})

export const clearAll = route({
  id: 'orders.clear-all',
  method: 'POST',
  path: '/api/order/income/clear',
  summary: 'Collect what all of one’s orders earned and is not collected yet, at most 200 orders a call',
  auth: 'user',
  /** The former call's `nextCursor`: goes on right behind it, whatever the orders before it earned meanwhile. */
  query: z.object({ cursor: z.preprocess((v) => (v === '' ? undefined : v), Id.optional()) }),
  ok: z.object({
    /** Orders that had something to collect, and what it was together. */
    orders: z.number().int(),
    clearedAmount: YuanText,
    /** The last order that was come to, when the limit of one call was reached and there may be more; else null. */
    nextCursor: Id.nullable(),
  }),
})

export const setDailyClearing = route({
  id: 'orders.set-daily-clearing',
  method: 'PUT',
  path: '/api/order/income/daily',
  summary: 'Have what one earned collected each day without asking, or not any more',
  auth: 'user',
  body: z.strictObject({ isDaily: z.boolean() }),
  ok: z.object({ isClearedDaily: z.boolean() }),
})

export const incomeRoutes = [getIncome, clearAll, setDailyClearing] as const
