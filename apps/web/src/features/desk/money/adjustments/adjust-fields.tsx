import { NativeSelect, TextInput } from '@mantine/core'
import { ADJUSTABLE_ACCOUNTS } from '@trove/contract/payment/adjustments'
import { parseYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountField, WhyField } from '../../cases/proposal-fields.tsx'
import type { Difference, Proposal } from '../../queries.ts'
import { type Draft, firstDraft } from './first-draft.ts'

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

type FieldsProps = {
  draft: Draft
  set: (change: Partial<Draft>) => void
  wrong: Partial<Record<keyof Draft, string | false>>
}

/** From which account to which. */
function AccountFields({ draft, set, wrong }: FieldsProps) {
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
        error={wrong.credit}
      />
    </>
  )
}

function Fields({ draft, set, wrong }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <AccountFields draft={draft} set={set} wrong={wrong} />
      <AmountField
        label={t('desk.adjust.amount')}
        value={draft.amount}
        onChange={(amount) => set({ amount })}
        error={wrong.amount}
      />
      <TextInput
        label={t('desk.adjust.reference')}
        value={draft.reference}
        maxLength={64}
        onChange={(event) => set({ reference: event.currentTarget.value })}
      />
      <WhyField value={draft.reason} onChange={(reason) => set({ reason })} error={wrong.reason} />
    </>
  )
}

/**
 * An adjustment as it is written down, to put right one difference where that is given: its fields, and sending it, which names
 * what is wrong with it first.
 */
export function useProposal(difference: Difference | undefined, onConfirm: (proposal: Proposal) => void) {
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
  return { fields: <Fields draft={draft} set={set} wrong={isChecked ? wrong : {}} />, confirm }
}
