/** Income of a service earned linearly by whole seconds (decision 10). Pure and exact: bigint only. */

const MS_PER_SECOND = 1000n
const MS_PER_DAY = 86_400_000n

/**
 * How much of `totalFen` is earned at `now` of a service from `start` to `end`, rounded down to whole fen and whole
 * seconds. It never falls over time, is 0 up to the start and exactly `totalFen` from the end on. So parts cleared at any
 * moments always add up to the total.
 */
export function accruedFen(totalFen: bigint, start: Date, end: Date, now: Date): bigint {
  const lengthMs = BigInt(end.getTime() - start.getTime())
  const elapsedMs = BigInt(now.getTime() - start.getTime())
  if (elapsedMs >= lengthMs) return totalFen
  if (elapsedMs <= 0n) return 0n
  const wholeSecondsMs = (elapsedMs / MS_PER_SECOND) * MS_PER_SECOND
  return (totalFen * wholeSecondsMs) / lengthMs
}

/**
 * What such a service earns in 24 hours at its own pace, in fen, rounded down; so also of one that lasts some hours, as what
 * was earned is counted up by it.
 */
export function perDayFen(totalFen: bigint, start: Date, end: Date): bigint {
  const lengthMs = BigInt(end.getTime() - start.getTime())
  return lengthMs <= 0n ? totalFen : (totalFen * MS_PER_DAY) / lengthMs
}
