import { EmptyState } from '@trove/ui/feedback/empty-state'
import { NotFoundPicture } from '@trove/ui/illustrations/error'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'

/** The 404 page. */
export default function NotFound() {
  const { t } = useTranslation()
  return (
    <EmptyState
      isPage
      illustration={<NotFoundPicture />}
      title={t('titles.notFound')}
      text={t('notFound.text')}
      action={{ label: t('notFound.toHome'), href: paths.home() }}
    />
  )
}
