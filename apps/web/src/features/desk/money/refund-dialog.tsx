import { TextInput } from '@mantine/core'
import { parseYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moneyText } from '../../../lib/shown/money.ts'
import { ProposeDialog } from './propose-dialog.tsx'
import type { ByHand, Refused } from './refund-queries.ts'

type RefundDialogProps = {
  refund: Refused
  isBusy: boolean
  onClose: () => void
  onConfirm: (body: ByHand) => void
}

/** What is wrong with each field, in words; false where it is right. */
function useFaults(body: Record<'amount' | 'reference' | 'reason', string>, refund: Refused) {
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
export function RefundDialog({ refund, isBusy, onClose, onConfirm }: RefundDialogProps) {
  const { t } = useTranslation()
  const [isChecked, setChecked] = useState(false)
  const [draft, setDraft] = useState({ amount: '', reference: '', reason: '' })
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change })
  const body = { amount: draft.amount.trim(), reference: draft.reference.trim(), reason: draft.reason.trim() }
  const wrong = useFaults(body, refund)
  const confirm = () => {
    setChecked(true)
    if (!wrong.amount && !wrong.reference && !wrong.reason) onConfirm(body)
  }
  return (
    <ProposeDialog
      title={t('desk.refunds.proposeTitle')}
      text={t('desk.refunds.proposeText')}
      reason={{ value: draft.reason, onChange: (reason) => set({ reason }), error: isChecked && wrong.reason }}
      isBusy={isBusy}
      onClose={onClose}
      onPropose={confirm}
    >
      <TextInput
        label={t('desk.refunds.amount')}
        value={draft.amount}
        inputMode="decimal"
        onChange={(event) => set({ amount: event.currentTarget.value })}
        error={isChecked && wrong.amount}
        withAsterisk
        data-autofocus
      />
      <TextInput
        label={t('desk.refunds.reference')}
        description={t('desk.refunds.referenceHelp')}
        value={draft.reference}
        maxLength={100}
        onChange={(event) => set({ reference: event.currentTarget.value })}
        error={isChecked && wrong.reference}
        withAsterisk
      />
    </ProposeDialog>
  )
}
