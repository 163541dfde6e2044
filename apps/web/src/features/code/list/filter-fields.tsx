import { TextInput } from '@mantine/core'
import { CODE_LANGUAGES, WORK_LABEL_CHARS } from '@trove/contract/code/shapes'
import { RangeField } from '@trove/ui/inputs/range-field'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceSelect } from '../../../market/list/choice-select.tsx'
import type { FieldsProps } from '../../../market/list/face.ts'
import { useSpread, useWorkChoices } from '../queries.ts'
import { useWorkWords } from '../use-words.ts'

const STARS = ['4', '3', '2', '1']

type RatingFieldProps = Pick<FieldsProps, 'values' | 'onChange'> & Pick<ComponentProps<typeof ChoiceSelect>, 'counts'>

function RatingField(props: RatingFieldProps) {
  const { t } = useTranslation()
  return (
    <ChoiceSelect
      {...props}
      field="ratingFrom"
      label={t('works.filter.rating')}
      placeholder={t('works.filter.any')}
      data={STARS.map((value) => ({ value, label: t('works.filter.atLeast', { count: Number(value) }) }))}
    />
  )
}

/** The filter of works: language, label, price and rating. */
export default function FilterFields({ values, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { languageOf } = useWorkWords()
  const spread = useSpread()
  const counts = useWorkChoices(values)
  const end = (field: string, label: string) => ({
    label,
    value: values[field] ?? '',
    onChange: (value: string) => onChange(field, value || undefined),
  })
  return (
    <>
      <ChoiceSelect
        {...{ values, onChange }}
        field="language"
        label={t('works.facts.language')}
        placeholder={t('common.all')}
        data={CODE_LANGUAGES.map((value) => ({ value, label: languageOf(value) }))}
        counts={counts?.language}
        searchable
      />
      <TextInput
        label={t('works.filter.label')}
        value={values.label ?? ''}
        maxLength={WORK_LABEL_CHARS}
        onChange={(event) => onChange('label', event.currentTarget.value || undefined)}
      />
      <RangeField
        label={t('works.facts.price')}
        prefix={t('units.yuanSign')}
        decimals={2}
        maxDigits={8}
        bars={spread ? spread.price.map(({ from, count }) => ({ from: Number(from), count })) : spread}
        barsLabel={t('market.filter.spread')}
        from={end('priceFrom', t('market.filter.from'))}
        to={end('priceTo', t('market.filter.to'))}
      />
      <RatingField {...{ values, onChange }} counts={counts?.ratingFrom} />
    </>
  )
}
