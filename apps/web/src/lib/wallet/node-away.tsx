import { ErrorState } from '@trove/ui/feedback/error-state'
import { useTranslation } from 'react-i18next'

/** In place of what the chain would say, while no node of it answers: with a way to try again. */
export function NodeAway({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  return (
    <ErrorState
      title={t('chainWallet.node.unreachable')}
      retry={{ label: t('common.retry'), onClick: retry }}
      isSmall
    />
  )
}
