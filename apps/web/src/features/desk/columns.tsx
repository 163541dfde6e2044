import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { formatMoment } from '../../lib/shown/format.ts'
import { moneyText } from '../../lib/shown/money.ts'

/** Columns that the tables of several desks have. */

/** Since when a row waits: a moment as the server says it. */
export function sinceColumn<T>(t: TFunction, momentOf: (row: T) => string) {
  return {
    id: 'since',
    label: t('desk.columns.since'),
    cell: (row) => <time dateTime={momentOf(row)}>{formatMoment(momentOf(row))}</time>,
    phone: 'line',
  } satisfies DataColumn<T>
}

/** How much it is about, in yuan. */
export function amountColumn<T extends { amount: string }>(t: TFunction) {
  return {
    id: 'amount',
    label: t('desk.columns.amount'),
    cell: ({ amount }) => moneyText(amount),
    isNumber: true,
    phone: 'end',
  } satisfies DataColumn<T>
}
