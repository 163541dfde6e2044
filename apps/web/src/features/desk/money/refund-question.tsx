import { TextInput } from '@mantine/core'
import { parseYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moneyText } from '../../../lib/shown/money.ts'
import { CaseQuestion } from '../cases/case-question.tsx'
import { AmountField, WhyField } from '../cases/proposal-fields.tsx'
import type { ByHand, Refused } from './refund-queries.ts'

type RefundQuestionProps = {
  refund: Refused
  isBusy: boolean
  onTakeBack: () => void
  onConfirm: (body: ByHand) => void
}

type Draft = { amount: string; reference: string; reason: string }
type FieldsProps = {
  draft: Draft
  set: (change: Partial<Draft>) => void
  wrong: Partial<Record<keyof Draft, string | false>>
}

function Fields({ draft, set, wrong }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <AmountField
        label={t('desk.refunds.amount')}
        value={draft.amount}
        onChange={(amount) => set({ amount })}
        error={wrong.amount}
      />
      <TextInput
        label={t('desk.refunds.reference')}
        description={t('desk.refunds.referenceHelp')}
        value={draft.reference}
        maxLength={100}
        onChange={(event) => set({ reference: event.currentTarget.value })}
        error={wrong.reference}
        withAsterisk
      />
      <WhyField value={draft.reason} onChange={(reason) => set({ reason })} error={wrong.reason} />
    </>
  )
}

/** What is wrong with each field, in words; false where it is right. */
function useFaults(body: Draft, refund: Refused) {
  const { t } = useTranslation()
  return {
    amount:
      parseYuan(body.amount) !== parseYuan(refund.amount) &&
      t('desk.refunds.amountWrong', { amount: moneyText(refund.amount) }),
    reference: body.reference === '' && t('desk.refunds.referenceEmpty'),
    reason: body.reason === '' && t('desk.payouts.reasonEmpty'),
  }
}

/** Says that a refund was returned by hand: the amount is typed once more, so that another one is noticed here. */
export function RefundQuestion({ refund, isBusy, onTakeBack, onConfirm }: RefundQuestionProps) {
  const { t } = useTranslation()
  const [isChecked, setChecked] = useState(false)
  const [draft, setDraft] = useState<Draft>({ amount: '', reference: '', reason: '' })
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const body = { amount: draft.amount.trim(), reference: draft.reference.trim(), reason: draft.reason.trim() }
  const wrong = useFaults(body, refund)
  const confirm = () => {
    setChecked(true)
    if (!wrong.amount && !wrong.reference && !wrong.reason) onConfirm(body)
  }
  return (
    <CaseQuestion
      title={t('desk.refunds.proposeTitle')}
      text={t('desk.refunds.proposeText')}
      confirmLabel={t('desk.refunds.propose')}
      isBusy={isBusy}
      onTakeBack={onTakeBack}
      onConfirm={confirm}
    >
      <Fields draft={draft} set={set} wrong={isChecked ? wrong : {}} />
    </CaseQuestion>
  )
}
