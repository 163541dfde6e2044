import { requireThat } from '@trove/contract/errors/codes'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import { CLEARED_BY } from '@trove/contract/orders/states'
import { feeOn } from '@trove/contract/payment/fee'
import { formatYuan } from '@trove/units/money'
import { sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import { type OrderAt, type OrderRow, openFen, overBy, requireClearable } from '../model/rules.ts'
import { findOrderToAccept, findOrderToClear, insertClearing, lockOrder, moveOrder } from '../model/store.ts'
import type { Life } from './life.ts'

export type Cleared = {
  clearedFen: bigint
  totalClearedFen: bigint
  /** Where the seller's money is now; null to a buyer, whom it does not concern. */
  payoutState: Awaited<ReturnType<OrdersNeeds['wallet']['payOutCleared']>> | null
}

type By = 'buyer' | 'seller' | 'time' | 'ruling'

/** Releasing earned income from escrow to the seller (decisions 9 and 10). */
export function createClearing(needs: OrdersNeeds, markets: Markets, life: Life) {
  const { db, ledger, wallet, notices } = needs

  /**
   * Clears what an order earned since the last clearing; at the end exactly the rest, which finishes it. Who clears follows
   * from the release: the seller takes what was earned, the buyer of an on-accept order accepts.
   * @param orderOrProductId the order, or its product: to a seller the oldest order of it that can be cleared, to a buyer
   * the only one they ever had of it
   * @throws ContractError `orders.not-found` for anyone but who clears, `orders.nothing-to-clear`, `orders.not-clearable`,
   * `orders.order-id-needed` when a buyer names a product of which they have several orders
   */
  async function clear(userId: string, orderOrProductId: string, productType: ProductType): Promise<Cleared> {
    const { release } = markets.require(productType)
    const by = CLEARED_BY[release]
    const ask = { userId, productType, orderOrProductId, release }
    const orderId = by === 'buyer' ? await toAccept(ask) : (await findOrderToClear(db, ask))?.id
    requireThat(orderId, 'orders.not-found')
    const cleared = await inTransaction(db, async (tx) => {
      const result = await clearOrder(tx, orderId, by)
      crashPoint('orders.clear.before-commit')
      return result
    })
    crashPoint('orders.clear.after-commit')
    return by === 'buyer' ? { ...cleared, payoutState: null } : cleared
  }

  /** An acceptance cannot be taken back: it must be clear which order it means, also when it is repeated. */
  async function toAccept(ask: Parameters<typeof findOrderToAccept>[1]): Promise<string | undefined> {
    const found = await findOrderToAccept(db, ask)
    requireThat(found === undefined || found.isSure, 'orders.order-id-needed')
    return found?.id
  }

  /** Ends an on-accept order by a ruling: a hire that was not delivered counts as delivered with it. */
  async function endByRuling(tx: Tx, orderId: string): Promise<void> {
    const now = sql`date_trunc('milliseconds', business_now())`
    await moveOrder(tx, orderId, 'deliver', sql`delivered_at = ${now}`)
    await clearOrder(tx, orderId, 'ruling')
  }

  /** One clearing under the order's row lock; of many at once the first does it and the others find nothing left. */
  async function clearOrder(tx: Tx, orderId: string, by: By): Promise<Cleared> {
    const locked = await lockOrder(tx, orderId)
    requireThat(locked, 'orders.not-found')
    const isHeld = await markets.require(locked.productType).isHeld?.(tx, markets.sold(locked))
    requireThat(!isHeld, 'orders.held')
    const order = (await bringToEnd(tx, locked, by)) ?? locked
    const unearnedFen = order.state === 'serving' ? await unearnedOf(tx, order) : 0n
    const { amountFen } = requireClearable(order, unearnedFen)
    const number = order.clearingCount + 1
    await insertClearing(tx, {
      orderId,
      number,
      amountFen,
      isAutomatic: by === 'time' || by === 'ruling',
      at: order.now,
    })
    crashPoint('orders.clear.written')
    const payoutState = await payOut(tx, order, number, amountFen)
    const totalClearedFen = order.clearedFen + amountFen
    if (order.state === 'ended' && openFen(order) === amountFen) await moveOrder(tx, orderId, 'finish')
    return { clearedFen: amountFen, totalClearedFen, payoutState }
  }

  async function unearnedOf(tx: Tx, order: OrderRow): Promise<bigint> {
    return (await markets.require(order.productType).unearnedFen?.(tx, markets.sold(order))) ?? 0n
  }

  /** What comes first: the end of a window that is over, or the acceptance that this clearing is. */
  async function bringToEnd(tx: Tx, order: OrderAt, by: By): Promise<OrderAt | undefined> {
    const over = overBy(order, order.now)
    if (over === 'end') return life.endService(tx, order.id)
    const name = over ?? (order.release === 'on-accept' && order.state === 'delivered' && by !== 'seller' && 'accept')
    if (!name) return undefined
    const row = await moveOrder(tx, order.id, name, sql`serve_end_at = date_trunc('milliseconds', business_now())`)
    if (!row) throw new Error(`order ${order.id} is ${order.state} and cannot ${name}`)
    await markets.require(row.productType).ended(tx, markets.sold(row))
    // Of a ruling both are told in words of its own.
    if (name === 'accept' && by !== 'ruling')
      await notices.tell(tx, {
        userId: row.sellerId,
        kind: 'orders.accepted',
        params: { orderNumber: row.outTradeNo, amount: formatYuan(openFen(row)) },
        link: { to: 'order', id: row.id, kind: row.productType },
        key: `orders.accepted:${row.id}`,
      })
    crashPoint('orders.accept.after')
    return row
  }

  async function payOut(tx: Tx, order: OrderRow, number: number, amountFen: bigint) {
    // Of all parts together exactly the fee of the whole.
    const feeFen = feeOn(order.clearedFen + amountFen) - feeOn(order.clearedFen)
    const incomeFen = amountFen - feeFen
    await ledger.post(tx, {
      kind: 'clearing',
      key: `clearing:${order.id}:${number}`,
      orderId: order.id,
      entries: [
        { account: `escrow:${order.id}` as const, amountFen },
        { account: `payable:${order.sellerId}` as const, amountFen: -incomeFen },
        { account: 'fee' as const, amountFen: -feeFen },
      ].filter((entry) => entry.amountFen !== 0n),
      bill: [{ userId: order.sellerId, type: 'clearing', amountFen: incomeFen, reference: order.outTradeNo }],
    })
    crashPoint('orders.clear.posted')
    return wallet.payOutCleared(tx, order.sellerId)
  }

  return { clear, clearOrder, endByRuling }
}

export type Clearing = ReturnType<typeof createClearing>
