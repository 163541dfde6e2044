import { Select } from '@mantine/core'
import { BANDWIDTH_FILTER_MAX } from '@trove/contract/compute/shapes'
import type { ComputeGroup } from '@trove/contract/dictionary/routes'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { useTranslation } from 'react-i18next'
import { useOptions } from '../../../lib/calls/dictionary.ts'
import { notify } from '../../../lib/calls/notify.ts'
import type { FieldsProps } from '../../../market/list/face.ts'
import classes from '../compute.module.css'
import { CountedOptions } from './counted-options.tsx'
import type { FilterField } from './filter-names.ts'
import { RangeFields } from './range-fields.tsx'

function OptionField({
  field,
  group,
  label,
  values,
  onChange,
}: FieldsProps & { field: FilterField; group: ComputeGroup; label: string }) {
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

/** The five fields of the filter (b-markets 2, filter dialog), and the ranges. */
export default function FilterFields({ values, onChange }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <OptionField
        field="cpuAndRAM"
        group="cpuAndRam"
        label={t('compute.filter.cpuAndRam')}
        values={values}
        onChange={onChange}
      />
      <OptionField
        field="diskSize"
        group="diskSize"
        label={t('compute.filter.disk')}
        values={values}
        onChange={onChange}
      />
      <UnitInput
        label={t('compute.filter.bandwidth')}
        description={t('compute.filter.bandwidthHelp')}
        unit={t('units.mbps')}
        value={values.bandwidth ?? ''}
        onChange={(value) => onChange('bandwidth', value || undefined)}
        onClamped={() => notify('warning', t('compute.filter.bandwidthHelp'))}
        maxDigits={2}
        max={BANDWIDTH_FILTER_MAX}
      />
      <CountedOptions
        values={values}
        onChange={onChange}
        osLabel={t('compute.filter.os')}
        periodLabel={t('compute.filter.period')}
      />
      <RangeFields values={values} onChange={onChange} />
    </div>
  )
}
