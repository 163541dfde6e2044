import { ErrorState } from '@trove/ui/feedback/error-state'
import { useTranslation } from 'react-i18next'
import { errorText } from '../calls/notify.ts'

/** In place of a part of a page that could not be had: why, and a way to try again. */
export function SmallFailure({ error, refetch }: { error: Error; refetch: () => unknown }) {
  const { t } = useTranslation()
  return (
    <ErrorState title={errorText(error)} retry={{ label: t('common.retry'), onClick: () => void refetch() }} isSmall />
  )
}
