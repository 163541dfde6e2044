import { StatusBadge } from '@trove/ui/feedback/status-badge'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { amountColumn, sinceColumn } from '../columns.tsx'
import { DeskTable } from '../desk-table.tsx'
import { type Parked, useParked } from '../queries.ts'
import { ParkedCase, parkedLook } from './parked-case.tsx'

const columnsOf = (t: TFunction): DataColumn<Parked>[] => [
  { id: 'number', label: t('desk.refunds.orderNumber'), cell: ({ number }) => number },
  {
    id: 'why',
    label: t('desk.payouts.reason'),
    cell: ({ kind }) => t(`desk.parked.kinds.${kind}`),
    twoLinesEm: 16,
    phone: 'line',
  },
  sinceColumn(t, ({ parkedAt }) => parkedAt),
  amountColumn(t),
  {
    id: 'state',
    label: t('desk.columns.state'),
    cell: (parked) => <StatusBadge {...parkedLook(t, parked)} />,
    phone: 'line',
  },
]

/** Payments of which Alipay says what cannot be, those that wait for a person first. */
export function ParkedPayments() {
  const { t } = useTranslation()
  const pages = useParked()
  return (
    <DeskTable
      label={t('desk.bills.views.parked')}
      pages={pages}
      empty={{ title: t('desk.parked.none'), text: t('desk.parked.noneText') }}
      columns={columnsOf(t)}
      panel={(id, close) => <ParkedCase key={id} id={id} pages={pages} onClose={close} />}
    />
  )
}
