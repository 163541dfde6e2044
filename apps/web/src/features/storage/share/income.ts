const PERCENT = 100n

/** What a node earns, in units of 10^-12 TTC: whole gigabytes, of which so many percent are in use, at so much per GB and day. */
export function incomeOf(
  { gigabytes, percent, days }: { gigabytes: number; percent: number; days: number },
  gigabyteDayPlanck: bigint,
): bigint {
  return (BigInt(gigabytes) * BigInt(percent) * BigInt(days) * gigabyteDayPlanck) / PERCENT
}

/** How much of the network's space is in use now, in whole percent; undefined where there is none. */
export function percentInUse(usedBytes: bigint, availableBytes: bigint): number | undefined {
  const total = usedBytes + availableBytes
  return total === 0n ? undefined : Number((usedBytes * PERCENT) / total)
}
