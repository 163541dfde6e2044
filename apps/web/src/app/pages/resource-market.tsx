import { HeaderAction } from '@trove/ui/actions/header-action'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { ChartIcon, ComputeIcon, StorageIcon } from '@trove/ui/icons/places'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { MarketBody } from '../../lib/shown/later/lazy-part.ts'
import { type MarketTab, tabOf, tabs } from './market-tabs.ts'

/** The resource market with its two tabs; the tab lives in the address. Publishing comes back here (decision 6). */
export default function ResourceMarket() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const tab = tabOf(search)
  const choose = (next: MarketTab) => setSearch({ tab: next }, { replace: true })
  return (
    <>
      <PageHeader
        title={t('titles.storageResources')}
        lead={tab === 'computing' ? t('compute.lead') : undefined}
        back={{ label: t('common.back'), onClick: () => navigate(paths.hub()), isPhoneOnly: true }}
        actions={
          tab === 'computing' && (
            <HeaderAction
              action={{ label: t('titles.computeFigures'), href: paths.computeFigures(), icon: <ChartIcon /> }}
            />
          )
        }
      />
      <Tabs
        label={t('titles.storageResources')}
        value={tab}
        onChange={choose}
        items={[
          { value: 'storage', label: t('compute.storageTab'), icon: <StorageIcon size={18} /> },
          { value: 'computing', label: t('compute.computingTab'), icon: <ComputeIcon size={18} /> },
        ]}
      >
        <Suspense fallback={<RowsSkeleton label={t('common.loading')} />}>
          <MarketBody key={tab} market={tabs[tab]} />
        </Suspense>
      </Tabs>
    </>
  )
}
