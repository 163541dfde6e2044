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
 * What became of cleared income. `waiting`: kept here (no account, too little, or an earlier payout is not done yet);
 * `awaiting-approval`: two people of the staff look at it first; `in-flight`: on its way; `paid`: arrived; `returned`: came
 * back after it had arrived; `failed`: never left; `declined`: the staff did not agree. After the last three it is kept here.
 */
export const PAYOUT_STATES = [
  'waiting',
  'awaiting-approval',
  'in-flight',
  'paid',
  'returned',
  'failed',
  'declined',
] as const

/**
 * How the seller's money is released from escrow (decisions 9 and 10): `linear` by the second of a service window.
 * `on-accept` all at once when the buyer accepts what was delivered, or does not respond in time. `at-end` all at once
 * when the refund window is over.
 */
export const RELEASES = ['linear', 'on-accept', 'at-end'] as const
export type Release = (typeof RELEASES)[number]

/** Who clears (decision 9): the buyer's clearing is the acceptance, the seller's takes what was earned. */
export const CLEARED_BY = {
  linear: 'seller',
  'on-accept': 'buyer',
  'at-end': 'seller',
} as const satisfies Record<Release, 'buyer' | 'seller'>

/**
 * - `to-be-paid`: holds the product until it is paid, cancelled or expired
 * - `paid`: paid, and not begun
 * - `serving`: the service window is open and income accrues by second, or the seller works on it
 * - `delivered`: waits for the buyer to accept, or for the end of the refund window
 * - `ended`: the service is over, income is not cleared yet (uncleared)
 * - `finished`: everything is cleared or refunded
 * - `closed`: never served; `closeReason` says why
 * - `refunding`, `refunded`: paid, and nothing was cleared; the buyer gets everything back
 */
export const ORDER_LIFE_STATES = [
  'to-be-paid',
  'paid',
  'serving',
  'delivered',
  'ended',
  'finished',
  'closed',
  'refunding',
  'refunded',
] as const
export type OrderLifeState = (typeof ORDER_LIFE_STATES)[number]

export type Transition = {
  from: readonly OrderLifeState[]
  /** `null`: the order stays where it is. */
  to: OrderLifeState | null
  /** Orders of which releases take it; all when it is left out. */
  releases?: readonly Release[]
  closeReason?: CloseReason
  why: string
}

/** Every way an order may change, and no other. `closeReason` is written when the order closes and never changes after. */
export const ORDER_TRANSITIONS = {
  pay: { from: ['to-be-paid'], to: 'paid', why: 'the provider confirmed the money' },
  cancel: { from: ['to-be-paid'], to: 'closed', closeReason: 'cancelled', why: 'the buyer cancelled' },
  expire: {
    from: ['to-be-paid'],
    to: 'closed',
    closeReason: 'expired',
    why: 'not paid in time; cannot be paid any more',
  },
  'fail-payment': { from: ['to-be-paid'], to: 'closed', closeReason: 'failed', why: 'the payment cannot be made' },
  begin: {
    from: ['paid'],
    to: 'serving',
    releases: ['linear', 'on-accept'],
    why: 'the market handed the product over, or the seller began to work',
  },
  'fail-service': { from: ['paid'], to: 'refunding', why: 'the market cannot serve, or nobody began in time' },
  'pay-late': { from: ['closed'], to: 'refunding', why: 'money came after the close (decision 34)' },
  refund: { from: ['refunding'], to: 'refunded', why: 'the provider gave the money back' },
  deliver: { from: ['serving'], to: 'delivered', releases: ['on-accept'], why: 'the seller handed the work in' },
  provide: { from: ['paid'], to: 'delivered', releases: ['at-end'], why: 'the buyer has the goods' },
  accept: {
    from: ['delivered'],
    to: 'ended',
    releases: ['on-accept'],
    why: 'the buyer accepted, or was silent for too long',
  },
  pass: { from: ['delivered'], to: 'ended', releases: ['at-end'], why: 'the refund window is over' },
  end: { from: ['serving'], to: 'ended', releases: ['linear'], why: 'the service window is over' },
  'refund-part': {
    from: ['paid', 'serving', 'delivered', 'ended'],
    to: null,
    why: 'some of what was not cleared goes back, and the order goes on',
  },
  'refund-all': {
    from: ['serving', 'delivered', 'ended'],
    to: 'refunding',
    why: 'all of it goes back; nothing was cleared',
  },
  finish: { from: ['ended'], to: 'finished', why: 'the rest was cleared or refunded' },
} as const satisfies Record<string, Transition>
export type OrderTransition = keyof typeof ORDER_TRANSITIONS

