import { MOVED_ALONE_FEN } from '@trove/contract/kit/staff-roles'

/** Pure decisions of the wallet. */

/** The provider moves nothing smaller, and no more than this at once (its limits, in fen). */
export const LEAST_PAYOUT_FEN = 10n
export const MOST_PAYOUT_FEN = 5_000_000n

/** How much of the payable balance one payout takes; undefined when there is too little. The rest follows when it is done. */
export function payoutAmount(payableFen: bigint): bigint | undefined {
  if (payableFen < LEAST_PAYOUT_FEN) return undefined
  return payableFen < MOST_PAYOUT_FEN ? payableFen : MOST_PAYOUT_FEN
}

/** How many of the staff have to agree, each another person and none of them the payee (docs/adr/0003). */
export const APPROVALS_NEEDED = 2

/** A seller should not wait longer than a day for the staff. */
export const APPROVAL_ALARM_HOURS = 24

/**
 * Nothing large leaves on one person's word (money.md B). `sentAloneFen`: what left on the same day of Shanghai without two
 * people. Parts of a large sum are a large sum.
 */
export function needsApproval(amountFen: bigint, sentAloneFen: bigint): boolean {
  return sentAloneFen + amountFen > MOVED_ALONE_FEN
}

/**
 * Hours in which a receiving account gets nothing that was bound without a code sent to the owner's phone: time to hear
 * of it, should somebody else hold a key to the session (money.md D).
 */
export const HOLD_HOURS = 24

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** After how long a payout of unknown outcome is asked about again: soon once, every minute x 10, then every ten (C.2). */
export function retryAfterMs(asks: number): number {
  if (asks <= 1) return 5 * SECOND_MS
  return asks <= 11 ? MINUTE_MS : 10 * MINUTE_MS
}

/** Since it was paid: when it is looked at again, because money can come back days later. */
const WATCH_MS = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, 168 * HOUR_MS]

export function nextWatch(paidAt: Date, now: Date): Date | null {
  const next = WATCH_MS.map((ms) => paidAt.getTime() + ms).find((ms) => ms > now.getTime())
  return next === undefined ? null : new Date(next)
}

/** A payout that takes longer raises an alarm. */
export const OVERDUE_MINUTES = 30
