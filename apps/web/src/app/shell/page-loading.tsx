import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import { useBack } from './use-back.ts'

/** What a screen begins with is its title and the way back; landing pages and those that fill the window have neither. */
export function PageLoading({ entry }: { entry: RouteEntry }) {
  const { t } = useTranslation()
  const back = useBack(!entry.hasBack)
  const hasHeader = !entry.byDevice && !entry.isBare
  return (
    <>
      {hasHeader && <PageHeader title={t(`titles.${entry.title}`)} isAwaited={entry.isNamed} back={back} />}
      <DetailSkeleton label={t('common.loading')} />
    </>
  )
}
