import { Button } from '@mantine/core'
import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterFace, FilterValues } from './face.ts'
import { wholeFilter } from './list-url.ts'

/** A filter being put together: its fields, and buttons that show how many match before anything is applied. */
export function useFilterDraft(
  face: FilterFace,
  onApply: (filter: FilterValues) => void,
  /** What else the list is chosen by while this is put together. */
  kept: FilterValues = {},
): { fields: ReactNode; footer: ReactNode; reset: () => void } {
  const { t } = useTranslation()
  const [values, setValues] = useState<FilterValues>({})
  const { count, isUnknown } = face.useCount(wholeFilter({ ...values, ...kept }))
  const reset = () => setValues({})
  const words = () => {
    // A count that could not be had must not keep anybody from the list.
    if (isUnknown) return t('market.filter.showAny')
    return count === undefined ? t('market.filter.counting') : face.showWords(count)
  }
  return {
    reset,
    fields: (
      <Suspense fallback={<FieldsSkeleton label={t('common.loading')} count={5} />}>
        <face.Fields
          values={{ ...kept, ...values }}
          onChange={(field, value) => setValues((now) => ({ ...now, [field]: value }))}
        />
      </Suspense>
    ),
    footer: (
      <>
        <Button variant="default" onClick={reset}>
          {t('market.filter.reset')}
        </Button>
        <Button onClick={() => onApply(values)} disabled={!count && !isUnknown}>
          {words()}
        </Button>
      </>
    ),
  }
}
