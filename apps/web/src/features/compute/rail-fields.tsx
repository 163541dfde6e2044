import { Select } from '@mantine/core'
import { BANDWIDTH_FILTER_MAX } from '@trove/contract/compute/shapes'
import type { ComputeGroup } from '@trove/contract/dictionary/routes'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { useTranslation } from 'react-i18next'
import { useOptions } from '../../lib/dictionary.ts'
import type { FieldsProps } from '../../market/list/face.ts'
import { RangeFields } from './range-fields.tsx'

type OptionProps = FieldsProps & { field: string; group: ComputeGroup; label: string }

function Option({ field, group, label, values, onChange }: OptionProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      placeholder={t('common.all')}
      data={useOptions(group)}
      value={values[field] ?? null}
      onChange={(value) => onChange(field, value ?? undefined)}
      clearable
      comboboxProps={{ withinPortal: true }}
    />
  )
}

/** The filter beside the list: ranges first, then what is chosen out of a few. */
export default function RailFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { values, onChange } = props
  return (
    <>
      <RangeFields {...props} />
      <UnitInput
        label={t('compute.facts.bandwidth')}
        placeholder={t('market.filter.from')}
        unit={t('units.mbps')}
        value={values.bandwidth ?? ''}
        onChange={(value) => onChange('bandwidth', value || undefined)}
        maxDigits={2}
        max={BANDWIDTH_FILTER_MAX}
      />
      <Option {...props} field="operationSystem" group="OS" label={t('compute.facts.os')} />
      <Option {...props} field="servePeriod" group="servePeriod" label={t('compute.facts.period')} />
    </>
  )
}
