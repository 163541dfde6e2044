import { PAYOUT_ENDS } from '@trove/contract/wallet/payout-approvals'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DiffersIcon } from '@trove/ui/icons/states'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { CaseQuestion } from '../cases/case-question.tsx'
import { WordsQuestion } from '../cases/words-question.tsx'
import { amountColumn, sinceColumn } from '../columns.tsx'
import { DeskPage } from '../desk-page.tsx'
import { DeskTable } from '../desk-table.tsx'
import type { CaseFilter } from '../filters/case-filter.ts'
import { nameOf } from '../name-of.ts'
import { type Payout, type PayoutEnd, type PayoutView, useDecisions, usePayout, usePayouts } from '../queries.ts'
import { countApprovals, PayoutCase, payoutLook } from './payout-case.tsx'

const VIEWS = ['waiting', 'decided'] as const
type Asked = { what: 'approve' | 'decline'; payout: Payout }

/** The questions before approving and before declining; the case is closed once it was decided. */
function useQuestions(onDecided: () => void) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const { approve, decline } = useDecisions((payout) => {
    const done = { 'in-flight': 'desk.payouts.sent', declined: 'desk.payouts.declined' } as const
    notify('success', t(payout.state in done ? done[payout.state as keyof typeof done] : 'desk.payouts.approved'))
    close()
    onDecided()
  })
  const payout = asked?.payout
  const words = payout && { name: nameOf(payout.payee), amount: moneyText(payout.amount) }
  const isLast = payout && countApprovals(payout) + 1 >= payout.approvalsNeeded
  const isBusy = approve.isPending || decline.isPending
  const shared = { isBusy, onTakeBack: close }
  const question =
    payout &&
    (asked.what === 'approve' ? (
      <CaseQuestion
        {...shared}
        title={t('desk.payouts.approveTitle')}
        text={t(isLast ? 'desk.payouts.approveLast' : 'desk.payouts.approveFirst', { ...words })}
        confirmLabel={t('desk.payouts.approve')}
        onConfirm={() => approve.mutate(payout.id, { onError: onRefusal(close) })}
      />
    ) : (
      <WordsQuestion
        {...shared}
        title={t('desk.payouts.declineTitle')}
        text={t('desk.payouts.declineText', { ...words })}
        label={t('desk.payouts.reason')}
        emptyText={t('desk.payouts.reasonEmpty')}
        maxLength={200}
        confirmLabel={t('desk.payouts.decline')}
        isDangerous
        onSend={(reason) => decline.mutate({ id: payout.id, reason }, { onError: onRefusal(close) })}
      />
    ))
  return { ask: setAsked, question, onTakeBack: close, isBusy }
}

const columnsOf = (t: TFunction): DataColumn<Payout>[] => [
  { id: 'payee', label: t('desk.payouts.payee'), cell: ({ payee }) => nameOf(payee) },
  { id: 'number', label: t('desk.columns.number'), cell: ({ number }) => number, phone: 'line' },
  sinceColumn(t, ({ createdAt }) => createdAt),
  amountColumn(t),
  {
    id: 'approvals',
    label: t('desk.payouts.approvals'),
    cell: (payout) => t('desk.payouts.agreed', { amount: countApprovals(payout), needed: payout.approvalsNeeded }),
    phone: 'line',
  },
  {
    id: 'state',
    label: t('desk.columns.state'),
    cell: (payout) => <StatusBadge {...payoutLook(t, payout)} />,
    phone: 'line',
  },
]

/** A payout that is open, with the question before what is done about it. */
function OpenPayout({ id, onClose }: { id: string; onClose: () => void }) {
  const { ask, ...asked } = useQuestions(onClose)
  return (
    <PayoutCase
      {...asked}
      read={usePayout(id)}
      onClose={onClose}
      onApprove={(payout) => ask({ what: 'approve', payout })}
      onDecline={(payout) => ask({ what: 'decline', payout })}
    />
  )
}

function Payouts({ view, filter }: { view: PayoutView; filter: CaseFilter<PayoutEnd> }) {
  const { t } = useTranslation()
  const pages = usePayouts(view, filter)
  const empty =
    view === 'waiting'
      ? {
          title: t('desk.payouts.none'),
          text: t('desk.payouts.noneText'),
          next: { value: 'decided', label: t('desk.payouts.views.decided') },
        }
      : { title: t('desk.payouts.noneDecided'), next: { value: 'waiting', label: t('desk.payouts.views.waiting') } }
  return (
    <DeskTable
      label={t('titles.payoutDesk')}
      pages={pages}
      empty={empty}
      columns={columnsOf(t)}
      panel={(id, close) => <OpenPayout key={id} id={id} onClose={close} />}
    />
  )
}

/** Payouts above 5,000 yuan that wait for two people of the staff, and those decided about. */
export default function PayoutDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.payoutDesk')}
      lead={t('desk.payouts.lead')}
      actions={
        <HeaderAction
          kind="quiet"
          action={{ label: t('titles.billDesk'), icon: <DiffersIcon size={18} />, href: paths.billDesk() }}
        />
      }
      views={VIEWS.map((value) => ({ value, label: t(`desk.payouts.views.${value}`) }))}
      filters={{
        placeholder: t('desk.filters.byPayout'),
        waits: ['waiting'],
        ends: PAYOUT_ENDS.map((value) => ({ value, label: t(`desk.payouts.states.${value}`) })),
      }}
    >
      {(view, filter) => <Payouts key={view} view={view} filter={filter} />}
    </DeskPage>
  )
}
