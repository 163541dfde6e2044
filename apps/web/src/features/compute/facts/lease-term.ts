import i18next from 'i18next'
import { formatDay, formatMoment } from '../../../lib/shown/format.ts'
import { moneyText, perDayText } from '../../../lib/shown/money.ts'

/** What a lease costs a day and until when it lasts, in words: for the card, the detail and the settlement desk. */

const DAY_MS = 86_400_000
type Terms = { price: string; servePeriod: number }

/** The price of one day, such as "¥8.00 a day"; undefined while it cannot be told. */
function perDayWords({ price, servePeriod }: Terms): string | undefined {
  const amount = perDayText(price, servePeriod)
  return amount && i18next.t('compute.perDay', { amount: moneyText(amount) })
}

/** When a lease bought at `now` ends. */
function endOf({ servePeriod }: Terms, now: Date): string {
  return new Date(now.getTime() + servePeriod * DAY_MS).toISOString()
}

/** The price of a day and the day a lease bought now ends, in one line. */
export function leaseTermText(terms: Terms, now: Date): string {
  const until = i18next.t('compute.until', { when: formatDay(endOf(terms, now)) })
  return [perDayWords(terms), until].filter(Boolean).join(' · ')
}

/** Until when a lease bought now lasts, to the minute (decision 24). */
export function leaseEndText(terms: Terms, now: Date): string {
  return i18next.t('compute.detail.endsOn', { when: formatMoment(endOf(terms, now)) })
}
