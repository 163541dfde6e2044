import type { NoticeKind } from '@trove/contract/notices/routes'
import { formatYuan } from '@trove/units/money'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import { dueDays, nextDue, type OrderAt } from '../model/rules.ts'
import { dropDue, lockOrder, setDue } from '../model/store.ts'
import type { Clearing } from './clearing.ts'
import type { Refunds } from './refunds.ts'

/** Time-outs of orders; the market's `timeouts` have the days. */
export type Timeouts = {
  /** Does what is due of an order by now; nothing when it was done, or the order has moved on. */
  act(tx: Tx, orderId: string): Promise<void>
}

export function createTimeouts(
  { notices }: OrdersNeeds,
  markets: Markets,
  { refunds, clearing }: { refunds: Refunds; clearing: Clearing },
): Timeouts {
  async function act(tx: Tx, orderId: string): Promise<void> {
    const order = await lockOrder(tx, orderId)
    if (!order?.dueAt || order.dueAt > order.now) return
    crashPoint('orders.due.before')
    if (order.state === 'paid') await giveUp(tx, order)
    else if (order.state === 'serving') await remindOfDelivery(tx, order)
    else if (order.state === 'delivered') await waitNoLonger(tx, order)
    else await dropDue(tx, orderId)
    crashPoint('orders.due.after')
  }

  /** The seller did not begin: the buyer gets everything back. */
  async function giveUp(tx: Tx, order: OrderAt): Promise<void> {
    await refunds.failService(tx, order.id, 'not begun in time')
    await tellBoth(tx, order, 'orders.not-started', 'orders.not-started-seller')
  }

  /** The agreed time is over: both are asked what is to become of it, and the market may do more. */
  async function remindOfDelivery(tx: Tx, order: OrderAt): Promise<void> {
    await dropDue(tx, order.id)
    await tellBoth(tx, order, 'orders.delivery-overdue', 'orders.delivery-overdue-seller')
    await markets.require(order.productType).overdue?.(tx, markets.sold(order))
  }

  /** Reminds the buyer as often as the market wants, then takes silence for an acceptance; a refund window just ends. */
  async function waitNoLonger(tx: Tx, order: OrderAt): Promise<void> {
    const { timeouts } = markets.require(order.productType)
    const next = order.release === 'on-accept' ? dueDays(order.release, timeouts, order.dueCount + 1) : undefined
    if (next === undefined) {
      await clearing.clearOrder(tx, order.id, 'time')
      return
    }
    const at = nextDue(order, timeouts)
    const leftDays = Math.max(1, Math.ceil((at.last.getTime() - order.now.getTime()) / DAY_MS))
    await tell(tx, order.buyerId, order, 'orders.accept-soon', { days: String(leftDays) }, order.dueCount)
    await setDue(tx, order.id, at.next, 0, order.dueCount + 1)
  }

  async function tellBoth(tx: Tx, order: OrderAt, buyer: NoticeKind, seller: NoticeKind): Promise<void> {
    await tell(tx, order.buyerId, order, buyer)
    await tell(tx, order.sellerId, order, seller)
  }

  const tell = (tx: Tx, userId: string, order: OrderAt, kind: NoticeKind, more = {}, number = 0) =>
    notices.tell(tx, {
      userId,
      kind,
      params: { orderNumber: order.outTradeNo, amount: formatYuan(order.amountFen), ...more },
      link: { to: 'order', id: order.id },
      key: `${kind}:${order.id}:${number}`,
    })

  return { act }
}

const DAY_MS = 86_400_000
