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
import { FaultDialog } from './fault-dialog.tsx'
import { type FaultHead, type FaultView, useFaults } from './fault-queries.ts'

const VIEWS = ['waiting', 'decided'] as const

const columnsOf = (t: TFunction): DataColumn<FaultHead>[] => [
  {
    id: 'parties',
    label: t('desk.columns.parties'),
    cell: ({ buyer, seller }) => t('faults.desk.parties', { buyer: nameOf(buyer), seller: nameOf(seller) }),
  },
  { id: 'order', label: t('desk.columns.order'), cell: ({ orderNumber }) => orderNumber },
  {
    id: 'reason',
    label: t('faults.reason'),
    cell: ({ reason }) => t(`faults.reasons.${reason}`),
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
    // Once it is ruled, what was left then says nothing.
    cell: ({ state, silence, restAmount }) =>
      state === 'handed' ? moneyText(silence?.amount ?? restAmount) : undefined,
    isNumber: true,
    phone: 'end',
  },
  {
    id: 'state',
    label: t('desk.columns.state'),
    cell: ({ state, mayConfirm }) => {
      const isOpen = state === 'handed'
      return (
        <StatusBadge
          tone={isOpen ? 'amber' : 'neutral'}
          icon={isOpen ? WaitingIcon : CheckIcon}
          label={t(mayConfirm ? 'desk.columns.forYou' : `faults.states.${state}`)}
        />
      )
    },
    phone: 'line',
  },
]

function Faults({ view }: { view: FaultView }) {
  const { t } = useTranslation()
  return (
    <DeskTable
      label={t('titles.faultDesk')}
      pages={useFaults(view)}
      empty={{ title: t(view === 'waiting' ? 'faults.desk.none' : 'faults.desk.noneEnded') }}
      columns={columnsOf(t)}
      panel={(id, close) => <FaultDialog key={id} id={id} onClose={close} />}
    />
  )
}

/** Faults of leased machines: those that wait for a ruling, and those that were ruled. */
export default function FaultDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.faultDesk')}
      lead={t('faults.desk.lead')}
      of="cashier"
      views={VIEWS.map((value) => ({ value, label: t(`faults.desk.views.${value}`) }))}
      isWide
    >
      {(view) => <Faults key={view} view={view} />}
    </DeskPage>
  )
}
