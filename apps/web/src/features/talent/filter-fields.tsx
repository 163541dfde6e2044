import { Select, TextInput } from '@mantine/core'
import { RangeField } from '@trove/ui/inputs/range-field'
import { useTranslation } from 'react-i18next'
import { useTree } from '../../lib/dictionary.ts'
import type { FieldsProps } from '../../market/list/face.ts'
import classes from './talent.module.css'

/** The filter of experts: a text, a technology or skill, and what an hour may cost. */
export default function FilterFields({ values, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const groups = useTree('technical_field').map(({ value, label, children }) => ({
    group: label,
    items: [{ value, label }, ...children],
  }))
  const end = (field: 'minPrice' | 'maxPrice') => ({
    label: t(`talent.filter.${field}`),
    value: values[field] ?? '',
    onChange: (value: string) => onChange(field, value || undefined),
  })
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('talent.filter.name')}
        placeholder={t('talent.filter.namePlaceholder')}
        value={values.name ?? ''}
        maxLength={40}
        onChange={(event) => onChange('name', event.currentTarget.value || undefined)}
      />
      <Select
        label={t('talent.filter.skill')}
        placeholder={t('common.all')}
        data={groups}
        value={values.skill ?? null}
        onChange={(value) => onChange('skill', value ?? undefined)}
        clearable
        searchable
        comboboxProps={{ withinPortal: true }}
      />
      <RangeField
        label={t('talent.filter.price')}
        prefix={t('units.yuanSign')}
        decimals={2}
        maxDigits={5}
        from={end('minPrice')}
        to={end('maxPrice')}
      />
    </div>
  )
}
