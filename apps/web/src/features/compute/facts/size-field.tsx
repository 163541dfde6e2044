import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOptions } from '../../../lib/calls/dictionary.ts'
import type { FieldsProps } from '../../../market/list/face.ts'

/** The eighteen pairs of cores and RAM (decision 48). */
export function SizeField({ values, onChange, label }: FieldsProps & { label: string }) {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      placeholder={t('common.all')}
      data={useOptions('cpuAndRam')}
      value={values.cpuAndRAM ?? null}
      onChange={(value) => onChange('cpuAndRAM', value ?? undefined)}
      clearable
      comboboxProps={{ withinPortal: true }}
    />
  )
}
