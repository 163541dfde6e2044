import { Select, TextInput } from '@mantine/core'
import { CODE_LANGUAGES, WORK_LABEL_CHARS } from '@trove/contract/code/shapes'
import { RangeField } from '@trove/ui/inputs/range-field'
import { useTranslation } from 'react-i18next'
import type { FieldsProps } from '../../../market/list/face.ts'
import { useWorkWords } from '../use-words.ts'

const STARS = ['4', '3', '2', '1']

/** The filter of works: language, label, price and rating. */
export default function FilterFields({ values, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { languageOf } = useWorkWords()
  const end = (field: string, label: string) => ({
    label,
    value: values[field] ?? '',
    onChange: (value: string) => onChange(field, value || undefined),
  })
  return (
    <>
      <Select
        label={t('code.facts.language')}
        placeholder={t('common.all')}
        data={CODE_LANGUAGES.map((value) => ({ value, label: languageOf(value) }))}
        value={values.language ?? null}
        onChange={(value) => onChange('language', value ?? undefined)}
        clearable
        searchable
        comboboxProps={{ withinPortal: true }}
      />
      <TextInput
        label={t('code.filter.label')}
        value={values.label ?? ''}
        maxLength={WORK_LABEL_CHARS}
        onChange={(event) => onChange('label', event.currentTarget.value || undefined)}
      />
      <RangeField
        label={t('code.facts.price')}
        prefix={t('units.yuanSign')}
        decimals={2}
        maxDigits={8}
        barsLabel={t('code.filter.priceRange')}
        from={end('priceFrom', t('market.filter.from'))}
        to={end('priceTo', t('market.filter.to'))}
      />
      <Select
        label={t('code.filter.rating')}
        placeholder={t('code.filter.any')}
        data={STARS.map((value) => ({ value, label: t('code.filter.atLeast', { stars: value }) }))}
        value={values.ratingFrom ?? null}
        onChange={(value) => onChange('ratingFrom', value ?? undefined)}
        clearable
        comboboxProps={{ withinPortal: true }}
      />
    </>
  )
}
