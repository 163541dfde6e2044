import { Button } from '@mantine/core'
import { FieldsSkeleton } from '@trove/ui/skeletons'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import type { FilterValues } from './filter-url.ts'
import { useOfferCount } from './queries.ts'

const FilterFields = lazy(() => import('./filter-fields.tsx'))

/** A filter being put together: its fields, and buttons that show how many machines match before anything is applied. */
export function useFilterDraft(onApply: (filter: FilterValues) => void): {
  fields: ReactNode
  footer: ReactNode
  reset: () => void
} {
  const { t } = useTranslation()
  const [values, setValues] = useState<FilterValues>({})
  const { count, isUnknown } = useOfferCount(values)
  const reset = () => setValues({})
  const words = () => {
    // A count that could not be had must not keep anybody from the list.
    if (isUnknown) return t('compute.filter.showAny')
    if (count === undefined) return t('compute.filter.counting')
    return count === 0 ? t('compute.filter.nothing') : t('compute.filter.show', { shown: formatCount(count) })
  }
  return {
    reset,
    fields: (
      <Suspense fallback={<FieldsSkeleton label={t('common.loading')} count={5} />}>
        <FilterFields values={values} onChange={(field, value) => setValues((now) => ({ ...now, [field]: value }))} />
      </Suspense>
    ),
    footer: (
      <>
        <Button variant="default" onClick={reset}>
          {t('compute.filter.reset')}
        </Button>
        <Button onClick={() => onApply(values)} disabled={!count && !isUnknown}>
          {words()}
        </Button>
      </>
    ),
  }
}
