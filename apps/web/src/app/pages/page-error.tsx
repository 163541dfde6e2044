import { ErrorState } from '@trove/ui/feedback/error-state'
import { ErrorPicture } from '@trove/ui/feedback/pictures'
import { useTranslation } from 'react-i18next'

/** A screen broke: say so and offer to load it again. */
export function PageError() {
  const { t } = useTranslation()
  return (
    <ErrorState
      illustration={<ErrorPicture />}
      title={t('common.unexpected')}
      text={t('common.unexpectedHint')}
      retry={{ label: t('common.reload'), onClick: () => window.location.reload() }}
    />
  )
}
