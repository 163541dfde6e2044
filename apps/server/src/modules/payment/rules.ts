/** Pure decisions of paying: the life of an attempt, and when the provider is asked about what. */

export type AttemptState = 'open' | 'paid' | 'refunding' | 'refunded' | 'closed'

/** Which state may follow which. A closed attempt can still turn out to have been paid: late money is money. */
export const ATTEMPT_MOVES: Record<AttemptState, readonly AttemptState[]> = {
  open: ['paid', 'refunding', 'closed'],
  closed: ['paid', 'refunding'],
  paid: ['refunded'],
  refunding: ['refunded'],
  refunded: [],
}

/** States from which an attempt may come to `to`. */
export function sourcesOf(to: AttemptState): AttemptState[] {
  return (Object.keys(ATTEMPT_MOVES) as AttemptState[]).filter((from) => ATTEMPT_MOVES[from].includes(to))
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Since the attempt began (money and safety, C.2, sweeper). */
const LOOKS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS]
/** Since it was closed without the provider having seen it: its clock may run behind ours. */
const LATE_LOOKS_MS = [10 * MINUTE_MS, 60 * MINUTE_MS]
/** Past its end an attempt is only waiting to be closed. */
const CLOSING_MS = 30 * SECOND_MS
/** An open attempt or a refund that takes longer than this is somebody's business. */
export const OVERDUE_MINUTES = 30

/** When to ask about an open attempt after a look that settled nothing. */
export function nextLook(attempt: { createdAt: Date; expiresAt: Date; isCloseWanted: boolean }, now: Date): Date {
  const { createdAt, expiresAt, isCloseWanted } = attempt
  const planned = [...LOOKS_MS.map((ms) => createdAt.getTime() + ms), expiresAt.getTime()].sort((a, b) => a - b)
  const next = planned.find((ms) => ms > now.getTime())
  if (isCloseWanted || next === undefined || now >= expiresAt) return new Date(now.getTime() + CLOSING_MS)
  return new Date(next)
}

/** When to look once more at an attempt closed unseen; null when it has been long enough. */
export function nextLateLook(closedAt: Date, expiresAt: Date, now: Date): Date | null {
  const from = Math.max(closedAt.getTime(), expiresAt.getTime())
  const next = LATE_LOOKS_MS.map((ms) => from + ms).find((ms) => ms > now.getTime())
  return next === undefined ? null : new Date(next)
}

/** Whether an attempt that is not paid may be closed at the provider now. */
export function isToBeClosed(attempt: { expiresAt: Date; isCloseWanted: boolean }, now: Date): boolean {
  return attempt.isCloseWanted || now >= attempt.expiresAt
}

const FIRST_RETRY_MS = 5 * SECOND_MS
const EVERY_MINUTE_ASKS = 11
const SLOW_MS = 10 * MINUTE_MS

/** After how long a refund or transfer of unknown outcome is asked about again: soon once, every minute x 10, then every ten. */
export function retryAfterMs(asks: number): number {
  if (asks <= 1) return FIRST_RETRY_MS
  return asks <= EVERY_MINUTE_ASKS ? MINUTE_MS : SLOW_MS
}

/** Our number for giving back a payment that cannot be served (C.2, step 12). */
export function unservableNumber(orderId: string, attemptId: string): string {
  return `R-${orderId}-${attemptId}`
}
