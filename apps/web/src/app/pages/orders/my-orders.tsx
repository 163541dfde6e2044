import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { ordersPath } from '../../../lib/addresses/paths.ts'
import { OrdersSkeleton } from '../../../market/orders/orders-skeleton.tsx'
import { useOrderCounts } from '../../../market/orders/queries.ts'

/** "My orders" without a side: leads to what one bought, or to what one sold where that is all there is. */
export default function MyOrders() {
  const { t } = useTranslation()
  const { data: counts = [], isPending } = useOrderCounts()
  if (isPending)
    return (
      <>
        <PageHeader title={t('titles.myOrder')} />
        <OrdersSkeleton />
      </>
    )
  const hasOnlySold = !counts.some(({ consume }) => consume > 0) && counts.some(({ profit }) => profit > 0)
  return <Navigate to={ordersPath(hasOnlySold ? 'profit' : 'consume')} replace />
}
