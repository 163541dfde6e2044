import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { StorageEarnings } from '../../../features/storage/earnings/storage-earnings.tsx'
import { StorageOrders } from '../../../features/storage/files/storage-orders.tsx'
import { useHasStorageOrders } from '../../../features/storage/has-orders.ts'
import { ordersPath } from '../../../lib/addresses/paths.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import { useWallet } from '../../../lib/wallet/wallet.ts'
import { ListSearch } from '../../../market/list/list-search.tsx'
import { useSearchUrl } from '../../../market/list/list-url.ts'
import { OrderList } from '../../../market/orders/order-list.tsx'
import { OrdersSkeleton } from '../../../market/orders/orders-skeleton.tsx'
import { useOrderCounts } from '../../../market/orders/queries.ts'
import { orderFaces } from '../../entries/market-faces.ts'
import { markets } from '../../entries/markets.ts'

const TABS = [{ tab: 'storageOrder', name: 'orders.tabs.storageOrder' }, ...markets] as const
type OrderKey = (typeof TABS)[number]['tab']
type Side = 'consume' | 'profit'

/**
 * Which tab an address without a key opens: the kind one has orders of, talent where there are none (b-markets 2);
 * undefined while that is not known. Where it cannot be known the talent list is opened, which says why. Storage orders are
 * the chain's: they are asked for only where there are no others and an account is connected.
 */
function useOpenedKey(side: Side, isAsked: boolean): { key?: OrderKey; counts: Partial<Record<string, number>> } {
  const wallet = useWallet()
  const { data, isPending } = useOrderCounts()
  const countOf = (kind: string) => data?.find(({ productType }) => productType === kind)?.[side]
  const counts = Object.fromEntries(markets.map(({ kind, tab }) => [tab, countOf(kind)]))
  const key = markets.find(({ tab }) => counts[tab])?.tab
  const hasNone = data !== undefined && key === undefined
  const storage = useHasStorageOrders(side, isAsked && hasNone ? wallet?.accountId : undefined)
  if (isPending || storage.isLoading) return { counts }
  return { key: key ?? (storage.hasOrders ? 'storageOrder' : 'manpowerOrder'), counts }
}

type OpenedTabProps = { tab: OrderKey | undefined; side: Side; name: string }

/** The list of a tab: of a market's orders, or of what storage was paid or earned. */
function OpenedTab({ tab, side, name }: OpenedTabProps) {
  const face = orderFaces.find((each) => each.tab === tab)
  if (!tab) return <OrdersSkeleton />
  if (face) return <OrderList key={face.kind} face={face} side={side} name={name} />
  return side === 'consume' ? <StorageOrders /> : <StorageEarnings />
}

/** The order lists of one side: four tabs by route parameter or by what one has; search, in the address, on all but storage. */
export function OrderTabs({ side, title }: { side: Side; title: 'myConsumeOrder' | 'myProfitOrder' }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const given = useParams().key
  const named = TABS.find(({ tab }) => tab === given)?.tab
  const opened = useOpenedKey(side, named === undefined)
  const key = named ?? opened.key
  const { url, name } = useSearchUrl()
  const choose = (next: OrderKey) => navigate(ordersPath(side, next), { replace: true })
  return (
    <>
      <PageHeader
        title={t(`titles.${title}`)}
        hasSearch={key !== undefined && key !== 'storageOrder'}
        actions={
          key &&
          key !== 'storageOrder' && (
            <ListSearch
              key={key}
              url={url}
              label={t('orders.search')}
              placeholder={t('orders.searchHint')}
              isOpen={false}
            />
          )
        }
      />
      <Tabs
        label={t(`titles.${title}`)}
        value={key}
        onChange={choose}
        items={TABS.map(({ tab: value, name: label }) => ({
          value,
          label: t(label),
          count: opened.counts[value] ? formatCount(opened.counts[value]) : undefined,
        }))}
      >
        <OpenedTab tab={key} side={side} name={name} />
      </Tabs>
    </>
  )
}
