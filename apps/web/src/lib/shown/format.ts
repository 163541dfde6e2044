import { type DurationParts, durationParts } from '@trove/units/duration'
import i18next from 'i18next'
import { currentLanguage } from '../session/language.ts'

/** How figures, times and durations are written: by Intl in the reader's language and zone, and by the texts' units. */

const STYLES = {
  date: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  weekday: { month: 'short', day: 'numeric', weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
const formats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(style: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${currentLanguage()}-${style}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(currentLanguage(), STYLES[style])
    formats.set(key, format)
  }
  return format
}

/** A moment to the minute in the reader's zone; an absent one is a dash. */
export function formatMoment(moment: string | null | undefined): string {
  return moment ? dateFormat('minute').format(new Date(moment)) : '–'
}

/** From one moment to another, to the minute; what both share, such as the day, is said once. */
export function formatSpan(from: string, to: string): string {
  // Intl writes Chinese ranges with slashes, unlike every other date of the site.
  if (formatDay(from) !== formatDay(to)) return `${formatMoment(from)} – ${formatMoment(to)}`
  return `${formatMoment(from)} – ${dateFormat('time').format(new Date(to))}`
}

/** A day in the reader's zone. */
export function formatDay(moment: string | null | undefined): string {
  return moment ? dateFormat('date').format(new Date(moment)) : '–'
}

/** A day of the calendar such as 2026-11-22, which is the same day in every zone. */
export function formatCalendarDay(day: string): string {
  // Noon of the reader's zone, so that the one format of days shows this day and no other.
  return formatDay(`${day}T12:00:00`)
}

/** A day of the calendar with its weekday, without the year. */
export function formatWeekday(day: string): string {
  return dateFormat('weekday').format(new Date(`${day}T12:00:00`))
}

/** Names of the days of the week from Monday. */
export function weekdayNames(): { short: string; long: string }[] {
  const [short, long] = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(currentLanguage(), { weekday, timeZone: 'UTC' }),
  )
  // The first of January 2024 was a Monday.
  const days = Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2024, 0, 1 + n)))
  return days.map((day) => ({ short: short!.format(day), long: long!.format(day) }))
}

/** A whole number with the language's grouping. */
export function formatCount(value: number): string {
  return new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 }).format(value)
}

const durationKeys = {
  day: 'units.duration.day',
  week: 'units.duration.week',
  month: 'units.duration.month',
  year: 'units.duration.year',
} as const satisfies Record<DurationParts['unit'], string>

/** Days as the specification shows them (weeks, months of 30, years of 360); empty shows "none". */
export function formatPeriod(days: number | undefined): string {
  const parts = durationParts(days)
  return parts
    ? i18next.t(durationKeys[parts.unit], { amount: parts.amount, count: Number(parts.amount) })
    : i18next.t('common.none')
}

/** How long until `end`, in the two largest units of days, hours and minutes; nothing negative. */
export function formatLeft(end: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((end.getTime() - now.getTime()) / 60_000))
  const parts = [
    { amount: Math.floor(minutes / 1_440), key: 'units.left.day' },
    { amount: Math.floor(minutes / 60) % 24, key: 'units.left.hour' },
    { amount: minutes % 60, key: 'units.left.minute' },
  ] as const
  const first = parts.findIndex(({ amount }) => amount > 0)
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2)
  return shown.map(({ amount, key }) => i18next.t(key, { count: amount })).join(' ')
}

/** "3 minutes ago" in the reader's language; `now` is business time (`useNow`), which may be some seconds behind the moment. */
export function formatAgo(moment: string, now: Date): string {
  const seconds = Math.min(0, Math.round((new Date(moment).getTime() - now.getTime()) / 1000))
  const relative = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' })
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ]
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  return relative.format(seconds, 'second')
}
