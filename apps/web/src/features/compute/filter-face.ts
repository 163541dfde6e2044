import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import type { FilterFace } from '../../market/list/face.ts'
import { useOfferCount } from './queries.ts'

/** Values of the filter as they stand in the address: the specification's five, and the ranges. */
export const FILTER_FIELDS = [
  'operationSystem',
  'servePeriod',
  'cpuAndRAM',
  'diskSize',
  'bandwidth',
  'perDayFrom',
  'perDayTo',
  'coresFrom',
  'coresTo',
  'ramFrom',
  'ramTo',
  'diskTo',
] as const
export type FilterField = (typeof FILTER_FIELDS)[number]

const Fields = lazy(() => import('./filter-fields.tsx'))

/** How machines are filtered. */
export function useFilterFace(): FilterFace {
  const { t } = useTranslation()
  return {
    fields: FILTER_FIELDS,
    Fields,
    useCount: useOfferCount,
    showWords: (count) =>
      count === 0 ? t('compute.filter.nothing') : t('compute.filter.show', { shown: formatCount(count) }),
  }
}
