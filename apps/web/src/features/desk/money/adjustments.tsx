import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import { Price } from '@trove/ui/lists/price'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import classes from '../desk.module.css'
import { DeskCard, DeskList } from '../desk-list.tsx'
import { type Adjustment, useAdjusting, useAdjustments } from '../queries.ts'
import { AdjustDialog } from './adjust-dialog.tsx'

const LOOKS = {
  proposed: { tone: 'amber', icon: WaitingIcon },
  agreed: { tone: 'jade', icon: SuccessIcon },
  declined: { tone: 'coral', icon: FailedIcon },
  withdrawn: { tone: 'neutral', icon: FailedIcon },
} as const

/** How it stands; one that waits says for whose word. */
function stateWords(t: TFunction, { state, mayAgree, mayWithdraw }: Adjustment) {
  if (mayAgree) return t('desk.columns.forYou')
  return mayWithdraw ? t('desk.columns.forOther') : t(`desk.adjust.states.${state}`)
}

type CardProps = { adjustment: Adjustment; onAgree: () => void; onDecline: () => void }

type DecisionProps = { mayAgree: boolean; onAgree: () => void; onDecline: () => void }

/** Agree or decline; of one's own only withdraw. */
function Decision({ mayAgree, onAgree, onDecline }: DecisionProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.actions}>
      <ActionButton
        kind="plain"
        action={{ label: t(mayAgree ? 'desk.payouts.decline' : 'desk.adjust.withdraw'), onClick: onDecline }}
      />
      {mayAgree && <ActionButton action={{ label: t('desk.payouts.approve'), onClick: onAgree }} />}
    </div>
  )
}

/** One adjustment: what it moves and why, who proposed it, and what became of it. */
function AdjustmentCard({ adjustment, onAgree, onDecline }: CardProps) {
  const { t } = useTranslation()
  const { debit, credit, amount, state, proposer, decidedBy, decidedAt } = adjustment
  const nameOf = (person: { nickName: string; id: string }) => person.nickName || person.id
  const account = (name: Adjustment['debit']) => t(`desk.adjust.accounts.${name}`)
  return (
    <DeskCard>
      <div className={classes.head}>
        <Price amount={amount} currency={t('units.yuanSign')} size="sm" tone="ink" />
        <StatusBadge {...LOOKS[state]} label={stateWords(t, adjustment)} />
      </div>
      <p>{t('desk.adjust.moves', { debit: account(debit), credit: account(credit) })}</p>
      {adjustment.reference && <p className={classes.reference}>{adjustment.reference}</p>}
      <ul className={classes.trail}>
        <li>
          {t('desk.adjust.proposedBy', { name: nameOf(proposer), when: formatMoment(adjustment.proposedAt) })}
          <q>{adjustment.reason}</q>
        </li>
        {decidedBy && decidedAt && state !== 'proposed' && (
          <li>
            {t(`desk.adjust.decidedBy.${state}`, { name: nameOf(decidedBy), when: formatMoment(decidedAt) })}
            {adjustment.decisionReason && <q>{adjustment.decisionReason}</q>}
          </li>
        )}
      </ul>
      {adjustment.mayWithdraw && <p className={classes.quiet}>{t('desk.adjust.own')}</p>}
      {(adjustment.mayAgree || adjustment.mayWithdraw) && (
        <Decision mayAgree={adjustment.mayAgree} onAgree={onAgree} onDecline={onDecline} />
      )}
    </DeskCard>
  )
}

type Asked = { what: 'agree' | 'decline'; it: Adjustment } | { what: 'propose' }
type QuestionProps = { asked: Asked; adjusting: ReturnType<typeof useAdjusting>; onClose: () => void }

/** The dialog of what was asked for. */
function Question({ asked, adjusting: { propose, agree, decline }, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const onError = onRefusal(onClose)
  if (asked.what === 'propose')
    return (
      <AdjustDialog
        isBusy={propose.isPending}
        onClose={onClose}
        onConfirm={(body) => propose.mutate(body, { onError })}
      />
    )
  if (asked.what === 'agree')
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        onConfirm={() => agree.mutate(asked.it.id, { onError })}
        title={t('desk.adjust.agreeTitle')}
        text={t('desk.adjust.agreeText', { amount: moneyText(asked.it.amount) })}
        confirmLabel={t('desk.payouts.approve')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isBusy={agree.isPending}
      />
    )
  return (
    <WordsDialog
      title={t(asked.it.mayAgree ? 'desk.adjust.declineTitle' : 'desk.adjust.withdrawTitle')}
      label={t('desk.payouts.reason')}
      emptyText={t('desk.payouts.reasonEmpty')}
      maxLength={500}
      sendLabel={t(asked.it.mayAgree ? 'desk.payouts.decline' : 'desk.adjust.withdraw')}
      isBusy={decline.isPending}
      onClose={onClose}
      onSend={(reason) => decline.mutate({ id: asked.it.id, reason }, { onError })}
    />
  )
}

/** What was proposed to put the books right, and proposing it. */
export function Adjustments() {
  const { t } = useTranslation()
  const pages = useAdjustments()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const adjusting = useAdjusting((it) => {
    notify('success', t(`desk.adjust.done.${it.state}`))
    close()
  })
  return (
    <>
      <div className={classes.actions}>
        <ActionButton
          kind="plain"
          action={{ label: t('desk.adjust.propose'), onClick: () => setAsked({ what: 'propose' }) }}
        />
      </div>
      <DeskList pages={pages} empty={{ title: t('desk.adjust.none'), text: t('desk.adjust.noneText') }}>
        {(it) => (
          <AdjustmentCard
            key={it.id}
            adjustment={it}
            onAgree={() => setAsked({ what: 'agree', it })}
            onDecline={() => setAsked({ what: 'decline', it })}
          />
        )}
      </DeskList>
      {asked && <Question asked={asked} adjusting={adjusting} onClose={close} />}
    </>
  )
}
