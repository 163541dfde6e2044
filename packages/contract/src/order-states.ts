/**
 * The life of an order as data, and how it looks on the wire (b-markets 4; decisions 9 to 11, 33, 34). Server and screens
 * read the same table. Pure: no clock, no database.
 */

/** `orderState` of the wire. */
export const ORDER_STATES = ['ToBePaid', 'PaymentSuccessful', 'PaymentFailed'] as const
/** Why an order is PaymentFailed (decision 34). */
export const CLOSE_REASONS = ['cancelled', 'expired', 'failed'] as const
/** `refundState` of the wire: under way, or done. */
export const REFUND_STATES = ['Refunding', 'PaymentSuccessful'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/**
 * - `to-be-paid`: holds the product until it is paid, cancelled or expired
 * - `paid`: paid, the market is preparing the service
 * - `serving`: the service window is open; income accrues by second
 * - `ended`: the window is over, income is not cleared yet (uncleared)
 * - `finished`: everything is cleared
 * - `closed`: never served; `closeReason` says why
 * - `refunding`, `refunded`: paid, but not served; the buyer gets everything back
 */
export const ORDER_LIFE_STATES = [
  'to-be-paid',
  'paid',
  'serving',
  'ended',
  'finished',
  'closed',
  'refunding',
  'refunded',
] as const
export type OrderLifeState = (typeof ORDER_LIFE_STATES)[number]

type Transition = { from: OrderLifeState; to: OrderLifeState; closeReason?: CloseReason; why: string }

/** Every way an order may change, and no other. `closeReason` is written when the order closes and never changes after. */
export const ORDER_TRANSITIONS = {
  pay: { from: 'to-be-paid', to: 'paid', why: 'the provider confirmed the money' },
  cancel: { from: 'to-be-paid', to: 'closed', closeReason: 'cancelled', why: 'the buyer cancelled' },
  expire: {
    from: 'to-be-paid',
    to: 'closed',
    closeReason: 'expired',
    why: 'not paid in time; cannot be paid any more',
  },
  'fail-payment': { from: 'to-be-paid', to: 'closed', closeReason: 'failed', why: 'the payment cannot be made' },
  begin: { from: 'paid', to: 'serving', why: 'the market handed the product over' },
  'fail-service': { from: 'paid', to: 'refunding', why: 'the market cannot serve' },
  'pay-late': { from: 'closed', to: 'refunding', why: 'money came after the close (decision 34)' },
  refund: { from: 'refunding', to: 'refunded', why: 'the provider gave the money back' },
  end: { from: 'serving', to: 'ended', why: 'the service window is over' },
  finish: { from: 'ended', to: 'finished', why: 'the rest was cleared' },
} as const satisfies Record<string, Transition>
export type OrderTransition = keyof typeof ORDER_TRANSITIONS

/** States in which a one-of product is held or in use: at most one such order per product. */
export const LIVE_ORDER_STATES = ['to-be-paid', 'paid', 'serving'] as const satisfies readonly OrderLifeState[]
/** States of an order that is a purchase: paid for and not given back. */
export const PURCHASE_STATES = ['paid', 'serving', 'ended', 'finished'] as const satisfies readonly OrderLifeState[]
/** States in which income may be cleared. */
export const CLEARABLE_STATES = ['serving', 'ended'] as const satisfies readonly OrderLifeState[]
/** States that nothing leads out of. */
export const FINAL_ORDER_STATES = ['finished', 'refunded'] as const satisfies readonly OrderLifeState[]

/** What the views need of an order. */
export type OrderFacts = { state: OrderLifeState; closeReason: CloseReason | null }

/** `orderState` of the wire. An order refunded after it had closed stays PaymentFailed; a failed service was paid. */
export function orderState(order: OrderFacts): (typeof ORDER_STATES)[number] {
  if (order.state === 'to-be-paid') return 'ToBePaid'
  return order.closeReason === null ? 'PaymentSuccessful' : 'PaymentFailed'
}

const SERVICE_STATUS = { paid: 0, serving: 1, ended: 2, finished: 3 } as const

/** How far the service is, as every kind numbers it on the wire: 0 not begun, 1 in service, 2 uncleared, 3 finished; else null. */
export function serviceStatus(state: OrderLifeState): 0 | 1 | 2 | 3 | null {
  return state in SERVICE_STATUS ? SERVICE_STATUS[state as keyof typeof SERVICE_STATUS] : null
}

/** `refundState` of the wire: under way, or done (PaymentSuccessful, as the specification words it). */
export function refundState(state: OrderLifeState): (typeof REFUND_STATES)[number] | null {
  if (state === 'refunding') return 'Refunding'
  return state === 'refunded' ? 'PaymentSuccessful' : null
}

/** Steps an order without mishap passes, in order; what comes after a step is shown as next. */
const USUAL_STEPS = ['created', 'paid', 'provisioning', 'serving', 'ended', 'finished'] as const
export const TIME_LINE_STEPS = [...USUAL_STEPS, 'cleared', 'closed', 'refunding', 'refunded'] as const
export type TimeLineStepName = (typeof TIME_LINE_STEPS)[number]
export type TimeLineEntry = { step: TimeLineStepName; at: Date | null; state: 'done' | 'now' | 'next' }

/**
 * The time line of an order: what happened, in order, the last of it as `now` unless the order is over, then what usually
 * follows. `plannedEnd` is the end of a running service.
 */
export function timeLine(
  order: OrderFacts & { plannedEnd: Date | null },
  past: { step: TimeLineStepName; at: Date }[],
): TimeLineEntry[] {
  const isOver = order.closeReason !== null || (FINAL_ORDER_STATES as readonly string[]).includes(order.state)
  const steps = past.filter(
    (entry, i) => entry.step !== 'cleared' || past.findLastIndex((p) => p.step === 'cleared') === i,
  )
  const isWaiting = !isOver || order.state === 'refunding'
  const lastStanding = steps.findLastIndex((entry) => entry.step !== 'cleared')
  const done: TimeLineEntry[] = steps.map((entry, i) => ({
    ...entry,
    state: isWaiting && i === lastStanding ? 'now' : 'done',
  }))
  if (order.state === 'refunding') return [...done, { step: 'refunded', at: null, state: 'next' }]
  if (isOver) return done
  const reached = Math.max(...steps.map((entry) => USUAL_STEPS.indexOf(entry.step as (typeof USUAL_STEPS)[number])))
  return [
    ...done,
    ...USUAL_STEPS.slice(reached + 1).map(
      (step): TimeLineEntry => ({ step, at: step === 'ended' ? order.plannedEnd : null, state: 'next' }),
    ),
  ]
}
