import { Navigate } from 'react-router'
import { ordersPath } from '../../../lib/addresses/paths.ts'
import { useOrderCounts } from '../../../market/orders/queries.ts'
import { OrderTabs } from './order-tabs.tsx'

/** "My orders" without a side: leads to what one bought, or to what one sold where that is all there is. */
export default function MyOrders() {
  const { data: counts = [], isPending } = useOrderCounts()
  // Most have bought: meanwhile the page waits as that one does.
  if (isPending) return <OrderTabs side="consume" title="myConsumeOrder" />
  const hasOnlySold = !counts.some(({ consume }) => consume > 0) && counts.some(({ profit }) => profit > 0)
  return <Navigate to={ordersPath(hasOnlySold ? 'profit' : 'consume')} replace />
}
