import { UNCLEAR_REFUND } from '@trove/contract/payment/parked-refunds'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { CaseQuestion } from '../cases/case-question.tsx'
import { WordsQuestion } from '../cases/words-question.tsx'
import { amountColumn, sinceColumn } from '../columns.tsx'
import { DeskTable } from '../desk-table.tsx'
import { type RefundAsk, RefundCase, refundLook } from './refund-case.tsx'
import { type Refused, useParkedRefund, useParkedRefunds, useRefundActions } from './refund-queries.ts'
import { RefundQuestion } from './refund-question.tsx'

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

type QuestionProps = { asked: Asked; deeds: ReturnType<typeof useDeeds>; onTakeBack: () => void }

function Question({ asked: { what, refund }, deeds, onTakeBack }: QuestionProps) {
  const { proposal } = refund
  const { propose } = deeds
  if (what === 'propose')
    return (
      <RefundQuestion
        refund={refund}
        isBusy={propose.isPending}
        onTakeBack={onTakeBack}
        onConfirm={(body) => propose.mutate({ number: refund.number, body }, { onError: onRefusal(onTakeBack) })}
      />
    )
  if (!proposal) return null
  const Asking = what === 'agree' ? Agreeing : Stopping
  return <Asking refund={refund} proposal={proposal} deeds={deeds} onTakeBack={onTakeBack} />
}

type AboutProposal = Omit<QuestionProps, 'asked'> & { refund: Refused; proposal: NonNullable<Refused['proposal']> }

/** Agrees; who has no second person to ask vouches in words. */
function Agreeing({ refund, proposal, deeds: { agree }, onTakeBack }: AboutProposal) {
  const { t } = useTranslation()
  const onError = onRefusal(onTakeBack)
  const agreeText = t('desk.refunds.agreeText', {
    amount: moneyText(refund.amount),
    reference: proposal.reference,
  })
  if (proposal.mayVouch)
    return (
      <WordsQuestion
        title={t('desk.refunds.agreeTitle')}
        text={`${agreeText} ${t('desk.refunds.vouchText')}`}
        label={t('desk.refunds.evidence')}
        emptyText={t('desk.refunds.evidenceEmpty')}
        maxLength={500}
        confirmLabel={t('desk.refunds.agree')}
        isBusy={agree.isPending}
        onTakeBack={onTakeBack}
        onSend={(evidence) => agree.mutate({ id: proposal.id, evidence }, { onError })}
      />
    )
  return (
    <CaseQuestion
      onConfirm={() => agree.mutate({ id: proposal.id }, { onError })}
      title={t('desk.refunds.agreeTitle')}
      text={agreeText}
      confirmLabel={t('desk.refunds.agree')}
      isBusy={agree.isPending}
      onTakeBack={onTakeBack}
    />
  )
}

/** Declines another person's proposal or withdraws one's own. */
function Stopping({ proposal, deeds: { decline }, onTakeBack }: AboutProposal) {
  const { t } = useTranslation()
  return (
    <WordsQuestion
      title={t(proposal.mayAgree ? 'desk.refunds.declineTitle' : 'desk.refunds.withdrawTitle')}
      text={t('desk.refunds.declineText')}
      label={t('desk.payouts.reason')}
      emptyText={t('desk.payouts.reasonEmpty')}
      maxLength={500}
      confirmLabel={t(proposal.mayAgree ? 'desk.payouts.decline' : 'desk.adjust.withdraw')}
      isBusy={decline.isPending}
      onTakeBack={onTakeBack}
      onSend={(reason) => decline.mutate({ id: proposal.id, reason }, { onError: onRefusal(onTakeBack) })}
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

/** A refund that is open, with the question before what is done about it. */
function OpenRefund({ id, onClose }: { id: string; onClose: () => void }) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const deeds = useDeeds(close, onClose)
  const { retry } = deeds
  const isBusy = Object.values(deeds).some(({ isPending }) => isPending)
  const read = useParkedRefund(id)
  const ask = (what: RefundAsk) => {
    if (what === 'retry') retry.mutate(id)
    else if (read.data) setAsked({ what, refund: read.data })
  }
  return (
    <RefundCase
      read={read}
      isBusy={isBusy}
      isRetrying={retry.isPending}
      onClose={onClose}
      onAsk={ask}
      question={asked && <Question asked={asked} deeds={deeds} onTakeBack={close} />}
      onTakeBack={close}
    />
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
