import { EmptyState } from '@trove/ui/empty-state'
import { PageHeader } from '@trove/ui/page-header'
import { ComingLaterPicture } from '@trove/ui/pictures'
import { SearchBox } from '@trove/ui/search-box'
import { Tabs } from '@trove/ui/tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { ComputeOrderList } from '../../features/orders/compute-order-list.tsx'
import { SEARCH_DELAY_MS, useDelayed } from '../../lib/use-delayed.ts'
import type { Later } from '../route-entry.ts'

const KEYS = ['storageOrder', 'calculateOrder', 'codeOrder', 'manpowerOrder'] as const
type OrderKey = (typeof KEYS)[number]
type Side = 'consume' | 'profit'

const laterMarkets = { storageOrder: 'storage', codeOrder: 'code', manpowerOrder: 'talent' } as const
const laterWords = {
  consume: { storageOrder: 'storageConsume', codeOrder: 'codeConsume', manpowerOrder: 'talentConsume' },
  profit: { storageOrder: 'storageProfit', codeOrder: 'codeProfit', manpowerOrder: 'talentProfit' },
} as const

/** A tab whose market is not built yet: says so, and what will be here. */
function LaterTab({ orderKey, side }: { orderKey: keyof typeof laterMarkets; side: Side }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const market: Later = laterMarkets[orderKey]
  return (
    <EmptyState
      illustration={<ComingLaterPicture />}
      title={t(`later.${market}.title`)}
      text={t(`orders.later.${laterWords[side][orderKey]}`)}
      action={{
        label: t('orders.toCompute'),
        onClick: () => navigate(`/personal-center/my-order/${side}/calculateOrder`),
      }}
    />
  )
}

/** The order lists of one side: four tabs by route parameter (talent when none is given), search on all but storage. */
export function OrderTabs({ side, title }: { side: Side; title: 'myConsumeOrder' | 'myProfitOrder' }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const given = useParams().key
  const key: OrderKey = KEYS.find((known) => known === given) ?? 'manpowerOrder'
  const [name, setName] = useState('')
  const searched = useDelayed(name.trim(), SEARCH_DELAY_MS)
  const choose = (next: OrderKey) => {
    setName('')
    navigate(`/personal-center/my-order/${side}/${next}`, { replace: true })
  }
  return (
    <>
      <PageHeader
        title={t(`titles.${title}`)}
        actions={
          key !== 'storageOrder' && (
            <SearchBox
              key={key}
              value={name}
              onChange={(text) => setName(text.slice(0, 60))}
              label={t('orders.search')}
              placeholder={t('orders.searchHint')}
              clearLabel={t('common.clear')}
            />
          )
        }
      />
      <Tabs
        label={t(`titles.${title}`)}
        value={key}
        onChange={choose}
        items={KEYS.map((value) => ({ value, label: t(`orders.tabs.${value}`) }))}
      >
        {key === 'calculateOrder' ? (
          <ComputeOrderList side={side} name={searched} />
        ) : (
          <LaterTab orderKey={key} side={side} />
        )}
      </Tabs>
    </>
  )
}
