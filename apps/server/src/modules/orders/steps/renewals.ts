import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { RENEWAL_UNTIL_MINUTES } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import type { OrderAt, OrderRow } from '../model/rules.ts'
import type { Ask, Quote, Sellable } from '../model/sellable.ts'
import { lockOrder, moveOrder, SERVICE_LENGTH } from '../model/store.ts'
import { lockRenewal } from '../model/store-renewals.ts'

/**
 * A running service goes on with an order of its own. Paid, it waits; when the first ends by its time, it begins exactly
 * there. Whoever decides locks the order that runs before the one that renews it.
 */
export type Renewals = {
  /** What renewing costs now; the running order is locked. @throws ContractError why it cannot be renewed */
  quote(tx: Tx, market: Sellable, ask: Ask, runningId: string): Promise<Quote & { mostExpiresAt: Date }>
  /** The service of `ended` is over: a paid renewal begins. False when there is none; one that is not paid is closed. */
  passOn(tx: Tx, ended: OrderAt): Promise<boolean>
  /** The service is over before its time: one that is not paid is closed. Answers the id of a paid one, which must go back. */
  drop(tx: Tx, orderId: string): Promise<string | undefined>
}

const MINUTE_MS = 60_000

export function createRenewals({ payment }: Pick<OrdersNeeds, 'payment'>, markets: Markets): Renewals {
  async function quote(tx: Tx, market: Sellable, ask: Ask, runningId: string) {
    requireThat(market.renew, 'orders.not-renewable')
    const running = await lockOrder(tx, runningId)
    const isOwn = running?.buyerId === ask.buyerId && running.productId === ask.productId
    requireThat(running && isOwn && running.productType === market.kind, 'orders.not-found')
    requireThat(running.state === 'serving' && running.serveEndAt, 'orders.not-renewable')
    const known = await lockRenewal(tx, runningId)
    requireThat(known?.state !== 'paid', 'orders.already-renewed')
    if (known) throw new ContractError('orders.product-taken')
    const leftMs = running.serveEndAt.getTime() - running.now.getTime()
    requireThat(leftMs >= RENEWAL_UNTIL_MINUTES * MINUTE_MS, 'orders.renewal-late')
    const quoted = await market.renew(tx, ask, markets.sold(running))
    return { ...quoted, mostExpiresAt: running.serveEndAt }
  }

  async function closeUnpaid(tx: Tx, orderId: string): Promise<void> {
    const row = await moveOrder(tx, orderId, 'expire')
    if (!row) throw new Error(`the renewal ${orderId} is locked and was not to be closed`)
    await markets.require(row.productType).released(tx, markets.sold(row))
    await payment.close(tx, orderId)
  }

  async function begin(tx: Tx, ended: OrderAt, renewalId: string): Promise<OrderRow> {
    const from = sql`${ended.serveEndAt}::timestamptz`
    const set = sql`serve_start_at = ${from}, serve_end_at = ${from} + ${SERVICE_LENGTH}, is_one_of = true`
    const row = await moveOrder(tx, renewalId, 'begin', set)
    if (!row) throw new Error(`the renewal ${renewalId} is paid and cannot begin`)
    return row
  }

  async function passOn(tx: Tx, ended: OrderAt): Promise<boolean> {
    const next = await lockRenewal(tx, ended.id)
    if (!next) return false
    if (next.state === 'to-be-paid') {
      await closeUnpaid(tx, next.id)
      return false
    }
    crashPoint('orders.renewal.before')
    const row = await begin(tx, ended, next.id)
    const window = { serveStartAt: row.serveStartAt!, serveEndAt: row.serveEndAt! }
    await markets.require(row.productType).renewed?.(tx, markets.sold(ended), markets.sold(row), window)
    crashPoint('orders.renewal.after')
    return true
  }

  async function drop(tx: Tx, orderId: string): Promise<string | undefined> {
    const next = await lockRenewal(tx, orderId)
    if (next?.state === 'to-be-paid') await closeUnpaid(tx, next.id)
    return next?.state === 'paid' ? next.id : undefined
  }

  return { quote, passOn, drop }
}
