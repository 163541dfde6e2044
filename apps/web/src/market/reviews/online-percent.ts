const PERCENT = 100

/**
 * How much of a service something answered, as text of two decimals, rounded down: a single silent minute never reads as
 * 100%. Undefined before a minute was served.
 */
export function onlinePercent({ servedMinutes, silentMinutes }: { servedMinutes: number; silentMinutes: number }) {
  if (servedMinutes <= 0) return undefined
  const part = Math.max(0, servedMinutes - silentMinutes) / servedMinutes
  return `${(Math.floor(part * PERCENT * PERCENT) / PERCENT).toFixed(2).replace(/\.00$/, '')}%`
}
