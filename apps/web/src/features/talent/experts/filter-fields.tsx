import { Select, TextInput } from '@mantine/core'
import { RangeField } from '@trove/ui/inputs/range-field'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTree } from '../../../lib/calls/dictionary.ts'
import { ChoiceSelect } from '../../../market/list/choice-select.tsx'
import type { FieldsProps } from '../../../market/list/face.ts'
import { hourOf, hourText, momentOf } from '../calendar/clock.ts'
import { useExpertChoices, useSpread } from '../data/queries.ts'
import classes from '../talent.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))
/** No day before it is meant. */
const FIRST_DAY = '2000-01-01'
/** What the hour is while only the day is chosen. */
const USUAL_HOUR = 10

/** A day and an hour of the reader's clock, in the address as one moment. */
function FreeFields({ value, onChange }: { value: string | undefined; onChange: (free: string | undefined) => void }) {
  const { t } = useTranslation()
  const chosen = value ? hourOf(value) : undefined
  // A year is typed digit by digit, and the field says 0002 after the first one.
  const [typed, setTyped] = useState<string>()
  const choose = (day: string, hour: number) => {
    const isWhole = day === '' || day >= FIRST_DAY
    setTyped(isWhole ? undefined : day)
    if (isWhole) onChange(momentOf(day, hour))
  }
  return (
    <>
      <TextInput
        type="date"
        label={t('freeHours.filterDay')}
        value={typed ?? chosen?.day ?? ''}
        onChange={(event) => choose(event.currentTarget.value, chosen?.hour ?? USUAL_HOUR)}
      />
      {chosen && (
        <Select
          label={t('freeHours.filterHour')}
          data={HOURS}
          value={String(chosen.hour)}
          onChange={(hour) => choose(chosen.day, Number(hour))}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
        />
      )}
    </>
  )
}

function PriceRange({ values, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const spread = useSpread()
  const end = (field: 'minPrice' | 'maxPrice') => ({
    label: t(`talent.filter.${field}`),
    placeholder: t(field === 'minPrice' ? 'market.filter.from' : 'market.filter.to'),
    value: values[field] ?? '',
    onChange: (value: string) => onChange(field, value || undefined),
  })
  return (
    <RangeField
      label={t('talent.filter.price')}
      prefix={t('units.yuanSign')}
      decimals={2}
      maxDigits={5}
      bars={spread ? spread.price.map(({ from, count }) => ({ from: Number(from), count })) : spread}
      barsLabel={t('market.filter.spread')}
      from={end('minPrice')}
      to={end('maxPrice')}
    />
  )
}

/** The filter of experts: a text, a technology or skill, what an hour may cost, and when they are free. */
export default function FilterFields({ values, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const counts = useExpertChoices(values)
  const groups = useTree('technical_field').map(({ value, label, children }) => ({
    group: label,
    items: [{ value, label }, ...children],
  }))
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('talent.filter.name')}
        placeholder={t('talent.filter.namePlaceholder')}
        value={values.name ?? ''}
        maxLength={40}
        onChange={(event) => onChange('name', event.currentTarget.value || undefined)}
      />
      <ChoiceSelect
        {...{ values, onChange }}
        field="skill"
        label={t('talent.filter.skill')}
        placeholder={t('common.all')}
        data={groups}
        counts={counts?.skill}
        searchable
      />
      <PriceRange values={values} onChange={onChange} />
      <ChoiceSelect
        {...{ values, onChange }}
        field="minStars"
        label={t('talent.filter.minStars')}
        placeholder={t('common.all')}
        data={['5', '4', '3', '2', '1'].map((stars) => ({
          value: stars,
          label: t('talent.filter.atLeastStars', { count: Number(stars) }),
        }))}
        counts={counts?.minStars}
      />
      <FreeFields value={values.free} onChange={(free) => onChange('free', free)} />
    </div>
  )
}
