import { ErrorState } from '@trove/ui/feedback/error-state'
import { ErrorPicture } from '@trove/ui/feedback/pictures'
import { useTranslation } from 'react-i18next'
import { useResume } from '../parts/use-resume.ts'

/** In place of a page for signed-in people while the server cannot be asked who they are: it comes as soon as it can. */
export function Unreachable() {
  const { t } = useTranslation()
  const { retry, isBusy } = useResume()
  return (
    <ErrorState
      illustration={<ErrorPicture />}
      title={t('common.network')}
      text={t('common.networkHint')}
      retry={{ label: t('common.retry'), onClick: retry, isBusy }}
    />
  )
}
