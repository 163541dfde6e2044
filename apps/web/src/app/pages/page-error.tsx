import { useNetwork, useWindowEvent } from '@mantine/hooks'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { ErrorPicture } from '@trove/ui/feedback/pictures'
import { useTranslation } from 'react-i18next'

/** A screen broke: say so and offer to load it again. Offline it is only not here yet, and a reload would lose the site. */
export function PageError({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  const { online } = useNetwork()
  useWindowEvent('online', retry)
  if (!online)
    return (
      <ErrorState
        illustration={<ErrorPicture />}
        title={t('common.offlinePage')}
        text={t('common.offlinePageHint')}
        retry={{ label: t('common.retry'), onClick: retry }}
      />
    )
  return (
    <ErrorState
      illustration={<ErrorPicture />}
      title={t('common.unexpected')}
      text={t('common.unexpectedHint')}
      retry={{ label: t('common.reload'), onClick: () => window.location.reload() }}
    />
  )
}
