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
  const count = useOfferCount(values)
  const reset = () => setValues({})
  const label =
    count === undefined
      ? t('compute.filter.counting')
      : count === 0
        ? t('compute.filter.nothing')
        : t('compute.filter.show', { shown: formatCount(count) })
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
        <Button onClick={() => onApply(values)} disabled={!count}>
          {label}
        </Button>
      </>
    ),
  }
}
