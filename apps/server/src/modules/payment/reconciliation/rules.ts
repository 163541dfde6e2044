/** Pure decisions of reconciliation. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Two clocks: what we booked in the last minutes of a day may stand in the next day's bill, so it is judged with that one. */
const SKEW_MS = 15 * MINUTE_MS

/** The time of ours that is compared with the bills up to that day. */
export function windowOf({ fromAt, untilAt }: { fromAt: Date; untilAt: Date }): { from: Date; until: Date } {
  return { from: new Date(fromAt.getTime() - SKEW_MS), until: new Date(untilAt.getTime() - SKEW_MS) }
}

/** A bill that could not be fetched or read is tried again soon; later days wait for it that long and no longer. */
const UNKNOWN_MS = 5 * MINUTE_MS
const PARKED_AFTER_TRIES = 6
/** Whatever the bill of one day is, the others are wanted: that day is tried now and then beside them. */
export const PARKED_MS = HOUR_MS

/** What follows when a day could not be compared. */
export function onFailure(tries: number): { isParked: boolean; afterMs: number } {
  const isParked = tries >= PARKED_AFTER_TRIES
  return { isParked, afterMs: isParked ? PARKED_MS : UNKNOWN_MS }
}

/** One that is not there yet, later. */
export const ABSENT_MS = 30 * MINUTE_MS
/** A day without a movement never gets a bill; one with movements is waited for much longer, with an alarm. */
const EMPTY_AFTER_MS = 14 * HOUR_MS
const GIVEN_UP_AFTER_MS = 72 * HOUR_MS

/** What follows when there is no bill: wait on, or take it that none will come. `late`: somebody should look. */
export function onAbsent(day: { readyAt: Date; now: Date }, hasMovements: boolean): 'wait' | 'late' | 'ends' {
  const waitedMs = day.now.getTime() - day.readyAt.getTime()
  if (waitedMs >= (hasMovements ? GIVEN_UP_AFTER_MS : EMPTY_AFTER_MS)) return 'ends'
  return waitedMs >= EMPTY_AFTER_MS ? 'late' : 'wait'
}

/** Lines are kept as long as late news may need them; a payout can come back within days, a payment is learnt within one. */
export const KEPT_DAYS = 60
