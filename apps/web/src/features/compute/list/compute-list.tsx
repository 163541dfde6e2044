import { HeaderAction } from '@trove/ui/actions/header-action'
import { PlusIcon } from '@trove/ui/icons/actions'
import { ChartIcon } from '@trove/ui/icons/places'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import ComputeMarket from './compute-market.tsx'

/** The list of machines as a page of its own. */
export default function ComputeList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={t('titles.computingList')}
        lead={t('compute.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.hub()) }}
        actions={
          <>
            <HeaderAction
              action={{ label: t('titles.computeFigures'), href: paths.computeFigures(), icon: <ChartIcon /> }}
            />
            <HeaderAction
              action={{
                label: t('compute.empty.shareMine'),
                href: paths.publishCompute(),
                icon: <PlusIcon />,
              }}
            />
          </>
        }
      />
      <ComputeMarket />
    </>
  )
}
