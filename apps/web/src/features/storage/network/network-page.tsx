import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { NetworkPanel } from './network-panel.tsx'

/** The page of the network statistics (b-markets 2, information-statistics). */
export default function NetworkPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('titles.informationStatistics')} lead={t('storageNetwork.lead')} />
      <NetworkPanel />
    </>
  )
}
