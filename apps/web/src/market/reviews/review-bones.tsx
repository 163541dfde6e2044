import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'

/** Most things have no review or two: more places than that would stand empty for a moment and be taken away. */
const FEW = 2

/** Reviews on their way. */
export function ReviewBones() {
  const { t } = useTranslation()
  return <RowsSkeleton label={t('common.loading')} count={FEW} />
}
