import { ContractError } from '@trove/contract/errors/codes'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import { CLEARABLE_STATES, type CloseReason, type OrderLifeState, type Release } from '@trove/contract/orders/states'
import { accruedFen, perDayFen } from '@trove/units/accrual'
import type { Timeouts } from './sellable.ts'

/** Pure decisions about orders: money earned and what may be cleared now. */

/** An order as its table holds it. */
export type OrderRow = {
  id: string
  outTradeNo: string
  productType: ProductType
  productId: string
  buyerId: string
  sellerId: string
  amountFen: bigint
  release: Release
  periodDays: number | null
  /** Whole hours of a service sold by the hour; then there are no days. */
  periodHours: number | null
  snapshot: Record<string, unknown>
  state: OrderLifeState
  closeReason: CloseReason | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
  paidAttemptId: string | null
  serveStartAt: Date | null
  serveEndAt: Date | null
  clearedFen: bigint
  clearingCount: number
  lastClearedAt: Date | null
  refundedFen: bigint
  refundCount: number
  returnedFen: bigint
  deliveredAt: Date | null
  dueAt: Date | null
  dueCount: number
  /** Since when nothing happens by itself, and how long it was so before in this state. */
  duePausedAt: Date | null
  dueShiftMs: bigint
  /** The order it goes on with; it begins where that one ends. */
  renews: string | null
}
/** An order at a moment of business time, and what it had earned by then (`order_earned_fen`). */
export type OrderAt = OrderRow & { now: Date; earnedFen: bigint }

/**
 * Seconds between two clearings of an order in service, so that doubled or parallel requests make one payout and not
 * several of a fen each. The last clearing never waits.
 */
export const CLEARING_PAUSE_SECONDS = 10

/**
 * Orders of all kinds a buyer may hold at once without having paid: enough to compare them at the cashier, too few to take a
 * market off the shelves.
 */
export const MOST_UNPAID_GOODS = 5

/** Minutes after its expiry when an unpaid order is asked about by orders themselves (money.md C.1). */
export const EXPIRY_GRACE_MINUTES = 2

/** Minutes after which a paid order that neither serves nor is refunded raises the alarm. */
export const PAID_ALARM_MINUTES = 15

/** Keys of refunds the program makes by itself, of orders not served and not delivered; their reasons are its own words. */
export const UNSERVED = 'unserved'
export const UNDELIVERED = 'undelivered'

export type IncomeFen = { accruedFen: bigint; clearedFen: bigint; clearableFen: bigint; perDayFen: bigint }

/** What the seller earned of an order up to now; nothing before the service and nothing of a refunded order. */
export function incomeOf(order: OrderAt): IncomeFen {
  const { serveStartAt: start, serveEndAt: end, amountFen, clearedFen, earnedFen, now } = order
  // Another process may have read a later moment first: what is cleared stays earned.
  const isBehind = earnedFen < clearedFen
  const accruedFen = isBehind ? clearedFen : earnedFen
  const isRunning = order.release === 'linear' && order.state === 'serving' && start && end && now < end
  const isRising = isRunning && accruedFen < amountFen - order.refundedFen
  return {
    accruedFen,
    clearedFen,
    clearableFen: accruedFen - clearedFen,
    perDayFen: isRising ? perDayFen(amountFen, start, end) : 0n,
  }
}

/**
 * What a clearing at this moment pays. An accepted order is `ended` by then. `unearnedFen`: not
 * earned although its time has passed, which counts until the end.
 * @throws ContractError `orders.not-clearable` when there is no service to clear, `orders.nothing-to-clear` when all that
 * accrued is cleared already
 */
export function requireClearable(order: OrderAt, unearnedFen = 0n): { amountFen: bigint } {
  if (order.state === 'finished') throw new ContractError('orders.nothing-to-clear')
  const states: readonly OrderLifeState[] = [...CLEARABLE_STATES[order.release], 'ended']
  if (!states.includes(order.state)) throw new ContractError('orders.not-clearable')
  const income = incomeOf(order)
  const freeFen = unearnedFen > 0n ? passedFen(order) - unearnedFen - order.clearedFen : income.clearableFen
  const clearableFen = income.clearableFen < freeFen ? income.clearableFen : freeFen
  const pauseEnd = order.lastClearedAt ? order.lastClearedAt.getTime() + CLEARING_PAUSE_SECONDS * 1000 : 0
  const isTooSoon = order.state === 'serving' && order.now.getTime() < pauseEnd
  if (clearableFen <= 0n || isTooSoon) throw new ContractError('orders.nothing-to-clear')
  return { amountFen: clearableFen }
}

/** What the time that has passed of a linear order costs, whatever went back. */
function passedFen({ amountFen, serveStartAt: start, serveEndAt: end, now }: OrderAt): bigint {
  return start && end ? accruedFen(amountFen, start, end, now) : 0n
}

