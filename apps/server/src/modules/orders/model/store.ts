import {
  CLEARABLE_STATES,
  ORDER_TRANSITIONS,
  type OrderTransition,
  type Release,
  type TimeLineStepName,
  type Transition,
} from '@trove/contract/orders/states'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { textList } from '../../../platform/db/text-list.ts'
import { later } from '../../../platform/db/transaction.ts'
import { announce } from '../../../platform/live/announce.ts'
import type { OrderAt, OrderRow } from './rules.ts'
import type { Choice } from './sellable.ts'

/** Columns of an OrderRow from a table or subquery named `o`. */
export const ORDER_COLUMNS = `o.id, o.out_trade_no as "outTradeNo", o.product_type as "productType",
  o.product_id as "productId", o.buyer_id as "buyerId", o.seller_id as "sellerId", o.amount_fen as "amountFen",
  o.period_days as "periodDays", o.period_hours as "periodHours", o.snapshot, o.state, o.close_reason as "closeReason", o.created_at as "createdAt",
  o.expires_at as "expiresAt", o.paid_at as "paidAt", o.paid_attempt_id as "paidAttemptId",
  o.serve_start_at as "serveStartAt", o.serve_end_at as "serveEndAt", o.cleared_fen as "clearedFen",
  o.clearing_count as "clearingCount", o.last_cleared_at as "lastClearedAt", o.refunded_fen as "refundedFen",
  o.refund_count as "refundCount", o.returned_fen as "returnedFen", o.release, o.delivered_at as "deliveredAt",
  o.due_at as "dueAt", o.due_count as "dueCount", o.due_paused_at as "duePausedAt", o.due_shift_ms as "dueShiftMs", o.renews`
/** Columns of an OrderAt besides. */
export const AT_COLUMNS = `business_now() as now, order_earned_fen(o.release, o.state, o.amount_fen, o.refunded_fen,
  o.serve_start_at, o.serve_end_at, business_now()) as "earnedFen"`
/** How long a linear service lasts. */
export const SERVICE_LENGTH = sql`make_interval(hours => coalesce(period_hours, 24 * period_days))`
const columns = sql.raw(`${ORDER_COLUMNS}, ${AT_COLUMNS}`)

export type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'outTradeNo'
  | 'productType'
  | 'productId'
  | 'buyerId'
  | 'sellerId'
  | 'amountFen'
  | 'release'
  | 'periodDays'
  | 'periodHours'
  | 'snapshot'
  | 'createdAt'
  | 'expiresAt'
  | 'renews'
> & { isOneOf: boolean; searchText: string; detail: Record<string, unknown>; choice: Choice }

/**
 * Adds an order with its first event and counts, with the transaction's next statement or its commit. That fails where a
 * guard says no: `orders_one_live_per_product`, `orders_out_trade_no`, or `orders_most_unpaid` when the buyer holds
 * `mostUnpaid` orders without having paid.
 */
