import { Button, Select, TextInput } from '@mantine/core'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../styles/wallet.module.css'
import { type BillField, type BillFilter, billFilterError } from './bill-filter.ts'

/** What a bill's rows are: their kinds in words, and what its amounts are counted in. */
export type BillKinds<Type extends string> = {
  kinds: { value: Type; label: string }[]
  money: { prefix?: string; unit?: string }
}
type FieldProps = { values: BillFilter; set: (field: BillField, value: string) => void; error?: 'range' | 'dates' }

function Days({ values, set, error }: FieldProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.pair}>
      <TextInput
        type="date"
        label={t('wallet.billFilter.from')}
        value={values.startTime ?? ''}
        max={values.endTime}
        onChange={(event) => set('startTime', event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('wallet.billFilter.to')}
        value={values.endTime ?? ''}
        min={values.startTime}
        onChange={(event) => set('endTime', event.currentTarget.value)}
        error={error === 'dates' && t('wallet.billFilter.dates')}
      />
    </div>
  )
}

function Amounts({ values, set, error, money }: FieldProps & { money: BillKinds<string>['money'] }) {
  const { t } = useTranslation()
  const shared = { decimals: 2, maxDigits: 9, ...money }
  return (
    <div className={classes.pair}>
      <UnitInput
        {...shared}
        label={t('wallet.billFilter.min')}
        value={values.minAmount ?? ''}
        onChange={(value) => set('minAmount', value)}
      />
      <UnitInput
        {...shared}
        label={t('wallet.billFilter.max')}
        value={values.maxAmount ?? ''}
        onChange={(value) => set('maxAmount', value)}
        error={error === 'range' && t('wallet.billFilter.range')}
      />
    </div>
  )
}

/** A bill filter being put together; nothing is applied while it makes no sense. */
export function useBillFilterDraft<Type extends string>(
  { kinds, money }: BillKinds<Type>,
  onApply: (filter: BillFilter<Type>) => void,
): { fields: ReactNode; footer: ReactNode; start: (filter: BillFilter<Type>) => void } {
  const { t } = useTranslation()
  const [values, setValues] = useState<BillFilter<Type>>({})
  const error = billFilterError(values)
  const set = (field: BillField, value: string) => setValues((now) => ({ ...now, [field]: value || undefined }))
  return {
    start: setValues,
    fields: (
      <div className={classes.filter}>
        <Days values={values} set={set} error={error} />
        <Select
          label={t('wallet.billFilter.type')}
          placeholder={t('common.all')}
          data={kinds}
          value={values.type ?? null}
          onChange={(value) => set('type', value ?? '')}
          clearable
        />
        <Amounts values={values} set={set} error={error} money={money} />
      </div>
    ),
    footer: (
      <>
        <Button variant="default" onClick={() => setValues({})}>
          {t('wallet.billFilter.reset')}
        </Button>
        <Button onClick={() => onApply(values)} disabled={error !== undefined}>
          {t('wallet.billFilter.apply')}
        </Button>
      </>
    ),
  }
}
