import type { CodeOrder } from '@trove/contract/code/orders'
import type { Tone } from '@trove/ui/base/tokens'
import type { IconComponent } from '@trove/ui/icons/icon'
import { CancelledIcon, CheckIcon, FailedIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import type { z } from 'zod'

export type Order = z.output<typeof CodeOrder>

/** Where an order of a work stands, as one word. `open`: handed over, and it can be given back still. */
export type Standing =
  | 'to-be-paid'
  | 'paid'
  | 'open'
  | 'finished'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'refunding'
  | 'refunded'

/** Reads the wire's fields as one standing. */
export function standingOf(order: Order): Standing {
  if (order.refundState !== null) return order.refundState === 'Refunding' ? 'refunding' : 'refunded'
  if (order.orderState === 'ToBePaid') return 'to-be-paid'
  if (order.orderState === 'PaymentFailed') return order.closeReason ?? 'failed'
  if (order.codeStatus === 0) return 'paid'
  return order.refundableUntil ? 'open' : 'finished'
}

export const looks: Record<Standing, { tone: Tone; icon: IconComponent }> = {
  'to-be-paid': { tone: 'amber', icon: WaitingIcon },
  paid: { tone: 'sky', icon: WaitingIcon },
  open: { tone: 'jade', icon: SuccessIcon },
  finished: { tone: 'jade', icon: SuccessIcon },
  cancelled: { tone: 'neutral', icon: CancelledIcon },
  expired: { tone: 'neutral', icon: CancelledIcon },
  failed: { tone: 'coral', icon: FailedIcon },
  refunding: { tone: 'sky', icon: WaitingIcon },
  refunded: { tone: 'neutral', icon: CheckIcon },
}
