import type { ORDER_STATES } from '../orders/states.ts'

/** What screens read of a compute order at a moment: the time left of its lease, and what a role can do. Pure. */

const MS_PER_DAY = 86_400_000

/** What a purchase card says about the time left; words are the screen's. */
export type LeaseNotice =
  | { kind: 'serving' }
  | { kind: 'expires-in'; days: number }
  | { kind: 'expires-soon' }
  | { kind: 'hidden' }

/**
 * 1 to 7 whole days left: expires in N days; under one day but not negative: expires soon; negative: hidden (b-markets 4).
 * Of a lease of some hours, which is not among that rule's days, only the last tenth expires soon.
 */
export function leaseNotice(serveStart: Date, serveEnd: Date, now: Date): LeaseNotice {
  const leftMs = serveEnd.getTime() - now.getTime()
  if (leftMs < 0) return { kind: 'hidden' }
  const wholeMs = serveEnd.getTime() - serveStart.getTime()
  const isOfHours = wholeMs > 0 && wholeMs < MS_PER_DAY
  if (isOfHours && !isLeaseEnding(serveStart, serveEnd, now)) return { kind: 'serving' }
  const days = Math.floor(leftMs / MS_PER_DAY)
  if (days < 1) return { kind: 'expires-soon' }
  return days <= 7 ? { kind: 'expires-in', days } : { kind: 'serving' }
}

const ENDING_MS = 3 * MS_PER_DAY
const ENDING_PART = 10

/** Whether a lease comes to its end: its last tenth or its last three days have begun, whichever is shorter. */
export function isLeaseEnding(serveStart: Date, serveEnd: Date, now: Date): boolean {
  const wholeMs = serveEnd.getTime() - serveStart.getTime()
  return serveEnd.getTime() - now.getTime() <= Math.min(ENDING_MS, wholeMs / ENDING_PART)
}

/** The wire's facts that decide what a person can do with an order. */
export type OrderOnWire = {
  orderState: (typeof ORDER_STATES)[number]
  superPointsStatus: 0 | 1 | 2 | 3 | null
  expiresAt: string
  serveEndTime: string | null
}

export type OrderAction = 'pay' | 'cancel' | 'open-access' | 'clear'

/**
 * What a role can do with an order at this moment. Buyer: pay (until it expires) and cancel what is to be paid, see the
 * login of what is in service. Seller: clear while serving and after the end (decision 10).
 */
export function orderActions(order: OrderOnWire, role: 'buyer' | 'seller', now: Date): OrderAction[] {
  if (role === 'seller') return order.superPointsStatus === 1 || order.superPointsStatus === 2 ? ['clear'] : []
  if (order.orderState === 'ToBePaid') return new Date(order.expiresAt) > now ? ['pay', 'cancel'] : ['cancel']
  const isOpen = order.serveEndTime !== null && new Date(order.serveEndTime) > now
  return order.superPointsStatus === 1 && isOpen ? ['open-access'] : []
}
