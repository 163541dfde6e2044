import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/shown/format.ts'
import type { FilterFace } from '../../../market/list/face.ts'
import { FILTER_FIELDS } from './filter-names.ts'
import { useOfferCount } from './queries.ts'

const Fields = lazy(() => import('./filter-fields.tsx'))

/** How machines are filtered. */
export function useFilterFace(): FilterFace {
  const { t } = useTranslation()
  return {
    fields: FILTER_FIELDS,
    Fields,
    useCount: useOfferCount,
    showWords: (count) =>
      count === 0 ? t('compute.filter.nothing') : t('compute.filter.show', { count, shown: formatCount(count) }),
  }
}
