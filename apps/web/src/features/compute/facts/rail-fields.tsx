import { BANDWIDTH_FILTER_MAX } from '@trove/contract/compute/shapes'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import type { FieldsProps } from '../../../market/list/face.ts'
import { CountedOptions } from './counted-options.tsx'
import { RangeFields } from './range-fields.tsx'
import { SizeField } from './size-field.tsx'

/** The filter beside the list: the usual sizes and ranges first, then what else is chosen out of a few. */
export default function RailFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { values, onChange } = props
  return (
    <>
      <SizeField {...props} label={t('compute.facts.cpuAndRam')} />
      <RangeFields {...props} />
      <UnitInput
        label={t('compute.facts.bandwidth')}
        placeholder={t('market.filter.from')}
        unit={t('units.mbps')}
        value={values.bandwidth ?? ''}
        onChange={(value) => onChange('bandwidth', value || undefined)}
        onClamped={() => notify('warning', t('compute.filter.bandwidthHelp'))}
        maxDigits={2}
        max={BANDWIDTH_FILTER_MAX}
      />
      <CountedOptions {...props} osLabel={t('compute.facts.os')} periodLabel={t('compute.facts.period')} />
    </>
  )
}
