import { ContractError } from '@trove/contract/errors'
import type { CloseReason, OrderLifeState } from '@trove/contract/order-states'
import type { ProductType } from '@trove/contract/product-types'
import { accruedFen, perDayFen } from '@trove/units/accrual'

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
  periodDays: number
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
}

/**
 * Seconds between two clearings of an order in service, so that doubled or parallel requests make one payout and not
 * several of a fen each. The last clearing never waits.
 */
export const CLEARING_PAUSE_SECONDS = 10

/**
 * One-of goods a buyer may hold at once without having paid: enough to compare them at the cashier, too few to take a
 * market off the shelves.
 */
export const MOST_UNPAID_GOODS = 5

/** Minutes after its expiry when an unpaid order is asked about by orders themselves (money and safety C.1). */
export const EXPIRY_GRACE_MINUTES = 2

/** Minutes after which a paid order that neither serves nor is refunded raises the alarm. */
export const PAID_ALARM_MINUTES = 15

type Earning = Pick<OrderRow, 'state' | 'amountFen' | 'clearedFen' | 'serveStartAt' | 'serveEndAt'>
export type IncomeFen = { accruedFen: bigint; clearedFen: bigint; clearableFen: bigint; perDayFen: bigint }

/** What the seller earned of an order up to now; nothing before the service and nothing of a refunded order. */
export function incomeOf(order: Earning, now: Date): IncomeFen {
  const { serveStartAt: start, serveEndAt: end, amountFen, clearedFen } = order
  if (!start || !end) return { accruedFen: 0n, clearedFen, clearableFen: 0n, perDayFen: 0n }
  const earned = accruedFen(amountFen, start, end, now)
  // Another process may have read a later moment first: what is cleared stays earned.
  const isBehind = earned < clearedFen
  const accrued = isBehind ? clearedFen : earned
  const isRunning = order.state === 'serving' && now < end
  return {
    accruedFen: accrued,
    clearedFen,
    clearableFen: accrued - clearedFen,
    perDayFen: isRunning ? perDayFen(amountFen, start, end) : 0n,
  }
}

/**
 * What a clearing at this moment pays.
 * @throws ContractError `orders.not-clearable` when there is no service to clear, `orders.nothing-to-clear` when all that
 * accrued is cleared already
 */
export function requireClearable(order: Earning & Pick<OrderRow, 'lastClearedAt'>, now: Date): { amountFen: bigint } {
  if (order.state === 'finished') throw new ContractError('orders.nothing-to-clear')
  if (order.state !== 'serving' && order.state !== 'ended') throw new ContractError('orders.not-clearable')
  const { clearableFen } = incomeOf(order, now)
  const pauseEnd = order.lastClearedAt ? order.lastClearedAt.getTime() + CLEARING_PAUSE_SECONDS * 1000 : 0
  const isTooSoon = order.state === 'serving' && now.getTime() < pauseEnd
  if (clearableFen <= 0n || isTooSoon) throw new ContractError('orders.nothing-to-clear')
  return { amountFen: clearableFen }
}

/** The service is over at `now`, whether or not the sweep has seen it yet. */
export function isOver(order: Pick<OrderRow, 'state' | 'serveEndAt'>, now: Date): boolean {
  return order.state === 'serving' && order.serveEndAt !== null && now >= order.serveEndAt
}
