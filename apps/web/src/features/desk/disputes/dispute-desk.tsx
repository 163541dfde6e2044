import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CheckIcon, WaitingIcon } from '@trove/ui/icons/states'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { DeskPage } from '../desk-page.tsx'
import { DeskTable } from '../desk-table.tsx'
import { nameOf } from '../name-of.ts'
import { DisputeDialog } from './dispute-dialog.tsx'
import { type DisputeHead, type DisputeView, useDisputes } from './dispute-queries.ts'

const VIEWS = ['waiting', 'decided'] as const

const columnsOf = (t: TFunction): DataColumn<DisputeHead>[] => [
  {
    id: 'parties',
    label: t('desk.columns.parties'),
    cell: ({ buyer, expert }) => t('disputes.desk.parties', { buyer: nameOf(buyer), expert: nameOf(expert) }),
  },
  { id: 'order', label: t('desk.columns.order'), cell: ({ orderNumber }) => orderNumber },
  {
    id: 'hours',
    label: t('disputes.desk.asks'),
    cell: ({ hours, hoursLeft }) => t('disputes.desk.hoursOf', { hours, left: hoursLeft }),
    phone: 'line',
  },
  {
    id: 'opened',
    label: t('desk.columns.since'),
    cell: ({ openedAt }) => <time dateTime={openedAt}>{formatMoment(openedAt)}</time>,
    phone: 'line',
  },
  {
    id: 'stake',
    label: t('desk.columns.stake'),
    cell: ({ stake }) => moneyText(stake),
    isNumber: true,
    phone: 'end',
  },
  {
    id: 'state',
    label: t('desk.columns.state'),
    cell: ({ state, mayConfirm }) => {
      const isOpen = state === 'open'
      return (
        <StatusBadge
          tone={isOpen ? 'amber' : 'neutral'}
          icon={isOpen ? WaitingIcon : CheckIcon}
          label={t(mayConfirm ? 'desk.columns.forYou' : `disputes.states.${state}`)}
        />
      )
    },
    phone: 'line',
  },
]

function Disputes({ view }: { view: DisputeView }) {
  const { t } = useTranslation()
  const empty =
    view === 'waiting'
      ? { title: t('disputes.desk.none'), text: t('disputes.desk.noneText') }
      : { title: t('disputes.desk.noneEnded') }
  return (
    <DeskTable
      label={t('titles.disputeDesk')}
      pages={useDisputes(view)}
      empty={empty}
      columns={columnsOf(t)}
      panel={(id, close) => <DisputeDialog key={id} id={id} onClose={close} />}
    />
  )
}

/** Disputes about hires: those that wait for a ruling, and those that ended. */
export default function DisputeDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.disputeDesk')}
      lead={t('disputes.desk.lead')}
      of="cashier"
      views={VIEWS.map((value) => ({ value, label: t(`disputes.desk.views.${value}`) }))}
      isWide
    >
      {(view) => <Disputes key={view} view={view} />}
    </DeskPage>
  )
}
