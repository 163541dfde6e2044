import {
  type CloseReason,
  ORDER_TRANSITIONS,
  type OrderLifeState,
  type OrderTransition,
  type TimeLineStepName,
} from '@trove/contract/order-states'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { later } from '../../platform/db/transaction.ts'
import { announce } from '../../platform/live/announce.ts'
import type { OrderRow } from './rules.ts'

/** Columns of an OrderRow from a table or subquery named `o`. */
export const ORDER_COLUMNS = `o.id, o.out_trade_no as "outTradeNo", o.product_type as "productType",
  o.product_id as "productId", o.buyer_id as "buyerId", o.seller_id as "sellerId", o.amount_fen as "amountFen",
  o.period_days as "periodDays", o.snapshot, o.state, o.close_reason as "closeReason", o.created_at as "createdAt",
  o.expires_at as "expiresAt", o.paid_at as "paidAt", o.paid_attempt_id as "paidAttemptId",
  o.serve_start_at as "serveStartAt", o.serve_end_at as "serveEndAt", o.cleared_fen as "clearedFen",
  o.clearing_count as "clearingCount", o.last_cleared_at as "lastClearedAt", o.refunded_fen as "refundedFen"`
const columns = sql.raw(ORDER_COLUMNS)

export type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'outTradeNo'
  | 'productType'
  | 'productId'
  | 'buyerId'
  | 'sellerId'
  | 'amountFen'
  | 'periodDays'
  | 'snapshot'
  | 'createdAt'
  | 'expiresAt'
> & { isOneOf: boolean; searchText: string; detail: Record<string, unknown> }

/**
 * Adds an order with its first event and counts, with the transaction's next statement or its commit. That fails where a
 * guard says no: `orders_one_live_per_product`, `orders_out_trade_no`, or `orders_most_unpaid` when the buyer holds
 * `mostUnpaid` one-of goods without having paid.
 */
export async function insertOrder(tx: Tx, order: NewOrder, mostUnpaid: number): Promise<void> {
  if (order.isOneOf) await later(tx, sql`select orders_require_room(${order.buyerId}, ${mostUnpaid}::int)`)
  await later(
    tx,
    sql`
    with o as (
      insert into orders (id, out_trade_no, product_type, product_id, is_one_of, buyer_id, seller_id, amount_fen,
        period_days, snapshot, search_text, created_at, expires_at)
      values (${order.id}, ${order.outTradeNo}, ${order.productType}, ${order.productId}, ${order.isOneOf},
        ${order.buyerId}, ${order.sellerId}, ${order.amountFen}, ${order.periodDays},
        ${JSON.stringify(order.snapshot)}::jsonb, ${`${order.outTradeNo} ${order.searchText}`}, ${order.createdAt},
        ${order.expiresAt})
      returning id, created_at, buyer_id, seller_id, product_type
    ), event as (
      insert into order_events (order_id, step, at, detail)
      select o.id, 'created', o.created_at, ${JSON.stringify(order.detail)}::jsonb from o
    )
    insert into order_count_deltas (user_id, facet, product_type, delta)
    select o.buyer_id, 'consume', o.product_type, 1 from o union all
    select o.seller_id, 'profit', o.product_type, 1 from o`,
  )
  announceOrder(tx, order)
}

/** Steps of the time line that each transition writes. */
const STEPS: Record<OrderTransition, TimeLineStepName[]> = {
  pay: ['paid', 'provisioning'],
  cancel: ['closed'],
  expire: ['closed'],
  'fail-payment': ['closed'],
  begin: ['serving'],
  'fail-service': ['refunding'],
  'pay-late': ['refunding'],
  refund: ['refunded'],
  end: ['ended'],
  finish: ['finished'],
}
/** Transitions that add an order to the buyer's purchases, or take it out. */
const PURCHASE_DELTA: Partial<Record<OrderTransition, number>> = { pay: 1, 'fail-service': -1 }

/**
 * Makes one transition of the state table together with its events and counts: a guarded update.
 * @param set further columns to write, as SQL assignments over the row
 * @param where a further guard over the row
 * @returns the row after it, or undefined when the order was not in the transition's first state
 */
