import { Select, VisuallyHidden } from '@mantine/core'
import { CHOICE_COUNT_MAX } from '@trove/contract/kit/choices'
import { CheckIcon } from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/shown/format.ts'
import classes from './choice-select.module.css'
import type { FieldsProps } from './face.ts'

type Choice = { value: string; label: string }
type ChoiceSelectProps = FieldsProps & {
  field: string
  label: string
  placeholder?: string
  data: readonly (Choice | { group: string; items: readonly Choice[] })[]
  /** How many match each choice; missing while they are counted. */
  counts: readonly { value: string; count: number }[] | undefined
  searchable?: boolean
}

/** How many match; the room is there before the figure is. */
function ChoiceCount({ count }: { count: number | undefined }) {
  const { t } = useTranslation()
  if (count === undefined) return <span className={classes.count} />
  const shown = count < CHOICE_COUNT_MAX ? formatCount(count) : `${formatCount(CHOICE_COUNT_MAX - 1)}+`
  return (
    <>
      <span className={classes.count} aria-hidden>
        {shown}
      </span>
      <VisuallyHidden>{t('market.filter.matches', { shown })}</VisuallyHidden>
    </>
  )
}

/** One of a few, each with how many match it under the rest of the filter. */
export function ChoiceSelect({ field, counts, data, values, onChange, ...input }: ChoiceSelectProps) {
  const known = new Map(counts?.map(({ value, count }) => [value, count]))
  return (
    <Select
      {...input}
      data={data.map((one) => ('items' in one ? { ...one, items: [...one.items] } : one))}
      value={values[field] ?? null}
      onChange={(value) => onChange(field, value ?? undefined)}
      clearable
      comboboxProps={{ withinPortal: true }}
      renderOption={({ option, checked }) => (
        <span className={classes.option} data-none={known.get(option.value) === 0 || undefined}>
          {checked && <CheckIcon size={14} />}
          <span className={classes.words}>{option.label}</span>
          <ChoiceCount count={known.get(option.value)} />
        </span>
      )}
    />
  )
}
