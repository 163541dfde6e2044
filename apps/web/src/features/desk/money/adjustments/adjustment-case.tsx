import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import { Price } from '@trove/ui/lists/price'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../../lib/calls/notify.ts'
import { onRefusal } from '../../../../lib/calls/refusal.ts'
import { formatMoment } from '../../../../lib/shown/format.ts'
import { moneyText } from '../../../../lib/shown/money.ts'
import { CaseDialog } from '../../cases/case-dialog.tsx'
import { CaseQuestion } from '../../cases/case-question.tsx'
import { WordsQuestion } from '../../cases/words-question.tsx'
import classes from '../../desk.module.css'
import { nameOf } from '../../name-of.ts'
import { type Adjustment, type Listed, useAdjusting, useAdjustment } from '../../queries.ts'

const LOOKS = {
  proposed: { tone: 'amber', icon: WaitingIcon },
  agreed: { tone: 'jade', icon: SuccessIcon },
  declined: { tone: 'coral', icon: FailedIcon },
  withdrawn: { tone: 'neutral', icon: FailedIcon },
} as const

function stateWords(t: TFunction, { state, mayAgree, mayWithdraw }: Adjustment) {
  if (mayAgree) return t('desk.columns.forYou')
  return mayWithdraw ? t('desk.columns.forOther') : t(`desk.adjust.states.${state}`)
}

/** How an adjustment stands; one that waits says for whose word. */
export const adjustmentLook = (t: TFunction, adjustment: Adjustment) => ({
  ...LOOKS[adjustment.state],
  label: stateWords(t, adjustment),
})

/** From which account to which. */
export const movesOf = (t: TFunction, { debit, credit }: Adjustment) =>
  t('desk.adjust.moves', {
    debit: t(`desk.adjust.accounts.${debit}`),
    credit: t(`desk.adjust.accounts.${credit}`),
  })

/** Who proposed it and why, and what became of it. */
function Trail({ adjustment }: { adjustment: Adjustment }) {
  const { t } = useTranslation()
  const { state, proposer, proposedAt, reason, decidedBy, decidedAt, decisionReason } = adjustment
  return (
    <ul className={classes.trail}>
      <li>
        {t('desk.adjust.proposedBy', { name: nameOf(proposer), when: formatMoment(proposedAt) })}
        <q>{reason}</q>
      </li>
      {decidedBy && decidedAt && state !== 'proposed' && (
        <li>
          {t(`desk.adjust.decidedBy.${state}`, { name: nameOf(decidedBy), when: formatMoment(decidedAt) })}
          {decisionReason && <q>{decisionReason}</q>}
        </li>
      )}
    </ul>
  )
}

function Facts({ adjustment }: { adjustment: Adjustment }) {
  const { t } = useTranslation()
  const { amount, reference, mayWithdraw } = adjustment
  return (
    <>
      <div className={classes.head}>
        <Price amount={amount} currency={t('units.yuanSign')} size="sm" tone="ink" />
        <StatusBadge {...adjustmentLook(t, adjustment)} />
      </div>
      <p>{movesOf(t, adjustment)}</p>
      {reference && <p className={classes.reference}>{reference}</p>}
      <Trail adjustment={adjustment} />
      {mayWithdraw && <p className={classes.quiet}>{t('desk.adjust.own')}</p>}
    </>
  )
}

type Asked = 'agree' | 'decline'
type QuestionProps = {
  asked: Asked
  adjustment: Adjustment
  deeds: Pick<ReturnType<typeof useAdjusting>, Asked>
  onTakeBack: () => void
}

/** Before it is agreed to; and why it is declined, or withdrawn by who proposed it. */
function Question({ asked, adjustment: { id, amount, mayAgree }, deeds, onTakeBack }: QuestionProps) {
  const { t } = useTranslation()
  const shared = { onTakeBack, isBusy: deeds[asked].isPending }
  const onError = onRefusal(onTakeBack)
  if (asked === 'agree')
    return (
      <CaseQuestion
        {...shared}
        title={t('desk.adjust.agreeTitle')}
        text={t('desk.adjust.agreeText', { amount: moneyText(amount) })}
        confirmLabel={t('desk.payouts.approve')}
        onConfirm={() => deeds.agree.mutate(id, { onError })}
      />
    )
  return (
    <WordsQuestion
      {...shared}
      title={t(mayAgree ? 'desk.adjust.declineTitle' : 'desk.adjust.withdrawTitle')}
      label={t('desk.payouts.reason')}
      emptyText={t('desk.payouts.reasonEmpty')}
      maxLength={500}
      confirmLabel={t(mayAgree ? 'desk.payouts.decline' : 'desk.adjust.withdraw')}
      onSend={(reason) => deeds.decline.mutate({ id, reason }, { onError })}
    />
  )
}

type AdjustmentCaseProps = { id: string; pages: Listed<Adjustment>; onClose: () => void }

/** An adjustment that is open: agreeing or declining, or withdrawing one's own. */
export function AdjustmentCase({ id, pages, onClose }: AdjustmentCaseProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const onTakeBack = () => setAsked(undefined)
  const deeds = useAdjusting(({ state }) => {
    notify('success', t(`desk.adjust.done.${state}`))
    onClose()
  })
  const read = useAdjustment(id, pages)
  const adjustment = read.data
  const footer = adjustment && (adjustment.mayAgree || adjustment.mayWithdraw) && (
    <>
      <ActionButton
        kind="plain"
        action={{
          label: t(adjustment.mayAgree ? 'desk.payouts.decline' : 'desk.adjust.withdraw'),
          onClick: () => setAsked('decline'),
        }}
      />
      {adjustment.mayAgree && (
        <ActionButton action={{ label: t('desk.payouts.approve'), onClick: () => setAsked('agree') }} />
      )}
    </>
  )
  const question = asked && adjustment && <Question key={asked} {...{ asked, adjustment, deeds, onTakeBack }} />
  return (
    <CaseDialog
      title={t('desk.adjust.title')}
      {...{ read, onClose, footer, question, onTakeBack }}
      isBusy={deeds.agree.isPending || deeds.decline.isPending}
    >
      {(one) => <Facts adjustment={one} />}
    </CaseDialog>
  )
}
