import { Select } from '@mantine/core'
import type { ComputeGroup } from '@trove/contract/dictionary/routes'
import { type NumberGuard, UnitInput } from '@trove/ui/inputs/unit-input'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useOptions } from '../../../lib/calls/dictionary.ts'
import { notify } from '../../../lib/calls/notify.ts'
import type { OfferField } from './offer-form.ts'
import type { OfferForm } from './use-publish-compute.ts'

type NumberFieldProps = NumberGuard & {
  form: OfferForm
  name: OfferField
  label: string
  help?: ReactNode
  unit?: string
  prefix?: string
  isOptional?: boolean
}

/** A whole number or an amount with its unit. */
export function NumberField({ form, name, label, help, isOptional = false, ...guard }: NumberFieldProps) {
  const { t } = useTranslation()
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <UnitInput
          {...guard}
          label={label}
          description={help}
          isRequired={!isOptional}
          name={name}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.error?.message}
          onClamped={(max) => notify('warning', t('machines.form.max', { max }))}
        />
      )}
    />
  )
}

/** One of a group of options; `emptyWords` makes it one that may stay empty. */
export function OptionField({
  form,
  name,
  label,
  group,
  help,
  emptyWords,
}: NumberFieldProps & { group: ComputeGroup; emptyWords?: string }) {
  const { t } = useTranslation()
  const options = useOptions(group)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          label={label}
          description={help}
          placeholder={emptyWords ?? t('machines.form.choose')}
          data={options}
          value={field.value || null}
          onChange={(value) => field.onChange(value ?? '')}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
          allowDeselect={false}
          clearable={emptyWords !== undefined}
          searchable={emptyWords !== undefined}
          // The list would cover why the field that has the focus was refused.
          openOnFocus={false}
          withAsterisk={emptyWords === undefined}
        />
      )}
    />
  )
}
