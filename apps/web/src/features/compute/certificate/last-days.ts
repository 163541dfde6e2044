import type { Certificate } from './shapes.ts'

type Day = Certificate['perDay'][number]
export type DayState = { day: string; reached: 'all' | 'some' | 'none' | 'unchecked' }

const DAY_MS = 86_400_000
const CHINA_MS = 8 * 3_600_000

/** The last days of China Standard Time up to a moment, oldest first: whether the checks of each reached the machine. */
export function lastDays(days: readonly Day[], until: string, count: number): DayState[] {
  const known = new Map(days.map((one) => [one.day, one]))
  const end = new Date(until).getTime() + CHINA_MS
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(end - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10)
    const one = known.get(day)
    if (!one) return { day, reached: 'unchecked' }
    return { day, reached: one.reached === one.checks ? 'all' : one.reached === 0 ? 'none' : 'some' }
  })
}
