/** Durations as the specification shows them (b-markets 9, decision 24): weeks under 30 days, months under 360, then years. */

export type DurationUnit = 'day' | 'week' | 'month' | 'year'

/** A duration ready to be worded: `amount` is a decimal string with at most one place, such as `1` or `1.5`. */
export type DurationParts = { amount: string; unit: DurationUnit }

/**
 * Splits whole days into the unit to show them in: under 7 days as days, under 30 as weeks, under 360 as months of 30
 * days, and 360 or more as years of 360 days.
 * @returns undefined when there is no duration (empty shows "none").
 */
export function durationParts(days: number | undefined): DurationParts | undefined {
  if (days === undefined || !Number.isFinite(days) || days <= 0) return undefined
  if (days < 7) return { amount: String(days), unit: 'day' }
  if (days < 30) return { amount: tenths(days, 7), unit: 'week' }
  if (days < 360) return { amount: tenths(days, 30), unit: 'month' }
  return { amount: tenths(days, 360), unit: 'year' }
}

function tenths(days: number, divisor: number): string {
  const value = Math.round((days * 10) / divisor)
  return value % 10 === 0 ? String(value / 10) : `${Math.floor(value / 10)}.${value % 10}`
}
