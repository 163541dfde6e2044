import type { titles } from '@trove/messages/shell'
import { EmptyState } from '@trove/ui/empty-state'
import { PageHeader } from '@trove/ui/page-header'
import { ComingLaterPicture } from '@trove/ui/pictures'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import type { Later } from '../route-entry.ts'

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
