import { UNCLEAR_REFUND } from '@trove/contract/payment/parked-refunds'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import { amountColumn, sinceColumn } from '../columns.tsx'
import { DeskTable } from '../desk-table.tsx'
import { type RefundAsk, RefundCase, refundLook } from './refund-case.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { type Refused, useParkedRefund, useParkedRefunds, useRefundActions } from './refund-queries.ts'

type Asked = { what: Exclude<RefundAsk, 'retry'>; refund: Refused }

/** What the cashier does about a refused refund, and the words about how it went. */
function useDeeds(onDone: () => void, onRefunded: () => void) {
  const { t } = useTranslation()
  const say = (text: string) => {
    notify('success', text)
    onDone()
  }
  return useRefundActions({
    retried: ({ outcome, code }) => {
      notify(outcome === 'done' ? 'success' : 'warning', t(`desk.refunds.retried.${outcome}`, { code: code ?? '' }))
      // It leaves the list.
      if (outcome === 'done') onRefunded()
    },
    proposed: () => say(t('desk.refunds.proposed')),
    agreed: () => say(t('desk.refunds.agreed')),
    stopped: (outcome) => say(t(`desk.refunds.stopped.${outcome}`)),
  })
}

type QuestionProps = { asked: Asked; deeds: ReturnType<typeof useDeeds>; onClose: () => void }

function Question({ asked: { what, refund }, deeds, onClose }: QuestionProps) {
  const { proposal } = refund
  const { propose } = deeds
  if (what === 'propose')
    return (
      <RefundDialog
        refund={refund}
        isBusy={propose.isPending}
        onClose={onClose}
        onConfirm={(body) => propose.mutate({ number: refund.number, body }, { onError: onRefusal(onClose) })}
      />
    )
  if (!proposal) return null
  const Asking = what === 'agree' ? Agreeing : Stopping
  return <Asking refund={refund} proposal={proposal} deeds={deeds} onClose={onClose} />
}

type AboutProposal = Omit<QuestionProps, 'asked'> & { refund: Refused; proposal: NonNullable<Refused['proposal']> }

/** Agrees; who has no second person to ask vouches in words. */
function Agreeing({ refund, proposal, deeds: { agree }, onClose }: AboutProposal) {
  const { t } = useTranslation()
  const onError = onRefusal(onClose)
  const agreeText = t('desk.refunds.agreeText', {
    amount: moneyText(refund.amount),
    reference: proposal.reference,
  })
  if (proposal.mayVouch)
    return (
      <WordsDialog
        title={t('desk.refunds.agreeTitle')}
        text={`${agreeText} ${t('desk.refunds.vouchText')}`}
        label={t('desk.refunds.evidence')}
        emptyText={t('desk.refunds.evidenceEmpty')}
        maxLength={500}
        sendLabel={t('desk.refunds.agree')}
        isBusy={agree.isPending}
        onClose={onClose}
        onSend={(evidence) => agree.mutate({ id: proposal.id, evidence }, { onError })}
      />
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => agree.mutate({ id: proposal.id }, { onError })}
      title={t('desk.refunds.agreeTitle')}
      text={agreeText}
      confirmLabel={t('desk.refunds.agree')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      isBusy={agree.isPending}
    />
  )
}

/** Declines another person's proposal or withdraws one's own. */
function Stopping({ proposal, deeds: { decline }, onClose }: AboutProposal) {
  const { t } = useTranslation()
  return (
    <WordsDialog
      title={t(proposal.mayAgree ? 'desk.refunds.declineTitle' : 'desk.refunds.withdrawTitle')}
      text={t('desk.refunds.declineText')}
      label={t('desk.payouts.reason')}
      emptyText={t('desk.payouts.reasonEmpty')}
      maxLength={500}
      sendLabel={t(proposal.mayAgree ? 'desk.payouts.decline' : 'desk.adjust.withdraw')}
      isBusy={decline.isPending}
      onClose={onClose}
      onSend={(reason) => decline.mutate({ id: proposal.id, reason }, { onError: onRefusal(onClose) })}
    />
  )
}

const columnsOf = (t: TFunction): DataColumn<Refused>[] => [
  { id: 'number', label: t('desk.refunds.number'), cell: ({ number }) => number },
  { id: 'order', label: t('desk.refunds.orderNumber'), cell: ({ orderNumber }) => orderNumber, phone: 'line' },
  {
    id: 'why',
    label: t('desk.refunds.why'),
    cell: ({ words, code }) => words ?? (code === UNCLEAR_REFUND ? t('desk.refunds.unclear') : code),
    twoLinesEm: 12,
  },
  sinceColumn(t, ({ parkedAt }) => parkedAt),
  amountColumn(t),
  {
    id: 'state',
    label: t('desk.columns.state'),
    cell: (refund) => <StatusBadge {...refundLook(t, refund)} />,
    phone: 'line',
  },
]

/** A refund that is open, with the questions before what is done about it. */
function OpenRefund({ id, onClose }: { id: string; onClose: () => void }) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const deeds = useDeeds(close, onClose)
  const { retry } = deeds
  const read = useParkedRefund(id)
  const ask = (what: RefundAsk) => {
    if (what === 'retry') retry.mutate(id)
    else if (read.data) setAsked({ what, refund: read.data })
  }
  return (
    <>
      <RefundCase read={read} isBusy={retry.isPending} isRetrying={retry.isPending} onClose={onClose} onAsk={ask} />
      {asked && <Question asked={asked} deeds={deeds} onClose={close} />}
    </>
  )
}

/** Refunds that Alipay refuses: trying one again, and settling one by hand by two people. */
export function ParkedRefunds() {
  const { t } = useTranslation()
  const pages = useParkedRefunds()
  return (
    <DeskTable
      label={t('desk.bills.views.refunds')}
      pages={pages}
      empty={{ title: t('desk.refunds.none'), text: t('desk.refunds.noneText') }}
      columns={columnsOf(t)}
      panel={(id, close) => <OpenRefund key={id} id={id} onClose={close} />}
    />
  )
}
