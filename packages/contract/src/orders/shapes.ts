import { z } from 'zod'
import { Id, Moment, pageOf, paging, queryText, YuanText } from '../kit/shapes.ts'
import { CLOSE_REASONS, ORDER_STATES, PAYOUT_STATES, REFUND_STATES, TIME_LINE_STEPS } from './states.ts'

/** What orders of every kind have in common; each market's order extends it in a file of its own. */

export const OrderCommon = z.object({
  id: Id,
  fkProductId: Id,
  /** Its kind, which each market's order says. */
  orderSource: z.string(),
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

export const orderListQuery = z.object({
  ...paging(10),
  /** Searches order number, resource id and the other side's nickname. */
  name: queryText(60),
  sort: z.preprocess((v) => (v === '' ? undefined : v), z.enum(ORDER_SORTS).optional()),
  /** The former page's `nextCursor`: continues right after it whatever was added meanwhile; `page` is not looked at then. */
  cursor: z.preprocess((v) => (v === '' ? undefined : v), Id.optional()),
})

/** One page of orders; `nextCursor` is null on the last page. */
export function orderPageOf<T extends z.ZodType>(item: T) {
  return pageOf(item).extend({ nextCursor: Id.nullable() })
}

/** One step of an order's time line. */
export const TimeLineStep = z.object({
  step: z.enum(TIME_LINE_STEPS),
  at: Moment.nullable(),
  state: z.enum(['done', 'now', 'next']),
})

/** What the page of one order adds to its kind's own facts. */
export const orderDetailParts = {
  role: z.enum(['buyer', 'seller']),
  income: Income.nullable(),
  /** Of the seller: each clearing, when it was made, and where its money is now. */
  payouts: z.array(z.object({ amount: YuanText, at: Moment, state: z.enum(PAYOUT_STATES) })),
  timeLine: z.array(TimeLineStep),
}

export const Cleared = z.object({
  clearedAmount: YuanText,
  totalClearedAmount: YuanText,
  payoutState: z.enum(['waiting', 'awaiting-approval', 'in-flight']),
})
/** The same of a call that buyers make, too: where the seller's money is does not concern them. */
export const ClearedByEither = Cleared.extend({ payoutState: Cleared.shape.payoutState.nullable() })
export const clearErrors = [
  'orders.not-found',
  'orders.nothing-to-clear',
  'orders.not-clearable',
  'orders.held',
] as const
