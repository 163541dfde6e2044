import { Select } from '@mantine/core'
import { BANDWIDTH_FILTER_MAX } from '@trove/contract/compute/shapes'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { useTranslation } from 'react-i18next'
import { useOptions } from '../../../lib/calls/dictionary.ts'
import { notify } from '../../../lib/calls/notify.ts'
import type { FieldsProps } from '../../../market/list/face.ts'
import classes from '../compute.module.css'
import { CountedOptions } from './counted-options.tsx'
import { RangeFields } from './range-fields.tsx'
import { SizeField } from './size-field.tsx'

/** The five fields of the filter (b-markets 2, filter dialog), and the ranges. */
export default function FilterFields({ values, onChange }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <SizeField label={t('compute.filter.cpuAndRam')} values={values} onChange={onChange} />
      <Select
        label={t('compute.filter.disk')}
        placeholder={t('common.all')}
        data={useOptions('diskSize')}
        value={values.diskSize ?? null}
        onChange={(value) => onChange('diskSize', value ?? undefined)}
        clearable
        comboboxProps={{ withinPortal: true }}
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
