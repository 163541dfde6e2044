import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { caseColumns } from '../cases/case-columns.tsx'
import { DeskPage } from '../desk-page.tsx'
import { DeskTable } from '../desk-table.tsx'
import type { CaseFilter } from '../filters/case-filter.ts'
import { nameOf } from '../name-of.ts'
import { FaultDialog } from './fault-dialog.tsx'
import { type FaultHead, type FaultView, useFaults } from './fault-queries.ts'

const VIEWS = ['waiting', 'decided'] as const

function columnsOf(t: TFunction): DataColumn<FaultHead>[] {
  const { order, since, stake, state } = caseColumns<FaultHead>(t, {
    isOpen: (fault) => fault.state === 'handed',
    stateWords: (fault) => t(`faults.states.${fault.state}`),
    // Once it is ruled, what was left then says nothing.
    stake: (fault) => (fault.state === 'handed' ? (fault.silence?.amount ?? fault.restAmount) : undefined),
  })
  const parties: DataColumn<FaultHead> = {
    id: 'parties',
    label: t('desk.columns.parties'),
    cell: ({ buyer, seller }) => t('faults.desk.parties', { buyer: nameOf(buyer), seller: nameOf(seller) }),
  }
  const reason: DataColumn<FaultHead> = {
    id: 'reason',
    label: t('faults.reason'),
    cell: (fault) => t(`faults.reasons.${fault.reason}`),
    phone: 'line',
  }
  return [parties, order, reason, since, stake, state]
}

function Faults({ view, filter }: { view: FaultView; filter: CaseFilter<never> }) {
  const { t } = useTranslation()
  return (
    <DeskTable
      label={t('titles.faultDesk')}
      pages={useFaults(view, filter)}
      empty={
        view === 'waiting'
          ? { title: t('faults.desk.none'), next: { value: 'decided', label: t('faults.desk.views.decided') } }
          : { title: t('faults.desk.noneEnded'), next: { value: 'waiting', label: t('faults.desk.views.waiting') } }
      }
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
      filters={{ placeholder: t('desk.filters.byOrder'), waits: ['waiting'] }}
    >
      {(view, filter) => <Faults key={view} view={view} filter={filter} />}
    </DeskPage>
  )
}