export async function insertOrder(tx: Tx, order: NewOrder, mostUnpaid: number): Promise<void> {
  // A renewal holds nothing that others could buy, and there is one at most of each running order: it takes no room.
  if (order.renews === null) await later(tx, sql`select orders_require_room(${order.buyerId}, ${mostUnpaid}::int)`)
  await later(
    tx,
    sql`
    with o as (
      insert into orders (id, out_trade_no, product_type, product_id, is_one_of, buyer_id, seller_id, amount_fen,
        release, period_days, period_hours, snapshot, choice, search_text, created_at, expires_at, renews)
      values (${order.id}, ${order.outTradeNo}, ${order.productType}, ${order.productId}, ${order.isOneOf},
        ${order.buyerId}, ${order.sellerId}, ${order.amountFen}, ${order.release}, ${order.periodDays}, ${order.periodHours},
        ${JSON.stringify(order.snapshot)}::jsonb, ${JSON.stringify(order.choice)}::jsonb, ${`${order.outTradeNo} ${order.searchText}`}, ${order.createdAt},
        ${order.expiresAt}, ${order.renews})
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

/** Steps of the time line that each transition writes; `provisioning` only where a service window will open. */
const STEPS: Record<OrderTransition, TimeLineStepName[]> = {
  pay: ['paid', 'provisioning'],
  cancel: ['closed'],
  expire: ['closed'],
  'fail-payment': ['closed'],
  begin: ['serving'],
  'fail-service': ['refunding'],
  'pay-late': ['refunding'],
  refund: ['refunded'],
  deliver: ['delivered'],
  provide: ['delivered'],
  accept: ['accepted'],
  pass: ['ended'],
  end: ['ended'],
  'refund-part': ['refunded-part'],
  'refund-all': ['refunding'],
  finish: ['finished'],
}
/** Transitions that add an order to the buyer's purchases, or take it out. */
const PURCHASE_DELTA: Partial<Record<OrderTransition, number>> = { pay: 1, 'fail-service': -1, 'refund-all': -1 }

/**
 * Makes one transition of the state table together with its events and counts: a guarded update. What was due in the
 * former state is so no more.
 * @param set further columns to write, as SQL assignments over the row
 * @param where a further guard over the row
 * @returns the row after it, or undefined when the order was not where the transition starts
 */
export async function moveOrder(
  tx: Tx,
  orderId: string,
  name: OrderTransition,
  set: RawBuilder<unknown> = sql`fail_reason = fail_reason`,
  where: RawBuilder<unknown> = sql`true`,
): Promise<OrderAt | undefined> {
  const { from, to, releases, closeReason }: Transition = ORDER_TRANSITIONS[name]
  const state =
    to === null ? sql`` : sql`state = ${to}, due_at = null, due_count = 0, due_paused_at = null, due_shift_ms = 0,`
  const { rows } = await sql<OrderAt>`
    with o as (
      update orders set ${state} close_reason = coalesce(${closeReason ?? null}, close_reason), ${set}
      where id = ${orderId} and state = any(${from}::text[]) and ${releases ? sql`release = any(${releases}::text[])` : sql`true`}
        and ${where}
      returning *
    ), ${consequences(name)}
    select ${columns} from o`.execute(tx)
  const [row] = rows
  if (row) announceOrder(tx, row)
  return row
}

/** The events and counts that a transition of the rows `o` brings about, as parts of its statement. */
function consequences(name: OrderTransition): RawBuilder<unknown> {
  const delta = PURCHASE_DELTA[name] ?? 0
  return sql`event as (
      insert into order_events (order_id, step, at, detail)
      select o.id, s.step, case s.step when 'ended' then o.serve_end_at else business_now() end,
        jsonb_build_object('transition', ${name}::text)
      from o, unnest(${textList(STEPS[name])}) as s(step) where s.step <> 'provisioning' or (o.release = 'linear' and o.renews is null)
    ), counts as (
      insert into order_count_deltas (user_id, facet, product_type, delta)
      select o.buyer_id, 'purchase', o.product_type, ${delta}::int from o where ${delta}::int <> 0
    )`
}

/** A payment of an order: the attempt that was paid, and how much. */
type Paid = { orderId: string; attemptId: string; amountFen: bigint }
/** An order with what its buyer chose: read where its market begins to provide, and not in lists. */
export type PaidOrder = OrderAt & { choice: Choice }

/**
 * The transition `pay` of many orders, each by itself: one that does not wait for that amount stays as it is and is not
 * answered. Of two payments of one order one is taken. Locked in the order of their ids, so that two groups never wait
 * for each other in a circle.
 */
export async function payOrders(tx: Tx, payments: readonly Paid[]): Promise<PaidOrder[]> {
  const { from, to } = ORDER_TRANSITIONS.pay
  const ids = textList(payments.map(({ orderId }) => orderId))
  const attemptIds = textList(payments.map(({ attemptId }) => attemptId))
  const amounts = textList(payments.map(({ amountFen }) => String(amountFen)))
  const { rows } = await sql<PaidOrder>`
    with locked as (select id from orders where id = any(${ids}) order by id for update), o as (
      update orders set state = ${to}, due_at = null, due_count = 0, paid_at = business_now(), paid_attempt_id = p.attempt_id
      from unnest(${ids}, ${attemptIds}, ${amounts}::bigint[]) as p(order_id, attempt_id, fen)
      where id = p.order_id and id in (select id from locked) and state = any(${textList(from)}) and amount_fen = p.fen
      returning orders.*
    ), ${consequences('pay')}
    select ${columns}, o.choice from o`.execute(tx)
  for (const row of rows) announceOrder(tx, row)
  return rows
}

/** Notifies the open pages of both sides that an order changed. */
export function announceOrder(tx: Tx, { id, buyerId, sellerId }: Pick<OrderRow, 'id' | 'buyerId' | 'sellerId'>): void {
  for (const userId of [buyerId, sellerId]) announce(tx, { userId, message: { type: 'order', id } })
}

/** Reads and locks an order; undefined when there is none. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderAt | undefined> {
  const { rows } = await sql<OrderAt>`select ${columns} from orders o where o.id = ${orderId} for update`.execute(tx)
  return rows[0]
}

/** One order with the business time it was read at, or undefined. */
export async function findOrder(db: Db | Tx, orderId: string): Promise<OrderAt | undefined> {
  const { rows } = await sql<OrderAt>`select ${columns} from orders o where o.id = ${orderId}`.execute(db)
  return rows[0]
}

/** Several orders, in no order. */
export async function findOrders(db: Db, orderIds: readonly string[]): Promise<OrderAt[]> {
  const ids = textList(orderIds)
  const { rows } = await sql<OrderAt>`select ${columns} from orders o where o.id = any(${ids})`.execute(db)
  return rows
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

/**
 * The order a buyer accepts: by its own id, or by its product. `isSure` says that no other order can be meant; with a
 * second order of the product a repeated acceptance would take that one.
 */
export async function findOrderToAccept(
  db: Db,
  ask: { userId: string; productType: string; orderOrProductId: string },
): Promise<{ id: string; isSure: boolean } | undefined> {
  const { userId, productType, orderOrProductId } = ask
  const { rows } = await sql<{ id: string; isSure: boolean }>`
    select o.id, o.id = ${orderOrProductId} or count(*) over () = 1 as "isSure" from orders o
    where o.buyer_id = ${userId} and o.product_type = ${productType}
      and (o.id = ${orderOrProductId} or o.product_id = ${orderOrProductId})
    order by o.id = ${orderOrProductId} desc limit 1`.execute(db)
  return rows[0]
}

/** An order its seller clears: by its own id, or the oldest clearable one of a product. */
export async function findOrderToClear(
  db: Db,
  ask: { userId: string; productType: string; orderOrProductId: string; release: Release },
): Promise<{ id: string } | undefined> {
  const { userId, productType, orderOrProductId } = ask
  const whose = sql`o.seller_id = ${userId}`
  const states = sql.raw(CLEARABLE_STATES[ask.release].map((state) => `'${state}'`).join(', '))
  const { rows } = await sql<{ id: string }>`
    select id from (
      select o.id, 0 as rank, 0::bigint as seq from orders o
      where o.id = ${orderOrProductId} and ${whose} and o.product_type = ${productType}
      union all
      (select o.id, 1, o.seq from orders o
       where ${whose} and o.product_id = ${orderOrProductId}
         and o.product_type = ${productType} and o.release = ${ask.release} and o.state in (${states})
       order by o.seq limit 1)
      union all
      (select o.id, 2, o.seq from orders o
       where ${whose} and o.product_id = ${orderOrProductId} and o.product_type = ${productType}
       order by o.seq desc limit 1)
    ) found order by rank limit 1`.execute(db)
  return rows[0]
}
