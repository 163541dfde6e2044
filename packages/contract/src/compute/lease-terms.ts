/** How long a lease is, and what one that its buyer ends early costs. Pure and exact: bigint only; server, screens and documents read these rules. */

const HOUR_MS = 3_600_000
const HOURS_PER_DAY = 24

/** Most hours that are bought at once: a week. */
export const LEASE_HOURS_MAX = 168

/** The length of a lease: whole days or, of one by the hour, whole hours. One of the two is null. */
export type LeaseTerm = { periodDays: number | null; periodHours: number | null }

/** The same in hours. */
export function termHours({ periodDays, periodHours }: LeaseTerm): number {
  return periodHours ?? HOURS_PER_DAY * (periodDays ?? 0)
}

/** What an hour costs at the price of the whole term, rounded up to the fen: what a seller is shown beside the field. */
export function evenHourFen(priceFen: bigint, periodDays: number): bigint {
  const hours = BigInt(HOURS_PER_DAY * periodDays)
  return (priceFen + hours - 1n) / hours
}

/** How a lease of so much is divided when it is ended at `now`. */
export type StopShares = {
  /** A lease by the day is counted in days, one by the hour in hours. */
  unit: 'day' | 'hour'
  /** Days or hours that have begun: they stay paid, the first from the first moment on. */
  used: number
  /** Whole ones that have not begun. */
  unused: number
  /** When the next one begins, or the lease ends. */
  nextAt: Date
  /** Goes back to the buyer: the price of those not begun, rounded down to the fen. */
  backFen: bigint
  /** Stays the seller's: all the rest. */
  keptFen: bigint
}

/**
 * The rule of ending a lease early: whole days that have not begun go back, of a lease by the hour whole hours. A day is
 * 24 hours from the beginning of the lease. It is rounded here and nowhere else; both parts are always the whole price.
 * Trove takes no fee for it.
 */
export function stopShares(amountFen: bigint, term: LeaseTerm, serveStart: Date, now: Date): StopShares {
  const unit = term.periodHours === null ? 'day' : 'hour'
  const unitMs = unit === 'day' ? HOURS_PER_DAY * HOUR_MS : HOUR_MS
  const count = term.periodHours ?? term.periodDays ?? 0
  const passed = Math.floor((now.getTime() - serveStart.getTime()) / unitMs)
  const used = Math.min(count, Math.max(0, passed) + 1)
  const unused = count - used
  const backFen = (amountFen * BigInt(unused)) / BigInt(count)
  const nextAt = new Date(serveStart.getTime() + used * unitMs)
  return { unit, used, unused, nextAt, backFen, keptFen: amountFen - backFen }
}

/** A ruling about a lease: so much of what was left of the price went back. */
export type RuledShare = { refundFen: bigint; restFen: bigint }

/**
 * What days not begun still cost after rulings. A ruling gives a part of the whole rest back, so it takes the same share of
 * each day in that rest: a day never goes back by a ruling and once more in full. Days not begun are never cleared, so they
 * are in the rest of every ruling. Rounded down to the fen, once.
 */
export function leftAfterRulings(fen: bigint, ruled: readonly RuledShare[]): bigint {
  const left = ruled.reduce((product, { refundFen, restFen }) => product * (restFen - refundFen), fen)
  return left / ruled.reduce((product, { restFen }) => product * restFen, 1n)
}
