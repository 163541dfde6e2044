import type { titles } from '@trove/messages/shell'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { ComingLaterPicture } from '@trove/ui/feedback/pictures'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import type { Later } from '../entries/route-entry.ts'

/** An honest page for a market that is not built yet: what will be here, and where to go meanwhile. */
export function LaterPage({ title, market }: { title: keyof typeof titles; market: Later }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t(`titles.${title}`)} />
      <EmptyState
        illustration={<ComingLaterPicture />}
        title={t(`later.${market}.title`)}
        text={t(`later.${market}.text`)}
        action={{ label: t('later.toCompute'), href: paths.market({ tab: 'computing' }) }}
      />
    </>
  )
}
