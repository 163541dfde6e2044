import { requireThat } from '@trove/contract/errors'
import { feeOn } from '@trove/contract/fee'
import type { ProductType } from '@trove/contract/product-types'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Markets, OrdersNeeds } from '../needs.ts'
import type { OrderRow } from '../rules.ts'
import { isOver, requireClearable } from '../rules.ts'
import { findOrderToClear, insertClearing, lockOrder, moveOrder } from '../store.ts'
import type { Life } from './life.ts'

export type Cleared = {
  clearedFen: bigint
  totalClearedFen: bigint
  payoutState: Awaited<ReturnType<OrdersNeeds['wallet']['payOutCleared']>>
}

/** Releasing accrued income from escrow to the seller (decisions 9 and 10). */
export function createClearing(needs: OrdersNeeds, markets: Markets, life: Life) {
  const { db, ledger, wallet } = needs

  /**
   * Clears what a seller's order accrued since the last clearing; after the end exactly the rest, which finishes it.
   * @param orderOrProductId the order, or the product sold: then its oldest order that can be cleared
   * @throws ContractError `orders.not-found` for anyone but the seller, `orders.nothing-to-clear`, `orders.not-clearable`
   */
  async function clear(sellerId: string, orderOrProductId: string, productType: ProductType): Promise<Cleared> {
    markets.require(productType)
    const found = await findOrderToClear(db, { sellerId, productType, orderOrProductId })
    requireThat(found, 'orders.not-found')
    const cleared = await inTransaction(db, async (tx) => {
      const result = await clearOrder(tx, found.id, false)
      crashPoint('orders.clear.before-commit')
      return result
    })
    crashPoint('orders.clear.after-commit')
    return cleared
  }

  /** One clearing under the order's row lock; of many at once the first does it and the others find nothing left. */
  async function clearOrder(tx: Tx, orderId: string, isAutomatic: boolean): Promise<Cleared> {
    const locked = await lockOrder(tx, orderId)
    requireThat(locked, 'orders.not-found')
    const ended = isOver(locked, locked.now) ? await life.endService(tx, orderId) : undefined
    const order = { ...locked, ...ended }
    const { amountFen } = requireClearable(order, locked.now)
    const number = order.clearingCount + 1
    await insertClearing(tx, { orderId, number, amountFen, isAutomatic, at: locked.now })
    crashPoint('orders.clear.written')
    const payoutState = await release(tx, order, number, amountFen)
    const totalClearedFen = order.clearedFen + amountFen
    if (order.state === 'ended' && totalClearedFen === order.amountFen) await moveOrder(tx, orderId, 'finish')
    return { clearedFen: amountFen, totalClearedFen, payoutState }
  }

  async function release(tx: Tx, order: OrderRow, number: number, amountFen: bigint): Promise<Cleared['payoutState']> {
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

  return { clear, clearOrder }
}

export type Clearing = ReturnType<typeof createClearing>