/** States in which a one-of product is held or in use: at most one such order per product. */
export const LIVE_ORDER_STATES = [
  'to-be-paid',
  'paid',
  'serving',
  'delivered',
] as const satisfies readonly OrderLifeState[]
/** States of an order that is a purchase: paid for and not given back. */
export const PURCHASE_STATES = [
  'paid',
  'serving',
  'delivered',
  'ended',
  'finished',
] as const satisfies readonly OrderLifeState[]
/** States in which clearing is allowed. */
export const CLEARABLE_STATES = {
  linear: ['serving', 'ended'],
  'on-accept': ['delivered'],
  'at-end': ['ended'],
} as const satisfies Record<Release, readonly OrderLifeState[]>
/** States that nothing leads out of. */
export const FINAL_ORDER_STATES = ['finished', 'refunded'] as const satisfies readonly OrderLifeState[]

/** What the views need of an order. */
export type OrderFacts = { state: OrderLifeState; closeReason: CloseReason | null }

/** `orderState` of the wire. An order refunded after it had closed stays PaymentFailed; a failed service was paid. */
export function orderState(order: OrderFacts): (typeof ORDER_STATES)[number] {
  if (order.state === 'to-be-paid') return 'ToBePaid'
  return order.closeReason === null ? 'PaymentSuccessful' : 'PaymentFailed'
}

const SERVICE_STATUS = { paid: 0, serving: 1, delivered: 2, ended: 2, finished: 3 } as const

/** How far the service is, as every kind numbers it on the wire: 0 not begun, 1 in service, 2 uncleared, 3 finished; else null. */
export function serviceStatus(state: OrderLifeState): 0 | 1 | 2 | 3 | null {
  return state in SERVICE_STATUS ? SERVICE_STATUS[state as keyof typeof SERVICE_STATUS] : null
}

/**
 * `refundState` of the wire of what was refunded, whole or in part: under way while the provider has not given all of it
 * back, else done (PaymentSuccessful, as the specification words it).
 */
export function refundState(order: {
  refundedFen: bigint
  returnedFen: bigint
}): (typeof REFUND_STATES)[number] | null {
  if (order.refundedFen === 0n) return null
  return order.returnedFen < order.refundedFen ? 'Refunding' : 'PaymentSuccessful'
}

export const TIME_LINE_STEPS = [
  ...(['created', 'paid', 'provisioning', 'serving', 'delivered', 'accepted', 'ended', 'finished'] as const),
  ...(['cleared', 'closed', 'refunding', 'refunded', 'refunded-part'] as const),
] as const
export type TimeLineStepName = (typeof TIME_LINE_STEPS)[number]
export type TimeLineEntry = { step: TimeLineStepName; at: Date | null; state: 'done' | 'now' | 'next' }

/** Steps an order without mishap passes, in order; what comes after a step is shown as next. */
const USUAL_STEPS: Record<Release, readonly TimeLineStepName[]> = {
  linear: ['created', 'paid', 'provisioning', 'serving', 'ended', 'finished'],
  'on-accept': ['created', 'paid', 'serving', 'delivered', 'accepted', 'finished'],
  'at-end': ['created', 'paid', 'delivered', 'ended', 'finished'],
}
/** Steps beside the way of an order: where it stands is the last of the others. */
const ASIDE: readonly TimeLineStepName[] = ['cleared', 'refunded-part']

/**
 * The time line of an order: what happened, in order, the last of it as `now` unless the order is over, then what usually
 * follows. `plannedEnd` is the end of a running service, as far as it is known.
 */
export function timeLine(
  order: OrderFacts & { release: Release; plannedEnd: Date | null },
  past: { step: TimeLineStepName; at: Date }[],
): TimeLineEntry[] {
  const isOver = order.closeReason !== null || (FINAL_ORDER_STATES as readonly string[]).includes(order.state)
  const steps = past.filter(
    (entry, i) => entry.step !== 'cleared' || past.findLastIndex((p) => p.step === 'cleared') === i,
  )
  const isWaiting = !isOver || order.state === 'refunding'
  const lastStanding = steps.findLastIndex((entry) => !ASIDE.includes(entry.step))
  const done: TimeLineEntry[] = steps.map((entry, i) => ({
    ...entry,
    state: isWaiting && i === lastStanding ? 'now' : 'done',
  }))
  if (order.state === 'refunding') return [...done, { step: 'refunded', at: null, state: 'next' }]
  if (isOver) return done
  const usual = USUAL_STEPS[order.release]
  const reached = Math.max(...steps.map((entry) => usual.indexOf(entry.step)))
  return [
    ...done,
    ...usual
      .slice(reached + 1)
      .map((step): TimeLineEntry => ({ step, at: step === 'ended' ? order.plannedEnd : null, state: 'next' })),
  ]
}
