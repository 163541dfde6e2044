/** What a lease that its buyer ends early costs. Pure and exact: bigint only; server, screens and documents read this one rule. */

const MS_PER_DAY = 86_400_000

/** How a lease of so much for so many days is divided when it is ended at `now`. */
export type StopShares = {
  /** Days that have begun: they stay paid, the first from the first moment on. */
  usedDays: number
  /** Whole days that have not begun. */
  unusedDays: number
  /** Goes back to the buyer: the price of the days not begun, rounded down to the fen. */
  backFen: bigint
  /** Stays the seller's: all the rest. */
  keptFen: bigint
}

/**
 * The rule of ending a lease early: whole days that have not begun go back. A day is 24 hours from the beginning of the
 * lease. It is rounded here and nowhere else; both parts are always the whole price. Trove takes no fee for it.
 */
export function stopShares(amountFen: bigint, periodDays: number, serveStart: Date, now: Date): StopShares {
  const passed = Math.floor((now.getTime() - serveStart.getTime()) / MS_PER_DAY)
  const usedDays = Math.min(periodDays, Math.max(0, passed) + 1)
  const unusedDays = periodDays - usedDays
  const backFen = (amountFen * BigInt(unusedDays)) / BigInt(periodDays)
  return { usedDays, unusedDays, backFen, keptFen: amountFen - backFen }
}
