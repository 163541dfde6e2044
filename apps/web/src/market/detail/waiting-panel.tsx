import { ErrorState } from '@trove/ui/feedback/error-state'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/calls/notify.ts'
import { Panel } from './panel.tsx'

/** A panel whose content is on its way or could not be had. */
export function WaitingPanel({ title, error, refetch }: { title: string; error: unknown; refetch: () => unknown }) {
  const { t } = useTranslation()
  return (
    <Panel title={title}>
      {error ? (
        <ErrorState
          isSmall
          title={errorText(error)}
          retry={{ label: t('common.retry'), onClick: () => void refetch() }}
        />
      ) : (
        <RowsSkeleton label={t('common.loading')} />
      )}
    </Panel>
  )
}
