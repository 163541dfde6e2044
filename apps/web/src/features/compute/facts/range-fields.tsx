import { type Bar, RangeField } from '@trove/ui/inputs/range-field'
import { useTranslation } from 'react-i18next'
import type { FieldsProps } from '../../../market/list/face.ts'
import type { FilterField } from './filter-names.ts'
import { useSpread } from './queries.ts'

type RangeProps = FieldsProps & {
  bars?: Bar[] | null
  unit?: string
  prefix?: string
  decimals?: number
  maxDigits: number
} & {
  label: string
  fields: { from: FilterField; to?: FilterField }
}

function Range({ values, onChange, fields, bars, ...field }: RangeProps) {
  const { t } = useTranslation()
  const end = (name: FilterField | undefined, label: string) =>
    name && {
      label,
      value: values[name] ?? '',
      onChange: (value: string) => onChange(name, value || undefined),
    }
  return (
    <RangeField
      {...field}
      bars={bars}
      barsLabel={t('market.filter.spread')}
      from={end(fields.from, t('market.filter.from'))}
      to={end(fields.to, t('market.filter.to'))}
    />
  )
}

/** GPUs and the memory of each, from so much on. */
function GpuRanges(props: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Range {...props} label={t('compute.facts.gpuCount')} fields={{ from: 'gpuCount' }} maxDigits={2} />
      <Range
        {...props}
        label={t('compute.facts.gpuVram')}
        fields={{ from: 'gpuVram' }}
        unit={t('units.gb')}
        maxDigits={4}
      />
    </>
  )
}

/**
 * Price a day, cores, RAM and disk from so much to so much, each with how the machines on the market are spread; GPUs and
 * the memory of each from so much on.
 */
export function RangeFields(props: FieldsProps) {
  const { t } = useTranslation()
  const spread = useSpread()
  const size = { ...props, unit: t('units.gb'), maxDigits: 8 }
  return (
    <>
      <Range
        {...props}
        label={t('compute.facts.perDay')}
        fields={{ from: 'perDayFrom', to: 'perDayTo' }}
        prefix={t('units.yuanSign')}
        decimals={2}
        maxDigits={8}
        bars={spread ? spread.perDay.map(({ from, count }) => ({ from: Number(from), count })) : spread}
      />
      <Range
        {...props}
        label={t('compute.facts.cores')}
        fields={{ from: 'coresFrom', to: 'coresTo' }}
        maxDigits={4}
        bars={spread ? spread.cores : spread}
      />
      <Range
        {...size}
        label={t('compute.facts.ram')}
        fields={{ from: 'ramFrom', to: 'ramTo' }}
        bars={spread ? spread.ram : spread}
      />
      <Range
        {...size}
        label={t('compute.facts.disk')}
        fields={{ from: 'diskSize', to: 'diskTo' }}
        bars={spread ? spread.disk : spread}
      />
      <GpuRanges {...props} />
    </>
  )
}
