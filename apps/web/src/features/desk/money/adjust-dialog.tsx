import { NativeSelect, TextInput } from '@mantine/core'
import { ADJUSTABLE_ACCOUNTS } from '@trove/contract/payment/adjustments'
import { parseYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Difference, Proposal } from '../queries.ts'
import { ProposeDialog } from './propose-dialog.tsx'

type AdjustDialogProps = {
  /** What it puts right, if it is one difference. */
  difference?: Difference
  isBusy: boolean
  onClose: () => void
  onConfirm: (proposal: Proposal) => void
}

type Draft = { debit: Proposal['debit']; credit: Proposal['credit']; amount: string; reference: string; reason: string }

/** By how much both sides of a difference disagree. */
function gapOf(difference: Difference | undefined): string {
  return difference?.billAmount ?? difference?.ourAmount ?? ''
}

/** A draft that puts right the whole of a difference. */
function firstDraft(difference: Difference | undefined): Draft {
  return {
    debit: 'alipay',
    credit: 'adjustment',
    amount: gapOf(difference),
    reference: difference?.number ?? '',
    reason: '',
  }
}

/** What is sent of the draft; an empty reference is none. */
function proposalOf({ reference, reason, ...rest }: Draft, difference: Difference | undefined): Proposal {
  return {
    ...rest,
    amount: rest.amount.trim(),
    reason: reason.trim(),
    ...(reference.trim() && { reference: reference.trim() }),
    ...(difference && { differenceId: difference.id }),
  }
}

type AccountFieldsProps = { draft: Draft; set: (change: Partial<Draft>) => void; creditError: string | false }

/** From which account to which. */
function AccountFields({ draft, set, creditError }: AccountFieldsProps) {
  const { t } = useTranslation()
  const accounts = ADJUSTABLE_ACCOUNTS.map((value) => ({ value, label: t(`desk.adjust.accounts.${value}`) }))
  return (
    <>
      <NativeSelect
        label={t('desk.adjust.debit')}
        data={accounts}
        value={draft.debit}
        onChange={(event) => set({ debit: event.currentTarget.value as Draft['debit'] })}
      />
      <NativeSelect
        label={t('desk.adjust.credit')}
        data={accounts}
        value={draft.credit}
        onChange={(event) => set({ credit: event.currentTarget.value as Draft['credit'] })}
        error={creditError}
      />
    </>
  )
}

/** Proposes to put the books right; another person has to agree before anything is posted. */
export function AdjustDialog({ difference, isBusy, onClose, onConfirm }: AdjustDialogProps) {
  const { t } = useTranslation()
  const [isChecked, setChecked] = useState(false)
  const [draft, setDraft] = useState<Draft>(() => firstDraft(difference))
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const wrong = {
    credit: draft.credit === draft.debit && t('desk.adjust.sameAccount'),
    amount: (parseYuan(draft.amount.trim()) ?? 0n) <= 0n && t('desk.adjust.amountWrong'),
    reason: draft.reason.trim() === '' && t('desk.payouts.reasonEmpty'),
  }
  const confirm = () => {
    setChecked(true)
    if (!wrong.credit && !wrong.amount && !wrong.reason) onConfirm(proposalOf(draft, difference))
  }
  return (
    <ProposeDialog
      title={t('desk.adjust.title')}
      text={t('desk.adjust.text')}
      reason={{ value: draft.reason, onChange: (reason) => set({ reason }), error: isChecked && wrong.reason }}
      isBusy={isBusy}
      onClose={onClose}
      onPropose={confirm}
    >
      <AccountFields draft={draft} set={set} creditError={isChecked && wrong.credit} />
      <TextInput
        label={t('desk.adjust.amount')}
        value={draft.amount}
        inputMode="decimal"
        onChange={(event) => set({ amount: event.currentTarget.value })}
        error={isChecked && wrong.amount}
        withAsterisk
      />
      <TextInput
        label={t('desk.adjust.reference')}
        value={draft.reference}
        maxLength={64}
        onChange={(event) => set({ reference: event.currentTarget.value })}
      />
    </ProposeDialog>
  )
}
