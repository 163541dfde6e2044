import { requireThat } from '@trove/contract/errors/codes'
import { formatYuan } from '@trove/units/money'
import { sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { PaidEvent, PaymentListener } from '../../payment/module.ts'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import { type OrderAt, type OrderRow, openFen } from '../model/rules.ts'
import { findOrder, lockOrder, moveOrder, type PaidOrder, payOrders, SERVICE_LENGTH } from '../model/store.ts'
import { setDue } from '../model/store-due.ts'
import type { Renewals } from './renewals.ts'

/** Everything that happens to an order after it was made, except clearing. Each step is one guarded transition. */
export type Life = {
  paymentListener: Omit<PaymentListener, 'refunded'>
  beginService(tx: Tx, orderId: string): Promise<{ serveStartAt: Date; serveEndAt: Date }>
  /** Ends the service of an order whose window is over; undefined when it is not serving. */
  endService(tx: Tx, orderId: string): Promise<OrderAt | undefined>
  cancel(buyerId: string, orderId: string): Promise<void>
  /** Closes a new order that cannot be paid; nothing of it stays held. */
  withdraw(orderId: string): Promise<void>
}

export function createLife(needs: OrdersNeeds, markets: Markets, renewals: Renewals): Life {
  const { db, payment, notices, log } = needs

  async function paid(tx: Tx, events: readonly PaidEvent[]) {
    crashPoint('orders.paid.before')
    const rows = await payOrders(tx, events)
    const byAttempt = new Map(rows.map((row) => [row.paidAttemptId, row]))
    const answers = new Map<string, 'accepted' | 'refund'>()
    for (const event of events) {
      const row = byAttempt.get(event.attemptId)
      if (row) await handToMarket(tx, row)
      answers.set(event.attemptId, row ? 'accepted' : await paidOtherwise(tx, event))
    }
    crashPoint('orders.paid.after')
    return answers
  }

  /** Money for an order that does not wait for it, or not for that much. */
  async function paidOtherwise(tx: Tx, event: PaidEvent) {
    const order = await lockOrder(tx, event.orderId)
    if (!order || order.amountFen !== event.amountFen) {
      log.error({ orderId: event.orderId }, 'money for an unknown order or of a wrong amount: it goes back')
      return 'refund' as const
    }
    if (order.state === 'closed') {
      await moveOrder(
        tx,
        order.id,
        'pay-late',
        sql`paid_at = business_now(), paid_attempt_id = ${event.attemptId}, refunded_fen = amount_fen`,
      )
      return 'refund' as const
    }
    return order.closeReason === null && order.paidAttemptId === event.attemptId ? 'accepted' : 'refund'
  }

  async function handToMarket(tx: Tx, row: PaidOrder): Promise<void> {
    await notices.tell(tx, {
      userId: row.sellerId,
      kind: 'orders.paid',
      params: { orderNumber: row.outTradeNo, amount: formatYuan(row.amountFen) },
      link: { to: 'order', id: row.id, kind: row.productType },
      key: `orders.paid:${row.id}`,
    })
    crashPoint('orders.paid.before-provide')
    const market = markets.require(row.productType)
    if (market.timeouts.startDays !== undefined) await setDue(tx, row.id, row.now, market.timeouts.startDays)
    await market.paid(tx, markets.sold(row), row.choice)
  }

  /** No attempt can be paid any more: the order closes and the product is free. */
  async function closed(tx: Tx, event: { orderId: string }): Promise<void> {
    crashPoint('orders.closed.before')
    const order = await lockOrder(tx, event.orderId)
    if (order?.state !== 'to-be-paid') return
    await close(tx, order.id, order.now >= order.expiresAt ? 'expire' : 'fail-payment')
    crashPoint('orders.closed.after')
  }

  async function close(
    tx: Tx,
    orderId: string,
    how: 'cancel' | 'expire' | 'fail-payment',
  ): Promise<OrderRow | undefined> {
    const row = await moveOrder(tx, orderId, how)
    if (row) await markets.require(row.productType).released(tx, markets.sold(row))
    return row
  }

  async function beginService(tx: Tx, orderId: string) {
    crashPoint('orders.begin.before')
    const now = sql`date_trunc('milliseconds', business_now())`
    const set = sql`serve_start_at = ${now}, serve_end_at = ${now} + ${SERVICE_LENGTH}`
    // A renewal begins with the end of what it goes on with, and not by the market's word.
    const begun = await moveOrder(tx, orderId, 'begin', set, sql`release = 'linear' and renews is null`)
    const row = begun ?? (await findOrder(tx, orderId))
    crashPoint('orders.begin.after')
    if (row?.state !== 'serving' || !row.serveStartAt || !row.serveEndAt)
      throw new Error(`order ${orderId} cannot begin its service: it is ${row?.state ?? 'unknown'}`)
    return { serveStartAt: row.serveStartAt, serveEndAt: row.serveEndAt }
  }

  /** What goes back by the market's own rule at the end, before anything is passed on. */
  async function settleEnd(tx: Tx, order: OrderAt): Promise<OrderAt | undefined> {
    const market = markets.require(order.productType)
    if (!market.ending) return order
    await market.ending(tx, markets.sold(order))
    return lockOrder(tx, order.id)
  }

  async function endService(tx: Tx, orderId: string): Promise<OrderAt | undefined> {
    crashPoint('orders.end.before')
    const over = await moveOrder(tx, orderId, 'end')
    const row = over && (await settleEnd(tx, over))
    // All of it went back by the market's rule, and nothing had been cleared: the product is taken back already. With some
    // cleared the order is finished, and it still has to be.
    if (row && row.state !== 'ended' && row.state !== 'finished') return row
    if (row && !(await renewals.passOn(tx, row))) await markets.require(row.productType).ended(tx, markets.sold(row))
    // Refunds may have left nothing to clear.
    const finished = row?.state === 'ended' && openFen(row) === 0n ? await moveOrder(tx, orderId, 'finish') : undefined
    crashPoint('orders.end.after')
    return finished ?? row
  }

  /** @throws ContractError `orders.not-found` for anyone but the buyer, `orders.not-cancelable` once it is paid or closed */
  async function cancel(buyerId: string, orderId: string): Promise<void> {
    const order = await findOrder(db, orderId)
    requireThat(order?.buyerId === buyerId, 'orders.not-found')
    requireThat(order.state === 'to-be-paid', 'orders.not-cancelable')
    // A payment that came first wins: better to learn of it now than to give it back later.
    await payment
      .ask(orderId)
      .catch((error: unknown) => log.warn({ err: error, orderId }, 'could not ask before a cancel'))
    await inTransaction(db, async (tx) => {
      requireThat(await close(tx, orderId, 'cancel'), 'orders.not-cancelable')
      await payment.close(tx, orderId)
      crashPoint('orders.cancel.before-commit')
    })
    crashPoint('orders.cancel.after-commit')
  }

  async function withdraw(orderId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      if (await close(tx, orderId, 'fail-payment')) await payment.close(tx, orderId)
    })
  }

  return {
    paymentListener: { paid, closed },
    beginService,
    endService,
    cancel,
    withdraw,
  }
}