/** What is left to clear or to refund. */
export function openFen(order: Pick<OrderRow, 'amountFen' | 'clearedFen' | 'refundedFen'>): bigint {
  return order.amountFen - order.clearedFen - order.refundedFen
}

/** By which transition an order is over at `now`, whether or not the sweep has seen it yet; undefined while it is not. */
export function overBy(order: OrderRow, now: Date): 'end' | 'pass' | undefined {
  if (order.state === 'serving' && order.release === 'linear' && order.serveEndAt && now >= order.serveEndAt)
    return 'end'
  if (order.state === 'delivered' && order.release === 'at-end' && order.dueAt && now >= order.dueAt) return 'pass'
  return undefined
}

/** The moments after a delivery at which something happens, in days; the last is the acceptance or the end of the window. */
function momentsOf(release: Release, { warnAfterDays, acceptDays }: Timeouts): number[] {
  if (acceptDays === undefined) return []
  return release === 'on-accept' ? [...(warnAfterDays ?? []), acceptDays] : [acceptDays]
}

/**
 * Refuses terms under which money would stay in escrow or a reminder come after its time.
 * @throws Error (a bug of the market)
 */
export function requireSound({ kind, release, timeouts }: { kind: ProductType; release: Release; timeouts: Timeouts }) {
  const moments = momentsOf(release, timeouts)
  if (release !== 'linear' && moments.length === 0) throw new Error(`${kind} is ${release} and needs acceptDays`)
  if ([moments, lateMoments(timeouts).slice(1)].some((all) => all.some((days, i) => days <= (all[i - 1] ?? 0))))
    throw new Error(`the days of ${kind} do not rise: ${moments.join(', ')}; ${lateMoments(timeouts).join(', ')}`)
}

/** The moments after the agreed time to deliver at which something happens, in days: that time itself, reminders, the end. */
function lateMoments({ lateDays, lateWarnAfterDays = [] }: Timeouts): number[] {
  return lateDays === undefined ? [0] : [0, ...lateWarnAfterDays, lateDays]
}

/** Days after the delivery when the next thing happens, `done` of them having happened; undefined when nothing follows. */
export function dueDays(release: Release, timeouts: Timeouts, done: number): number | undefined {
  return momentsOf(release, timeouts)[done]
}

const DAY_MS = 86_400_000

type Turn = { keys: string[]; until: Date }

/** What a paid order of work by a person asks of its seller: to begin, before the buyer's money goes back. */
export function sellerTurnOf({ id, state, release, dueAt, duePausedAt }: OrderAt): Turn | undefined {
  if (state !== 'paid' || release !== 'on-accept' || !dueAt || duePausedAt) return undefined
  return { keys: [`orders.paid:${id}`], until: dueAt }
}

/**
 * What a delivered order asks of its buyer, as long as its clock runs: to accept it, until silence counts. Undefined where
 * nobody is waited for.
 */
export function buyerTurnOf(order: OrderAt, timeouts: Timeouts): Turn | undefined {
  const { id, state, release, dueAt, duePausedAt } = order
  if (state !== 'delivered' || release !== 'on-accept' || !dueAt || duePausedAt) return undefined
  const reminders = (timeouts.warnAfterDays ?? []).map((_, done) => `orders.accept-soon:${id}:${done}`)
  const until = nextDue({ ...order, now: dueAt }, timeouts)?.last ?? dueAt
  return { keys: [`orders.delivered:${id}`, ...reminders], until }
}

type Waiting = Pick<
  OrderAt,
  'release' | 'state' | 'serveStartAt' | 'periodDays' | 'deliveredAt' | 'dueCount' | 'dueShiftMs' | 'now'
>

/**
 * When the next thing happens after the one due now, and when silence counts; undefined when the one due now is the last.
 * A reminder that came late, because nothing ran, puts off what follows: between two of them is a day, or less only where
 * the market wants less.
 */
export function nextDue(order: Waiting, timeouts: Timeouts): { next: Date; last: Date } | undefined {
  const isDelivered = order.state === 'delivered'
  const moments = isDelivered ? momentsOf(order.release, timeouts) : lateMoments(timeouts)
  const since = isDelivered
    ? order.deliveredAt!.getTime()
    : order.serveStartAt!.getTime() + (order.periodDays ?? 0) * DAY_MS
  let at = order.now.getTime()
  const planned = moments.slice(order.dueCount + 1).map((days, i) => {
    const gapMs = (days - moments[order.dueCount + i]!) * DAY_MS
    at = Math.max(since + Number(order.dueShiftMs) + days * DAY_MS, at + Math.min(gapMs, DAY_MS))
    return new Date(at)
  })
  const [next] = planned
  return next && { next, last: planned.at(-1)! }
}
