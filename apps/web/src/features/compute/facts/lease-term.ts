import i18next from 'i18next'
import { formatDay, formatMoment, formatPeriod } from '../../../lib/shown/format.ts'
import { fenOf, moneyText, perDayText } from '../../../lib/shown/money.ts'

/** What a lease costs a day and until when it lasts, in words: for the card, the detail and the settlement desk. */

const HOUR_MS = 3_600_000
/** Days, or of a lease by the hour its hours. */
export type Term = { servePeriod: number; serveHours?: number | null }
type Terms = Term & { price: string; hourPrice?: string | null }

/** How long a lease is, in words. */
export function termText({ servePeriod, serveHours }: Term): string {
  return serveHours ? i18next.t('units.left.hour', { count: serveHours }) : formatPeriod(servePeriod)
}

/** The same in hours. */
export function hoursOf({ servePeriod, serveHours }: Term): number {
  return serveHours ?? 24 * servePeriod
}

/** The price of one day, such as "¥8.00 a day", or of one hour; undefined while it cannot be told. */
function perUnitWords({ price, servePeriod, serveHours, hourPrice }: Terms): string | undefined {
  if (serveHours) return hourPrice ? perHourWords(hourPrice) : undefined
  const amount = perDayText(price, servePeriod)
  return amount && i18next.t('compute.perDay', { amount: moneyText(amount) })
}

/** The price of an hour, such as "¥1.25 an hour". */
export function perHourWords(hourPrice: string): string {
  return i18next.t('compute.term.perHour', { amount: moneyText(hourPrice) })
}

/** What so many hours cost, in yuan. */
export function hoursFen(hourPrice: string, hours: number): bigint {
  return fenOf(hourPrice) * BigInt(hours)
}

/** When a lease bought at `now` ends. */
function endOf(terms: Term, now: Date): string {
  return new Date(now.getTime() + hoursOf(terms) * HOUR_MS).toISOString()
}

/** The prices of a day and of an hour, and the day a lease bought now ends, in one line. */
export function leaseTermText(terms: Terms, now: Date): string {
  const until = i18next.t('compute.until', { when: formatDay(endOf(terms, now)) })
  const perHour = terms.hourPrice ? perHourWords(terms.hourPrice) : undefined
  // A line breaks between the parts, never inside a date.
  return [perUnitWords(terms), perHour, until].flatMap((part) => part?.replaceAll(' ', '\u00A0') ?? []).join(' · ')
}

/** Until when a lease bought now lasts, to the minute (decision 24). */
export function leaseEndText(terms: Term, now: Date): string {
  return i18next.t('compute.detail.endsOn', { when: formatMoment(endOf(terms, now)) })
}
