import { ActionButton } from '@trove/ui/action-button'
import { PageHeader } from '@trove/ui/page-header'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ComputeMarket } from './compute-market.tsx'

/** The list of machines as a page of its own. */
export default function ComputeList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={t('titles.computingList')}
        lead={t('compute.lead')}
        back={{ label: t('common.back'), onClick: () => navigate('/computingPowerMarket/hub') }}
        actions={
          <ActionButton
            kind="plain"
            action={{ label: t('compute.empty.shareMine'), href: '/computingPowerMarket/shared-computing' }}
          />
        }
      />
      <ComputeMarket />
    </>
  )
}
