import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import { DeskList } from '../desk-list.tsx'
import { DeskPage } from '../desk-page.tsx'
import { type Payout, type PayoutView, useDecisions, usePayouts } from '../queries.ts'
import { countApprovals, PayoutCard } from './payout-card.tsx'

const VIEWS = ['waiting', 'decided'] as const
type Asked = { what: 'approve' | 'decline'; payout: Payout }

/** The questions before approving and before declining. */
function useQuestions() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const { approve, decline } = useDecisions((payout) => {
    const done = { 'in-flight': 'desk.payouts.sent', declined: 'desk.payouts.declined' } as const
    notify('success', t(payout.state in done ? done[payout.state as keyof typeof done] : 'desk.payouts.approved'))
    close()
  })
  const payout = asked?.payout
  const words = payout && { name: payout.payee.nickName || payout.payee.id, amount: moneyText(payout.amount) }
  const isLast = payout && countApprovals(payout) + 1 >= payout.approvalsNeeded
  const dialogs = (
    <>
      <ConfirmDialog
        isOpen={asked?.what === 'approve'}
        onClose={close}
        onConfirm={() => payout && approve.mutate(payout.id, { onError: onRefusal(close) })}
        title={t('desk.payouts.approveTitle')}
        text={t(isLast ? 'desk.payouts.approveLast' : 'desk.payouts.approveFirst', { ...words })}
        confirmLabel={t('desk.payouts.approve')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isBusy={approve.isPending}
      />
      {payout && asked.what === 'decline' && (
        <WordsDialog
          title={t('desk.payouts.declineTitle')}
          text={t('desk.payouts.declineText', { ...words })}
          label={t('desk.payouts.reason')}
          emptyText={t('desk.payouts.reasonEmpty')}
          maxLength={200}
          sendLabel={t('desk.payouts.decline')}
          isDangerous
          isBusy={decline.isPending}
          onClose={close}
          onSend={(reason) => decline.mutate({ id: payout.id, reason }, { onError: onRefusal(close) })}
        />
      )}
    </>
  )
  return { ask: setAsked, dialogs }
}

function Payouts({ view }: { view: PayoutView }) {
  const { t } = useTranslation()
  const pages = usePayouts(view)
  const { ask, dialogs } = useQuestions()
  const empty =
    view === 'waiting'
      ? { title: t('desk.payouts.none'), text: t('desk.payouts.noneText') }
      : { title: t('desk.payouts.noneDecided') }
  return (
    <>
      <DeskList pages={pages} empty={empty}>
        {(payout) => (
          <PayoutCard
            key={payout.id}
            payout={payout}
            onApprove={() => ask({ what: 'approve', payout })}
            onDecline={() => ask({ what: 'decline', payout })}
          />
        )}
      </DeskList>
      {dialogs}
    </>
  )
}

/** Payouts above 5,000 yuan that wait for two people of the staff, and those decided about. */
export default function PayoutDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.payoutDesk')}
      lead={t('desk.payouts.lead')}
      actions={<ActionButton kind="quiet" action={{ label: t('titles.billDesk'), href: paths.billDesk() }} />}
      views={VIEWS.map((value) => ({ value, label: t(`desk.payouts.views.${value}`) }))}
    >
      {(view) => <Payouts key={view} view={view} />}
    </DeskPage>
  )
}
