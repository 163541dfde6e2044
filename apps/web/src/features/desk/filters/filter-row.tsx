import { Checkbox } from '@mantine/core'
import { PlainSelect } from '@trove/ui/inputs/plain-select'
import { useTranslation } from 'react-i18next'
import { ListSearch } from '../../../market/list/list-search.tsx'
import type { CaseFilters, useCaseFilter } from './case-filter.ts'
import { FilterChips } from './filter-chips.tsx'
import classes from './filters.module.css'

type FilterRowProps<View extends string, End extends string> = {
  view: { value: View; label: string } | undefined
  filters: CaseFilters<View, End>
  now: ReturnType<typeof useCaseFilter<View, End>>
}

/** What a list of cases can be filtered by, and its saved filters. */
export function FilterRow<View extends string, End extends string>({ view, filters, now }: FilterRowProps<View, End>) {
  const { t } = useTranslation()
  const { filter, canWait, end, url, setWaits, setEnd } = now
  const { placeholder, ends = [] } = filters
  const says = [
    filter.waitsFor && t('desk.filters.waitsForMe'),
    end?.label,
    filter.keyword && t('market.quoted', { value: filter.keyword }),
  ].filter((one) => one !== undefined)
  return (
    <div className={classes.row}>
      <ListSearch url={url} placeholder={placeholder} label={placeholder} />
      {canWait && (
        <Checkbox
          label={t('desk.filters.waitsForMe')}
          checked={filter.waitsFor === 'me'}
          onChange={(event) => setWaits(event.currentTarget.checked)}
        />
      )}
      {!canWait && ends.length > 0 && (
        <PlainSelect<End | ''>
          label={t('desk.columns.state')}
          options={[{ value: '', label: t('desk.filters.anyEnd') }, ...ends]}
          value={filter.end ?? ''}
          onChange={setEnd}
        />
      )}
      <FilterChips view={view} says={says} />
    </div>
  )
}
