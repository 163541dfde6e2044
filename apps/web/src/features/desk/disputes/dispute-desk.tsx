import { DISPUTE_ENDS } from '@trove/contract/talent/hours'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { caseColumns } from '../cases/case-columns.tsx'
import { DeskPage } from '../desk-page.tsx'
import { DeskTable } from '../desk-table.tsx'
import type { CaseFilter } from '../filters/case-filter.ts'
import { nameOf } from '../name-of.ts'
import { DisputeDialog } from './dispute-dialog.tsx'
import { type DisputeEnd, type DisputeHead, type DisputeView, useDisputes } from './dispute-queries.ts'

const VIEWS = ['waiting', 'decided'] as const

function columnsOf(t: TFunction): DataColumn<DisputeHead>[] {
  const { order, since, stake, state } = caseColumns<DisputeHead>(t, {
    isOpen: (dispute) => dispute.state === 'open',
    stateWords: (dispute) => t(`disputes.states.${dispute.state}`),
    stake: (dispute) => dispute.stake,
  })
  const parties: DataColumn<DisputeHead> = {
    id: 'parties',
    label: t('desk.columns.parties'),
    cell: ({ buyer, expert }) => t('disputes.desk.parties', { buyer: nameOf(buyer), expert: nameOf(expert) }),
  }
  const hours: DataColumn<DisputeHead> = {
    id: 'hours',
    label: t('disputes.desk.hoursWanted'),
    cell: (dispute) => t('disputes.desk.hoursOf', { hours: dispute.hours, left: dispute.hoursLeft }),
    phone: 'line',
  }
  return [parties, order, hours, since, stake, state]
}

function Disputes({ view, filter }: { view: DisputeView; filter: CaseFilter<DisputeEnd> }) {
  const { t } = useTranslation()
  const empty =
    view === 'waiting'
      ? {
          title: t('disputes.desk.none'),
          text: t('disputes.desk.noneText'),
          next: { value: 'decided', label: t('disputes.desk.views.decided') },
        }
      : { title: t('disputes.desk.noneEnded'), next: { value: 'waiting', label: t('disputes.desk.views.waiting') } }
  return (
    <DeskTable
      label={t('titles.disputeDesk')}
      pages={useDisputes(view, filter)}
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
      filters={{
        placeholder: t('desk.filters.byOrder'),
        waits: ['waiting'],
        ends: DISPUTE_ENDS.map((value) => ({ value, label: t(`disputes.states.${value}`) })),
      }}
    >
      {(view, filter) => <Disputes key={view} view={view} filter={filter} />}
    </DeskPage>
  )
}
