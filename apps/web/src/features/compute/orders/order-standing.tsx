import type { ComputeOrder } from '@trove/contract/compute/orders'
import type { Tone } from '@trove/ui/base/tokens'
import type { IconComponent } from '@trove/ui/icons/icon'
import {
  CancelledIcon,
  CheckIcon,
  FailedIcon,
  ServingIcon,
  SuccessIcon,
  WaitingIcon,
  WarningIcon,
} from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { OrderLook, Reader } from '../../../market/orders/face.ts'

export type Order = z.output<typeof ComputeOrder>

/** Where an order stands, as one word for its badge, its next step and its texts. */
export type Standing =
  | 'to-be-paid'
  | 'provisioning'
  | 'waiting'
  | 'serving'
  | 'uncleared'
  | 'finished'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'refunding'
  | 'refunded'

const SERVICE = ['provisioning', 'serving', 'uncleared', 'finished'] as const

/** Reads the wire's three fields (order, service, refund) as one standing. */
export function standingOf(
  order: Pick<Order, 'orderState' | 'closeReason' | 'superPointsStatus' | 'refundState' | 'renewsOrderId'>,
): Standing {
  // An order of which only a part goes back is still served, or was.
  const isWholeRefund = order.refundState !== null && order.superPointsStatus === null
  if (isWholeRefund) return order.refundState === 'Refunding' ? 'refunding' : 'refunded'
  if (order.orderState === 'ToBePaid') return 'to-be-paid'
  if (order.orderState === 'PaymentFailed') return order.closeReason ?? 'failed'
  // A renewal has nothing to be made ready: it waits for its time.
  if (order.superPointsStatus === 0 && order.renewsOrderId !== null) return 'waiting'
  return SERVICE[order.superPointsStatus ?? 0]
}

/** Until when it earns; null while it does not. */
export const earnsUntil = ({ superPointsStatus, serveEndTime }: Order): string | null =>
  superPointsStatus === 1 ? serveEndTime : null

export type Turn = 'seller' | 'seller-late' | 'buyer' | 'buyer-late' | 'staff' | 'contest' | 'contest-answered'

/** Whose turn an open case is, as one word for its text. Once its time is over it moves on by itself, a little later. */
export function turnOf({ awaits, until, contest }: NonNullable<Order['openFault']>, now: Date): Turn {
  if (contest) return contest === 'unanswered' ? 'contest' : 'contest-answered'
  if (awaits === 'staff' || until === null) return 'staff'
  return new Date(until) <= now ? `${awaits}-late` : awaits
}

const looks: Record<Standing, { tone: Tone; icon: IconComponent }> = {
  'to-be-paid': { tone: 'amber', icon: WaitingIcon },
  provisioning: { tone: 'sky', icon: WaitingIcon },
  waiting: { tone: 'sky', icon: WaitingIcon },
  serving: { tone: 'jade', icon: ServingIcon },
  uncleared: { tone: 'amber', icon: CheckIcon },
  finished: { tone: 'neutral', icon: SuccessIcon },
  cancelled: { tone: 'neutral', icon: CancelledIcon },
  expired: { tone: 'neutral', icon: CancelledIcon },
  failed: { tone: 'coral', icon: FailedIcon },
  refunding: { tone: 'sky', icon: WaitingIcon },
  refunded: { tone: 'neutral', icon: CheckIcon },
}

/** The state of an order as a badge. A buyer has nothing to clear: an uncleared order simply ended for them. */
export function useLook(): (order: Order, reader: Reader) => OrderLook {
  const { t } = useTranslation()
  return (order, reader) => {
    const standing = standingOf(order)
    if (order.openFault) {
      const label = t(order.openFault.awaits === reader ? 'faults.yourTurn' : 'orders.standing.fault')
      return { standing, tone: 'amber', icon: WarningIcon, label }
    }
    const word = standing === 'uncleared' && reader === 'buyer' ? 'ended' : standing
    return { standing, ...looks[standing], label: t(`orders.standing.${word}`) }
  }
}
