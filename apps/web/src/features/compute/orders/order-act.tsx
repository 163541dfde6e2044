import { ActionButton } from '@trove/ui/actions/action-button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useWayToPart } from '../../../lib/shown/page-part.tsx'
import { withReason } from '../../../lib/shown/reason-button.tsx'
import type { Listed, Reader } from '../../../market/orders/face.ts'
import { useHasClearable } from '../../../market/orders/live-income.tsx'
import { FAULTS_PART } from '../addresses.ts'
import { computeMarket } from '../market.ts'
import { earnsUntil, type Order, standingOf } from './order-standing.tsx'
import { useClear } from './use-clear.ts'

type ActProps = { order: Listed<Order>; reader: Reader; size: 'sm' | 'md' }

function Clear({ order, size }: Omit<ActProps, 'reader'>) {
  const { t } = useTranslation()
  const { clear, clearingId } = useClear()
  const hasClearable = useHasClearable(order.income, { limit: order.totalAmount, until: earnsUntil(order) })
  return (
    <ActionButton
      size={size}
      action={withReason(
        { label: t('orders.clear'), onClick: () => clear(order.id), isBusy: clearingId === order.id },
        hasClearable ? undefined : t('income.nothing'),
      )}
    />
  )
}

/** Leads whoever an open fault waits for to where it is answered: from a list or from the top of the order's page. */
function ToFault({ order, size }: Omit<ActProps, 'reader'>) {
  const { t } = useTranslation()
  const way = useWayToPart(paths.order({ id: order.id }, { kind: computeMarket.kind }), FAULTS_PART)
  return <ActionButton size={size} action={{ label: t('faults.goTo'), ...way }} />
}

/** Its lease is over: what is left to do with the machine is to rent it again. */
export const isOver = (order: Listed<Order>): boolean => ['uncleared', 'finished'].includes(standingOf(order))

/**
 * Who an open fault waits for answers it; else a buyer goes to the machine that serves or rents it again, and a seller clears
 * what it earned.
 */
export function Act({ order, reader, size }: ActProps) {
  const { t } = useTranslation()
  if (order.openFault?.awaits === reader) return <ToFault order={order} size={size} />
  if (reader === 'seller') return <Clear order={order} size={size} />
  const kind = size === 'sm' ? 'plain' : 'main'
  const action = isOver(order)
    ? { label: t('machines.rentAgain'), href: paths.checkoutCompute({ id: order.fkProductId }) }
    : { label: t('orders.openCompute'), href: paths.myCompute() }
  return <ActionButton size={size} kind={kind} action={action} />
}
