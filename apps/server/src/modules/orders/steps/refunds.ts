import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { ORDER_TRANSITIONS, type OrderLifeState } from '@trove/contract/orders/states'
import { formatYuan } from '@trove/units/money'
import { type RawBuilder, sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import type { PaymentListener } from '../../payment/module.ts'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import { type OrderAt, type OrderRow, openFen, overBy, UNSERVED } from '../model/rules.ts'
import { lockOrder, moveOrder } from '../model/store.ts'
import { addReturned, findRefund, insertRefund, markReturned } from '../model/store-refunds.ts'
import type { Renewals } from './renewals.ts'

/** `key` says what a refund is for: the same key again does nothing. */
export type RefundAsk = { key: string; amountFen: bigint; reason: string }

/** Giving money back: whole before the service, whole or in parts afterwards, never more than was not cleared. */
export type Refunds = {
  /** Gives a part or all of what was not cleared back; false when it was asked for before. */
  refund(tx: Tx, orderId: string, ask: RefundAsk): Promise<boolean>
  /** Ends a running linear service before its planned end: a part may go back, the rest is the seller's. False when it does not run. */
  stop(tx: Tx, orderId: string, ask: RefundAsk): Promise<boolean>
  /** Gives everything back of an order that is paid and not begun; false when it is not. */
  failService(tx: Tx, orderId: string, reason: string): Promise<boolean>
  refunded: PaymentListener['refunded']
}

const PARTLY: readonly OrderLifeState[] = ORDER_TRANSITIONS['refund-part'].from

export function createRefunds({ payment, notices }: OrdersNeeds, markets: Markets, renewals: Renewals): Refunds {
  const marketOf = (order: OrderRow) => markets.require(order.productType)

  /**
   * @throws ContractError `orders.not-refundable` when the order is not paid, or that much is not left
   * @throws Error when the key is known with another amount, or is the one of an unserved order (a bug of the caller)
   */
  async function refund(tx: Tx, orderId: string, ask: RefundAsk): Promise<boolean> {
    crashPoint('orders.refund.before')
    if (ask.key === UNSERVED) throw new Error(`the refund key ${UNSERVED} belongs to orders that were not served`)
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ContractError('orders.not-found')
    const known = await findRefund(tx, orderId, ask.key)
    if (known && known.amountFen !== ask.amountFen) throw new Error(`refund ${ask.key} of ${orderId} is another one`)
    if (known) return false
    const isPossible = PARTLY.includes(order.state) && ask.amountFen > 0n && ask.amountFen <= openFen(order)
    requireThat(isPossible, 'orders.not-refundable')
    await begin(tx, order, ask)
    crashPoint('orders.refund.after')
    return true
  }

  /** The order's step, the refund's row, and the refund at payment, which takes the money out of escrow. */
  async function begin(tx: Tx, order: OrderAt, { key, amountFen, reason }: RefundAsk): Promise<void> {
    const number = order.refundCount + 1
    // A whole refund of an unserved order has had this number since before there were parts.
    const refundNumber = key === UNSERVED ? `R-${order.outTradeNo}` : `R-${order.outTradeNo}-${number}`
    await insertRefund(tx, { orderId: order.id, number, key, refundNumber, amountFen, reason })
    const sums = sql`refunded_fen = refunded_fen + ${amountFen}::bigint, refund_count = ${number}`
    if (amountFen < openFen(order)) await take(tx, order, 'refund-part', sums)
    else if (order.clearedFen === 0n) await giveUp(tx, order, sums, reason)
    else await settle(tx, order, sums)
    crashPoint('orders.refund.written')
    await payment.refund(tx, {
      orderId: order.id,
      amountFen,
      number: refundNumber,
      reason: key === UNSERVED ? 'the service could not be provided' : 'refund of the order',
    })
  }

  async function take(tx: Tx, order: OrderRow, name: 'refund-part' | 'refund-all', sums: RawBuilder<unknown>) {
    const row = await moveOrder(tx, order.id, name, sums)
    if (!row) throw new Error(`order ${order.id} is ${order.state} and was not to be refunded`)
    return row
  }

  /** Nothing was cleared and nothing is left: the buyer has no claim to the product any more. */
  async function giveUp(tx: Tx, order: OrderRow, sums: RawBuilder<unknown>, reason: string): Promise<void> {
    const name = order.state === 'paid' ? 'fail-service' : 'refund-all'
    const open = order.release === 'linear' ? sql`` : sql`, serve_end_at = null`
    await moveOrder(tx, order.id, name, sql`${sums}, fail_reason = ${reason.slice(0, 500)}${open}`)
    await giveRenewalBack(tx, order.id)
    await marketOf(order).released(tx, markets.sold(order))
  }

  /** Some was cleared and the rest goes back: the service is over now, and there is nothing left to clear. */
  async function settle(tx: Tx, order: OrderRow, sums: RawBuilder<unknown>): Promise<void> {
    await take(tx, order, 'refund-part', sums)
    if (order.state === 'serving') await endNow(tx, order)
    await moveOrder(tx, order.id, 'finish')
  }

  async function endNow(tx: Tx, order: OrderRow): Promise<void> {
    const now = sql`date_trunc('milliseconds', business_now())`
    const least = sql`serve_start_at + interval '1 millisecond'`
    const row = await moveOrder(
      tx,
      order.id,
      'end',
      sql`serve_end_at = greatest(least(serve_end_at, ${now}), ${least})`,
    )
    if (!row) throw new Error(`order ${order.id} is ${order.state} and was not to be ended`)
    await giveRenewalBack(tx, order.id)
    await marketOf(order).ended(tx, markets.sold(row))
  }

  /**
   * There is nothing left to go on with: a renewal that is paid goes back whole. It comes before what the market does, for
   * a payment of the renewal locks that first, too, and the product after it.
   */
  async function giveRenewalBack(tx: Tx, orderId: string): Promise<void> {
    const paidId = await renewals.drop(tx, orderId)
    if (paidId) await failService(tx, paidId, 'the service it renews is over')
  }

  /** Of an order whose window is over nothing is stopped: it ended by itself, seen by the sweep or not. */
  async function stop(tx: Tx, orderId: string, ask: RefundAsk): Promise<boolean> {
    crashPoint('orders.stop.before')
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'serving' || order.release !== 'linear' || overBy(order, order.now)) return false
    if (ask.amountFen > 0n) await refund(tx, orderId, ask)
    crashPoint('orders.stop.refunded')
    // All that was not cleared may have gone back: then it is over already.
    const left = await lockOrder(tx, orderId)
    if (left?.state === 'serving') {
      await endNow(tx, left)
      if (openFen(left) === 0n) await moveOrder(tx, orderId, 'finish')
    }
    crashPoint('orders.stop.after')
    return true
  }

  async function failService(tx: Tx, orderId: string, reason: string): Promise<boolean> {
    crashPoint('orders.fail-service.before')
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'paid') return false
    await begin(tx, order, { key: UNSERVED, amountFen: openFen(order), reason })
    crashPoint('orders.fail-service.after')
    return true
  }

  /** Of a payment that could not be kept, or of a refund that was asked for here; each is told once. */
  async function refunded(tx: Tx, event: Parameters<PaymentListener['refunded']>[1]): Promise<void> {
    crashPoint('orders.refunded.before')
    const row = event.isUnservable ? await lateReturned(tx, event.orderId) : await returned(tx, event)
    if (!row) return
    // The buyer may have paid in time and we learnt of it after the service had ended: only this says why it ended.
    const isLateRenewal = event.isUnservable && row.renews !== null && row.closeReason === 'expired'
    const kind = isLateRenewal ? 'orders.refunded-renewal' : 'orders.refunded'
    const isWhole = row.state === 'refunded' && event.amountFen === row.amountFen
    await notices.tell(tx, {
      userId: row.buyerId,
      kind: event.outside ? 'orders.refunded-outside' : kind,
      params: { orderNumber: row.outTradeNo, amount: formatYuan(event.amountFen), ...event.outside },
      link: { to: 'order', id: row.id, kind: row.productType },
      key: `orders.refunded:${isWhole ? row.id : event.number}`,
    })
    crashPoint('orders.refunded.after')
  }

  const lateReturned = (tx: Tx, orderId: string) =>
    moveOrder(tx, orderId, 'refund', sql`returned_fen = amount_fen`, sql`close_reason is not null`)

  async function returned(tx: Tx, { orderId, number }: { orderId: string; number: string }) {
    const fen = await markReturned(tx, { orderId, refundNumber: number })
    if (fen === undefined) return undefined
    const sum = sql`returned_fen + ${fen}::bigint`
    const whole = await moveOrder(tx, orderId, 'refund', sql`returned_fen = ${sum}`, sql`${sum} = amount_fen`)
    return whole ?? addReturned(tx, orderId, fen)
  }

  return { refund, stop, failService, refunded }
}
