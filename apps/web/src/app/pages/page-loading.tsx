import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'

/** While a screen's code is on its way. */
export function PageLoading() {
  const { t } = useTranslation()
  return <DetailSkeleton label={t('common.loading')} />
}
