import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { codeOrderFace } from '../../../features/code/selling/order-face.tsx'
import { computeOrderFace } from '../../../features/compute/order-face.tsx'
import { ordersPath } from '../../../lib/paths.ts'
import { useOrders } from '../../../market/orders/queries.ts'

/** "My orders" without a side: leads to what one bought, or to what one sold where that is all there is. */
export default function MyOrders() {
  const { t } = useTranslation()
  const bought = [useOrders(computeOrderFace, 'consume', ''), useOrders(codeOrderFace, 'consume', '')]
  const sold = [useOrders(computeOrderFace, 'profit', ''), useOrders(codeOrderFace, 'profit', '')]
  if ([...bought, ...sold].some(({ isPending }) => isPending)) return <RowsSkeleton label={t('common.loading')} />
  const hasAny = (lists: typeof bought) => lists.some(({ data }) => (data?.pages[0]?.totalElements ?? 0) > 0)
  const side = !hasAny(bought) && hasAny(sold) ? 'profit' : 'consume'
  return <Navigate to={ordersPath(side)} replace />
}
