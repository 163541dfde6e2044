import { REASON_MAX } from '@trove/contract/compute/faults'
import { parseYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { YuanInput } from '../../../lib/shown/yuan-input.tsx'
import { ReasonInput } from '../cases/reason-input.tsx'
import classes from '../desk.module.css'
import type { ContestBody, ReadFault, RulingBody } from './fault-queries.ts'

/** A ruling as it is being written, of a contest its side: the panel keeps it, as the case may end before it is sent. */
export type FaultDraft = { amount: string; side: 'back' | 'kept' | undefined; reason: string }

export type RuleFormProps = {
  fault: ReadFault
  isBusy: boolean
  /** What was pressed, to be asked about before it is sent: the sum that goes back, or the side of a contest. */
  onRule: (body: RulingBody) => void
  onRuleContest: (body: ContestBody) => void
  draft: FaultDraft
  onDraft: (draft: FaultDraft) => void
}

/** How much goes back, and why. */
export function Rule({ fault, isBusy, onRule, draft, onDraft }: RuleFormProps) {
  const { t } = useTranslation()
  const { amount, reason } = draft
  const { restAmount } = fault
  const fen = parseYuan(amount)
  const isAbove = fen !== undefined && fen > fenOf(restAmount)
  const above = isAbove ? t('faults.desk.above', { amount: moneyText(restAmount) }) : undefined
  const missing = fen === undefined || reason.trim() === '' ? t('reasons.amountAndReason') : undefined
  return (
    <div className={classes.fields}>
      <p>{t(fault.needsTwo ? 'faults.desk.proposeText' : 'faults.desk.ruleText')}</p>
      <YuanInput
        label={t('faults.desk.amount', { amount: moneyText(restAmount) })}
        value={amount}
        onChange={(next) => onDraft({ ...draft, amount: next })}
        error={above}
      />
      <ReasonInput
        label={t('faults.desk.why')}
        value={reason}
        onChange={(next) => onDraft({ ...draft, reason: next })}
        maxLength={REASON_MAX}
      />
      <ReasonButton
        onClick={() => onRule({ refundAmount: amount, restAmount, reason: reason.trim() })}
        reason={above ?? missing}
        loading={isBusy}
      >
        {t('faults.desk.rule')}
      </ReasonButton>
    </div>
  )
}
