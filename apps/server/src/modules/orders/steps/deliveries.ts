import { sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import { dueDays, type OrderAt } from '../model/rules.ts'
import { moveOrder } from '../model/store.ts'
import { setDue } from '../model/store-due.ts'

/** What sellers do of orders that are not released by the second: begin, deliver, provide. Each is false when not to be done. */
export type Deliveries = {
  /** The seller of an on-accept order begins to work; the agreed time to deliver runs from now. */
  start(tx: Tx, orderId: string): Promise<boolean>
  /** The work of an on-accept order is handed in: the buyer accepts, or is silent. */
  deliver(tx: Tx, orderId: string): Promise<boolean>
  /** The buyer of an at-end order has the goods: the refund window opens. */
  provide(tx: Tx, orderId: string): Promise<boolean>
}

const NOW = sql`date_trunc('milliseconds', business_now())`

export function createDeliveries({ notices }: OrdersNeeds, markets: Markets): Deliveries {
  async function start(tx: Tx, orderId: string): Promise<boolean> {
    crashPoint('orders.start.before')
    const row = await moveOrder(tx, orderId, 'begin', sql`serve_start_at = ${NOW}`, sql`release = 'on-accept'`)
    if (!row) return false
    if (row.periodDays !== null) await setDue(tx, orderId, row.serveStartAt!, row.periodDays)
    await tell(tx, row, 'orders.started')
    crashPoint('orders.start.after')
    return true
  }

  async function deliver(tx: Tx, orderId: string): Promise<boolean> {
    crashPoint('orders.deliver.before')
    const row = await moveOrder(tx, orderId, 'deliver', sql`delivered_at = ${NOW}`)
    if (row) await waitForBuyer(tx, row)
    crashPoint('orders.deliver.after')
    return row !== undefined
  }

  async function provide(tx: Tx, orderId: string): Promise<boolean> {
    crashPoint('orders.provide.before')
    const row = await moveOrder(tx, orderId, 'provide', sql`delivered_at = ${NOW}, serve_start_at = ${NOW}`)
    if (row) await waitForBuyer(tx, row)
    crashPoint('orders.provide.after')
    return row !== undefined
  }

  async function waitForBuyer(tx: Tx, row: OrderAt): Promise<void> {
    const days = dueDays(row.release, markets.require(row.productType).timeouts, 0)
    if (days !== undefined) await setDue(tx, row.id, row.deliveredAt!, days)
    await tell(tx, row, 'orders.delivered')
  }

  const tell = (tx: Tx, row: OrderAt, kind: 'orders.started' | 'orders.delivered') =>
    notices.tell(tx, {
      userId: row.buyerId,
      kind,
      params: { orderNumber: row.outTradeNo },
      link: { to: 'order', id: row.id, kind: row.productType },
      key: `${kind}:${row.id}`,
    })

  return { start, deliver, provide }
}
