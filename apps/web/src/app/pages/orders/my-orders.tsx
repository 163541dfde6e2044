import { Navigate } from 'react-router'
import { ordersPath } from '../../../lib/addresses/paths.ts'
import { useOrderCounts } from '../../../market/orders/queries.ts'
import { PageLoading } from '../../parts/page-loading.tsx'
// What it leads to is fetched with it: its code comes while the question is asked.
import './order-tabs.tsx'

/** "My orders" without a side: leads to what one bought, or to what one sold where that is all there is. */
export default function MyOrders() {
  const { data: counts = [], isPending } = useOrderCounts()
  // As it waited for its code, and as the page it leads to waits for its own: nothing moves in between.
  if (isPending) return <PageLoading entry={{ title: 'myOrder', shape: 'tabs' }} />
  const hasOnlySold = !counts.some(({ consume }) => consume > 0) && counts.some(({ profit }) => profit > 0)
  return <Navigate to={ordersPath(hasOnlySold ? 'profit' : 'consume')} replace />
}