export async function moveOrder(
  tx: Tx,
  orderId: string,
  name: OrderTransition,
  set: RawBuilder<unknown> = sql`fail_reason = fail_reason`,
  where: RawBuilder<unknown> = sql`true`,
): Promise<OrderRow | undefined> {
  const { from, to } = ORDER_TRANSITIONS[name]
  const { closeReason } = ORDER_TRANSITIONS[name] as { closeReason?: CloseReason }
  const delta = PURCHASE_DELTA[name] ?? 0
  const { rows } = await sql<OrderRow>`
    with o as (
      update orders set state = ${to}, close_reason = coalesce(${closeReason ?? null}, close_reason), ${set}
      where id = ${orderId} and state = ${from} and ${where}
      returning *
    ), event as (
      insert into order_events (order_id, step, at, detail)
      select o.id, s.step, case s.step when 'ended' then o.serve_end_at else business_now() end,
        jsonb_build_object('transition', ${name}::text)
      from o, unnest(${STEPS[name]}::text[]) as s(step)
    ), counts as (
      insert into order_count_deltas (user_id, facet, product_type, delta)
      select o.buyer_id, 'purchase', o.product_type, ${delta}::int from o where ${delta}::int <> 0
    )
    select ${columns} from o`.execute(tx)
  const [row] = rows
  if (row) announceOrder(tx, row)
  return row
}

/** Tells the open pages of both sides that an order changed. */
function announceOrder(tx: Tx, { id, buyerId, sellerId }: Pick<OrderRow, 'id' | 'buyerId' | 'sellerId'>): void {
  for (const userId of [buyerId, sellerId]) announce(tx, { userId, message: { type: 'order', id } })
}

/** Reads and locks an order; undefined when there is none. */
export async function lockOrder(tx: Tx, orderId: string): Promise<(OrderRow & { now: Date }) | undefined> {
  const { rows } = await sql<OrderRow & { now: Date }>`
    select ${columns}, business_now() as now from orders o where o.id = ${orderId} for update`.execute(tx)
  return rows[0]
}

/** One order with the business time it was read at, or undefined. */
export async function findOrder(db: Db | Tx, orderId: string): Promise<(OrderRow & { now: Date }) | undefined> {
  const { rows } = await sql<OrderRow & { now: Date }>`
    select ${columns}, business_now() as now from orders o where o.id = ${orderId}`.execute(db)
  return rows[0]
}

/** The live order of a one-of product, whoever bought it. */
export async function findLiveOrder(
  db: Db | Tx,
  product: { productType: string; productId: string },
): Promise<{ id: string; buyerId: string; state: OrderLifeState; isPayable: boolean } | undefined> {
  const { rows } = await sql<{ id: string; buyerId: string; state: OrderLifeState; isPayable: boolean }>`
    select id, buyer_id as "buyerId", state, state = 'to-be-paid' and expires_at > business_now() as "isPayable"
    from orders
    where product_type = ${product.productType} and product_id = ${product.productId}
      and is_one_of and state in ('to-be-paid', 'paid', 'serving')`.execute(db)
  return rows[0]
}

/** Adds one clearing: the row of it, the order's sums, and the event. The caller holds the order's lock. */
export async function insertClearing(
  tx: Tx,
  clearing: { orderId: string; number: number; amountFen: bigint; isAutomatic: boolean; at: Date },
): Promise<void> {
  const { orderId, number, amountFen, isAutomatic, at } = clearing
  const { numAffectedRows } = await sql`
    with o as (
      update orders set cleared_fen = cleared_fen + ${amountFen}, clearing_count = ${number}, last_cleared_at = ${at}
      where id = ${orderId} and clearing_count = ${number - 1} and state in ('serving', 'ended')
      returning id
    ), event as (
      insert into order_events (order_id, step, at, detail)
      select o.id, 'cleared', ${at}::timestamptz, jsonb_build_object('number', ${number}::int) from o
    )
    insert into clearings (order_id, number, amount_fen, is_automatic, at)
    select o.id, ${number}::int, ${amountFen}::bigint, ${isAutomatic}::boolean, ${at}::timestamptz from o`.execute(tx)
  if (numAffectedRows !== 1n) throw new Error(`clearing ${number} of order ${orderId} is out of turn`)
}

/** The seller's order to clear: by its own id, or the oldest clearable one of a product of theirs. */
export async function findOrderToClear(
  db: Db,
  ask: { sellerId: string; productType: string; orderOrProductId: string },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select o.id, 0 as rank, 0::bigint as seq from orders o
      where o.id = ${ask.orderOrProductId} and o.seller_id = ${ask.sellerId} and o.product_type = ${ask.productType}
      union all
      (select o.id, 1, o.seq from orders o
       where o.seller_id = ${ask.sellerId} and o.product_id = ${ask.orderOrProductId}
         and o.product_type = ${ask.productType} and o.state in ('serving', 'ended')
       order by o.seq limit 1)
      union all
      (select o.id, 2, o.seq from orders o
       where o.seller_id = ${ask.sellerId} and o.product_id = ${ask.orderOrProductId} and o.product_type = ${ask.productType}
       order by o.seq desc limit 1)
    ) found order by rank limit 1`.execute(db)
  return rows[0]
}
