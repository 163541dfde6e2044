import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { TimeLineStepName } from '@trove/contract/orders/states'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import { PAID_ALARM_MINUTES } from './rules.ts'

/** Small reads other modules and the detail page ask for. */

/** A paid order in its service. Times are business time. */
export type ServingOrder = {
  orderId: string
  productId: string
  buyerId: string
  sellerId: string
  serveStartAt: Date
  serveEndAt: Date
}

/** The buyer's order of a product with its window open now; one whose paid renewal is about to begin counts. */
export async function findServing(db: Db, productId: string, buyerId: string): Promise<ServingOrder | undefined> {
  const { rows } = await sql<ServingOrder>`
    select id as "orderId", product_id as "productId", buyer_id as "buyerId", seller_id as "sellerId",
      serve_start_at as "serveStartAt", serve_end_at as "serveEndAt"
    from orders
    where product_id = ${productId} and is_one_of and state in ('to-be-paid', 'paid', 'serving', 'delivered')
      and buyer_id = ${buyerId} and state = 'serving' and (serve_end_at > business_now()
        or exists (select from orders next where next.renews = orders.id and next.state = 'paid'))`.execute(db)
  return rows[0]
}

/** Who traded what in an order, and when its service ended; null while it goes on, or when none came of it. */
export async function findTraded(db: Db, productType: string, orderId: string) {
  const { rows } = await sql<{ buyerId: string; sellerId: string; aboutId: string; endedAt: Date | null }>`
    select buyer_id as "buyerId", seller_id as "sellerId", product_id as "aboutId",
      case when state in ('ended', 'finished') then coalesce(serve_end_at, delivered_at, last_cleared_at) end as "endedAt"
    from orders where id = ${orderId} and product_type = ${productType}`.execute(db)
  return rows[0]
}

/** The buyer's paid order of a product that is not handed over yet. */
export async function findProvisioning(
  db: Db,
  productId: string,
  buyerId: string,
): Promise<{ orderId: string } | undefined> {
  const { rows } = await sql<{ orderId: string }>`
    select id as "orderId" from orders
    where product_id = ${productId} and is_one_of and state in ('to-be-paid', 'paid', 'serving', 'delivered')
      and buyer_id = ${buyerId} and state = 'paid'`.execute(db)
  return rows[0]
}

export type Numbered = { id: string; kind: ProductType }

/** The orders with these numbers, by number. */
export async function findNumbered(db: Db, numbers: readonly string[]): Promise<Map<string, Numbered>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<Numbered & { number: string }>`
    select out_trade_no as number, id, product_type as kind from orders
    where out_trade_no = any(${numbers})`.execute(db)
  return new Map(rows.map(({ number, ...order }) => [number, order]))
}

/** The numbers of these orders, by id. */
export async function findOrderNumbers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ number: string; id: string }>`
    select out_trade_no as number, id from orders where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ number, id }) => [id, number]))
}

/** Earned and not yet cleared income over all of a seller's orders, in fen. */
export async function sumUnclearedFen(db: Db, sellerId: string): Promise<bigint> {
  const { rows } = await sql<{ fen: bigint }>`
    select coalesce(sum(order_earned_fen(release, state, amount_fen, refunded_fen, serve_start_at, serve_end_at,
      business_now()) - cleared_fen), 0)::bigint as fen
    from orders where seller_id = ${sellerId} and state in ('serving', 'ended')`.execute(db)
  return rows[0]?.fen ?? 0n
}

/** Orders of a product that were served, now or before. */
export async function countServed(db: Db, productId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders where product_id = ${productId} and serve_start_at is not null`.execute(db)
  return rows[0]?.n ?? 0
}

/** Orders in service over the whole market. */
export async function countServing(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from orders where state = 'serving'`.execute(db)
  return rows[0]?.n ?? 0
}

/** The last 500 clearings of an order, oldest first: a seller may clear every few seconds for a year. */
export async function listClearings(db: Db, orderId: string): Promise<{ amountFen: bigint; at: Date }[]> {
  const { rows } = await sql<{ amountFen: bigint; at: Date }>`
    select amount_fen as "amountFen", at from (
      select * from clearings where order_id = ${orderId} order by number desc limit 500) c
    order by number`.execute(db)
  return rows
}

/** What happened to an order, oldest first; of its clearings the last one. */
export async function listEvents(db: Db, orderId: string): Promise<{ step: TimeLineStepName; at: Date }[]> {
  const { rows } = await sql<{ step: TimeLineStepName; at: Date }>`
    select step, at from (
      select id, step, at from order_events where order_id = ${orderId} and step <> 'cleared'
      union all
      (select id, step, at from order_events where order_id = ${orderId} and step = 'cleared' order by id desc limit 1)
    ) e order by id`.execute(db)
  return rows
}

/** Orders paid long ago that nobody begins by hand and that neither serve nor are refunded, with some of them by name, the oldest first. */
export async function findPaidOverdue(db: Db): Promise<{ count: number; orderIds: string[] }> {
  const { rows } = await sql<{ count: number; orderIds: string[] }>`
    select count(*)::int as count, coalesce((array_agg(id order by paid_at))[1:10], '{}') as "orderIds" from orders
    where state = 'paid' and release <> 'on-accept'
      and not exists (select from orders former where former.id = orders.renews and former.state = 'serving')
      and paid_at <= business_now() - make_interval(mins => ${PAID_ALARM_MINUTES})`.execute(db)
  return rows[0]!
}
