import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../lib/calls/failure.tsx'
import { Panel } from './panel.tsx'

/** A panel whose content is on its way or could not be had. */
export function WaitingPanel({ title, error, refetch }: { title: string; error: unknown; refetch: () => unknown }) {
  const { t } = useTranslation()
  return (
    <Panel title={title}>
      {error ? <SmallFailure error={error} refetch={refetch} /> : <RowsSkeleton label={t('common.loading')} />}
    </Panel>
  )
}
