import { ActionButton } from '@trove/ui/actions/action-button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useWayToPart } from '../../../lib/shown/page-part.tsx'
import type { Listed } from '../../../market/orders/face.ts'
import { talentMarket } from '../market.ts'
import type { Order } from './shapes.ts'

/** The disputes on the page of a hire. */
export const DISPUTES_PART = 'dispute'

/** The way to the dispute of a hire, from a list or from the top of its page. */
export function ToDispute({ order, size }: { order: Listed<Order>; size: 'sm' | 'md' }) {
  const { t } = useTranslation()
  const way = useWayToPart(paths.order({ id: order.id }, { kind: talentMarket.kind }), DISPUTES_PART)
  return <ActionButton size={size} action={{ label: t('disputes.answer'), ...way }} />
}
