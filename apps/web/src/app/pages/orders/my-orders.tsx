import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { computeOrderFace } from '../../../features/compute/order-face.tsx'
import { ordersPath } from '../../../lib/paths.ts'
import { useOrders } from '../../../market/orders/queries.ts'

/** "My orders" without a side: leads to what one bought, or to what one sold where that is all there is. */
export default function MyOrders() {
  const { t } = useTranslation()
  const bought = useOrders(computeOrderFace, 'consume', '')
  const sold = useOrders(computeOrderFace, 'profit', '')
  if (bought.isPending || sold.isPending) return <RowsSkeleton label={t('common.loading')} />
  const countOf = ({ data }: typeof bought) => data?.pages[0]?.totalElements ?? 0
  const side = countOf(bought) === 0 && countOf(sold) > 0 ? 'profit' : 'consume'
  return <Navigate to={ordersPath(side)} replace />
}
