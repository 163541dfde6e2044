import type { NoticeKind } from '@trove/contract/notices/routes'
import { formatYuan } from '@trove/units/money'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import { nextDue, type OrderAt, openFen, UNDELIVERED } from '../model/rules.ts'
import { lockOrder } from '../model/store.ts'
import { dropDue, setDue } from '../model/store-due.ts'
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
    if (!order?.dueAt || order.dueAt > order.now || order.duePausedAt) return
    crashPoint('orders.due.before')
    if (order.state === 'paid') await giveUp(tx, order)
    else if (order.state === 'serving') await waitForDelivery(tx, order)
    else if (order.state === 'delivered') await waitNoLonger(tx, order)
    else await dropDue(tx, orderId)
    crashPoint('orders.due.after')
  }

  /** The seller did not begin: the buyer gets everything back. */
  async function giveUp(tx: Tx, order: OrderAt): Promise<void> {
    await refunds.failService(tx, order.id, 'not begun in time')
    await tellBoth(tx, order, 'orders.not-started', 'orders.not-started-seller')
  }

  /**
   * The agreed time is over: both are asked what is to become of it, and the market may do more. The seller is reminded as
   * often as the market wants; what is never delivered goes back to the buyer.
   */
  async function waitForDelivery(tx: Tx, order: OrderAt): Promise<void> {
    const market = markets.require(order.productType)
    const at = nextDue(order, market.timeouts)
    if (order.dueCount === 0) {
      await tellBoth(tx, order, 'orders.delivery-overdue', 'orders.delivery-overdue-seller')
      await market.overdue?.(tx, markets.sold(order))
      if (!at) return dropDue(tx, order.id)
    }
    if (!at) return takeBack(tx, order)
    if (order.dueCount > 0) await remind(tx, order.sellerId, order, 'orders.deliver-soon', at.last)
    await setDue(tx, order.id, at.next, 0, order.dueCount + 1)
  }

  async function takeBack(tx: Tx, order: OrderAt): Promise<void> {
    const ask = { key: UNDELIVERED, amountFen: openFen(order), reason: 'not delivered in time' }
    await refunds.refund(tx, order.id, ask)
    await tellBoth(tx, order, 'orders.not-delivered', 'orders.not-delivered-seller')
  }

  /** Reminds the buyer as often as the market wants, then takes silence for an acceptance; a refund window just ends. */
  async function waitNoLonger(tx: Tx, order: OrderAt): Promise<void> {
    const market = markets.require(order.productType)
    const at = nextDue(order, market.timeouts)
    if (!at) {
      // Looked at again with every sweep: the market decides meanwhile, or stops the clock.
      if (await market.isHeld?.(tx, markets.sold(order))) return
      await clearing.clearOrder(tx, order.id, 'time')
      return
    }
    await remind(tx, order.buyerId, order, 'orders.accept-soon', at.last)
    await setDue(tx, order.id, at.next, 0, order.dueCount + 1)
  }

  function remind(tx: Tx, userId: string, order: OrderAt, kind: NoticeKind, last: Date) {
    const leftDays = Math.max(1, Math.ceil((last.getTime() - order.now.getTime()) / DAY_MS))
    return tell(tx, userId, order, kind, { days: String(leftDays) }, order.dueCount)
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
      link: { to: 'order', id: order.id, kind: order.productType },
      key: `${kind}:${order.id}:${number}`,
    })

  return { act }
}

const DAY_MS = 86_400_000
