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
const SLOW_MS = 10 * MINUTE_MS

/** Since the attempt began (money.md C.2, sweeper). */
const LOOKS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]
/** A renewal may wait for a day: who paid it, and whose notification was lost, is not left alone with that until its end. */
const EVERY_MS = 30 * MINUTE_MS
/** What was paid in time is found while it can still be served: at its end an order may be gone before its attempt is asked about. */
const BEFORE_END_MS = 3 * MINUTE_MS
/** Since it was closed without the provider having seen it: its clock may run behind ours. */
const LATE_LOOKS_MS = [10 * MINUTE_MS, 60 * MINUTE_MS]
/** Questions without a clear answer: soon, then every minute, then every ten. */
const UNCLEAR_SOON_MS = 15 * SECOND_MS
const UNCLEAR_SOON_LOOKS = 8
const UNCLEAR_MINUTE_LOOKS = 30
/** About four hours without a clear answer: a closed attempt is then left to a person. */
export const MOST_UNCLEAR_LOOKS = 50
/**
 * A notification that says "paid" is asked about until the provider agrees: what answers questions may lag behind what
 * sends notifications. The pause is as long as it was waited already, and after a day a person has to look.
 */
const CLAIM_FIRST_MS = 2 * SECOND_MS
const CLAIM_LONGEST_MS = 60 * MINUTE_MS
const CLAIM_ENDS_MS = 24 * 60 * MINUTE_MS
/** So long nothing is closed against such a notification. */
export const CLAIM_HOLDS_MINUTES = 20
/** Past its end an attempt is only waiting to be closed. */
const CLOSING_MS = 30 * SECOND_MS
/** An open attempt or a refund that takes longer than this raises an alarm. */
export const OVERDUE_MINUTES = 30

/** When to ask about an open attempt after a look that settled nothing. */
export function nextLook(attempt: { createdAt: Date; expiresAt: Date; isCloseWanted: boolean }, now: Date): Date {
  const { createdAt, expiresAt, isCloseWanted } = attempt
  if (isCloseWanted || now >= expiresAt) return new Date(now.getTime() + CLOSING_MS)
  const [began, ends] = [createdAt.getTime(), expiresAt.getTime()]
  const regular = began + (Math.floor((now.getTime() - began) / EVERY_MS) + 1) * EVERY_MS
  const planned = [...LOOKS_MS.map((ms) => began + ms), regular, ends - BEFORE_END_MS, ends]
  return new Date(Math.min(...planned.filter((ms) => ms > now.getTime())))
}

/** When to look once more at an attempt closed unseen; null when it has been long enough. */
export function nextLateLook(closedAt: Date, expiresAt: Date, now: Date): Date | null {
  const from = Math.max(closedAt.getTime(), expiresAt.getTime())
  const next = LATE_LOOKS_MS.map((ms) => from + ms).find((ms) => ms > now.getTime())
  return next === undefined ? null : new Date(next)
}

/** After how long an attempt is asked about again when that many questions in a row brought no clear answer. */
export function retryUnclearMs(looks: number): number {
  if (looks <= UNCLEAR_SOON_LOOKS) return UNCLEAR_SOON_MS
  return looks <= UNCLEAR_MINUTE_LOOKS ? MINUTE_MS : SLOW_MS
}

/** After how long a notification that says "paid" is asked about again while the provider denies it; null after a day. */
export function retryClaimMs(receivedAt: Date, now: Date): number | null {
  const ageMs = now.getTime() - receivedAt.getTime()
  return ageMs >= CLAIM_ENDS_MS ? null : Math.min(Math.max(ageMs, CLAIM_FIRST_MS), CLAIM_LONGEST_MS)
}

/** Whether an attempt that is not paid may be closed at the provider now. */
export function isToBeClosed(
  attempt: { state: AttemptState; expiresAt: Date; isCloseWanted: boolean },
  now: Date,
): boolean {
  return attempt.state === 'closed' || attempt.isCloseWanted || now >= attempt.expiresAt
}

/** A refund without any clear answer for so many days is shown to the cashier; so long a proposal waits for evidence. */
export const UNCLEAR_DAYS = 3

/** A minute after it was sent; the provider may need some seconds until it has anything to say. */
const PENDING_ASKS = 3

/**
 * Whether a refund is sent again, under its own number, after a question about it. "Not done yet" is also what the provider
 * says of one it never received or that failed there, so asking alone could go on for ever. A number it has is done once.
 */
export function isToBeSentAgain(outcome: 'absent' | 'refused' | 'pending' | 'done' | 'unknown', asks: number): boolean {
  return outcome === 'absent' || outcome === 'refused' || (outcome === 'pending' && asks >= PENDING_ASKS)
}

const FIRST_RETRY_MS = 5 * SECOND_MS
const EVERY_MINUTE_ASKS = 11

/** After how long a refund or transfer of unknown outcome is asked about again: soon once, every minute x 10, then every ten. */
export function retryAfterMs(asks: number): number {
  if (asks <= 1) return FIRST_RETRY_MS
  return asks <= EVERY_MINUTE_ASKS ? MINUTE_MS : SLOW_MS
}

/** Our number for giving back a payment that cannot be served (C.2, step 12). */
export function unservableNumber(orderId: string, attemptId: string): string {
  return `R-${orderId}-${attemptId}`
}
