import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOptions } from '../../../lib/calls/dictionary.ts'
import type { FieldsProps } from '../../../market/list/face.ts'
import { useSizeWords } from './filter-words.ts'

/** The eighteen pairs of cores and RAM (decision 48). */
export function SizeField({ values, onChange, label }: FieldsProps & { label: string }) {
  const { t } = useTranslation()
  const options = useOptions('cpuAndRam')
  const wordsOf = useSizeWords()
  const value = values.cpuAndRAM ?? null
  // An address may ask for another one, such as RAM alone: the field says what is filtered by.
  const isOther = value !== null && !options.some((option) => option.value === value)
  return (
    <Select
      label={label}
      placeholder={t('common.all')}
      data={isOther ? [{ value, label: wordsOf(value) }, ...options] : options}
      value={value}
      onChange={(value) => onChange('cpuAndRAM', value ?? undefined)}
      clearable
      comboboxProps={{ withinPortal: true }}
    />
  )
}
