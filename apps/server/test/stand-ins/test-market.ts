import { ContractError } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import { leaseFactsOf } from '../../src/modules/compute/selling/sellable.ts'
import type { Sellable } from '../../src/modules/orders/model/sellable.ts'
import { newId } from '../../src/platform/base/id.ts'
import type { Db } from '../../src/platform/db/handle.ts'

/** A small market for tests of orders: machines in one table, each sold to one buyer at a time. */
export type TestMarket = Sellable & {
  publish(offer: { sellerId: string; priceFen: bigint; periodDays: number; hourFen?: bigint }): Promise<string>
  /** What a seller's offline call does; false when the machine is held or off already. */
  takeOffline(productId: string): Promise<boolean>
  bringOnline(productId: string): Promise<void>
  /** Nothing of the order is cleared from now, or again. */
  setHeld(orderId: string, isHeld: boolean): Promise<void>
  state(productId: string): Promise<{ isOnline: boolean; holder: string | null; timesProvided: number }>
}

/** Makes the market and its tables. */
export async function createTestMarket(db: Db): Promise<TestMarket> {
  await sql`create table if not exists test_products (
    id text primary key, seller_id text not null, price_fen bigint not null, period_days int not null,
    hour_fen bigint, is_online boolean not null default true, holder text, times_provided int not null default 0)`.execute(
    db,
  )
  await sql`create table if not exists test_held (order_id text primary key)`.execute(db)
  type Row = {
    seller_id: string
    price_fen: bigint
    period_days: number
    hour_fen: bigint | null
    is_online: boolean
    holder: string | null
    at: Date
  }
  const termsOf = (row: Row, hours: number | undefined) => {
    if (hours === undefined) return { priceFen: row.price_fen, periodDays: row.period_days }
    if (row.hour_fen === null) throw new ContractError('compute.not-by-hour')
    return { priceFen: row.hour_fen * BigInt(hours), periodDays: null, periodHours: hours }
  }
  return {
    kind: 'superPoints',
    isOneOf: true,
    release: 'linear',
    timeouts: {},
    choices: ['serveHours'],
    termChoices: ['serveHours'],
    async hold(tx, { orderId, productId, choice }) {
      const { rows } = await sql<Row>`select *, date_trunc('milliseconds', business_now()) as at
        from test_products where id = ${productId} for update`.execute(tx)
      const row = rows[0]
      if (row?.holder) throw new ContractError('orders.product-taken')
      if (!row?.is_online) throw new ContractError('orders.product-unavailable')
      await sql`update test_products set holder = ${orderId} where id = ${productId}`.execute(tx)
      return {
        at: row.at,
        sellerId: row.seller_id,
        ...termsOf(row, choice.serveHours),
        snapshot: { cpuCores: 4 },
        searchText: `Res-${productId}`,
      }
    },
    async renew(tx, { productId, choice }, running) {
      const { rows } = await sql<Row>`select *, date_trunc('milliseconds', business_now()) as at
        from test_products where id = ${productId} and holder = ${running.id} for update`.execute(tx)
      const row = rows[0]
      if (!row) throw new ContractError('orders.not-renewable')
      return {
        at: row.at,
        sellerId: row.seller_id,
        ...termsOf(row, choice.serveHours),
        snapshot: { cpuCores: 4 },
        searchText: `Res-${productId}`,
      }
    },
    async renewed(tx, from, to) {
      await sql`update test_products set holder = ${to.id} where id = ${from.productId} and holder = ${from.id}`.execute(
        tx,
      )
    },
    async released(tx, order) {
      await sql`update test_products set holder = null where id = ${order.productId} and holder = ${order.id}`.execute(
        tx,
      )
    },
    async paid(tx, order) {
      await sql`update test_products set times_provided = times_provided + 1
        where id = ${order.productId} and holder = ${order.id}`.execute(tx)
    },
    async isHeld(tx, { id }) {
      return (await sql`select from test_held where order_id = ${id}`.execute(tx)).rows.length > 0
    },
    async listHeld(sellerId) {
      const { rows } = await sql<{ id: string }>`select order_id as id from test_held h
        join orders o on o.id = h.order_id where o.seller_id = ${sellerId}`.execute(db)
      return rows.map(({ id }) => id)
    },
    async ended(tx, order) {
      await sql`update test_products set holder = null, is_online = false
        where id = ${order.productId} and holder = ${order.id}`.execute(tx)
    },
    async describe(orders) {
      return orders.map((row) => ({
        ...leaseFactsOf(row),
        ramSize: 8,
        diskSize: 100,
        bandwidth: 10,
        operationSystem: 'linux',
        authId: row.productId,
        verification: { state: 'verified', checkedAt: null, differing: [], measured: null },
        isOnMarket: true,
        isAutoRenewed: false,
        openFault: null,
      }))
    },
    async publish(offer) {
      const id = newId()
      await sql`insert into test_products (id, seller_id, price_fen, period_days, hour_fen)
        values (${id}, ${offer.sellerId}, ${offer.priceFen}, ${offer.periodDays}, ${offer.hourFen ?? null})`.execute(db)
      return id
    },
    async takeOffline(productId) {
      const { numAffectedRows } = await sql`update test_products set is_online = false
        where id = ${productId} and holder is null and is_online`.execute(db)
      return numAffectedRows === 1n
    },
    async setHeld(orderId, isHeld) {
      if (isHeld) await sql`insert into test_held values (${orderId}) on conflict do nothing`.execute(db)
      else await sql`delete from test_held where order_id = ${orderId}`.execute(db)
    },
    async bringOnline(productId) {
      await sql`update test_products set is_online = true where id = ${productId} and holder is null`.execute(db)
    },
    async state(productId) {
      const { rows } = await sql<{ isOnline: boolean; holder: string | null; timesProvided: number }>`
        select is_online as "isOnline", holder, times_provided as "timesProvided"
        from test_products where id = ${productId}`.execute(db)
      return rows[0]!
    },
  }
}
