import { TAKEDOWN_ANSWER_DAYS } from '@trove/contract/code/reports'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

/** Open sales, whose money is neither the author's nor on its way back, of works that are taken down or were. */

/** A takedown `t` that its author can no longer undo by an answer. */
const IS_FINAL = sql`(t.state = 'upheld' or t.state = 'standing'
  and t.created_at <= business_now() - make_interval(days => ${TAKEDOWN_ANSWER_DAYS}))`

/**
 * Open sales of which something is to be done, by their orders after `after`: the window is to stand still or to go on, or
 * the money is to go back.
 */
export async function listToSettle(db: Db, after: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id as "orderId" from (
      select s.order_id from code_takedowns t join code_sales s on s.work_id = t.work_id and s.is_open
        where t.state <> 'restored' and (s.held_at is null or ${IS_FINAL})
      union all
      select s.order_id from code_sales s where s.held_at is not null and not exists
        (select from code_takedowns t where t.work_id = s.work_id and t.state <> 'restored')) due
    where order_id > ${after} order by order_id limit ${most}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

/** How the takedown of a sold work stands, which waits until the transaction ends; `none` when it is not taken down. */
export async function lockTakedown(tx: Tx, orderId: string): Promise<'none' | 'open' | 'final'> {
  const { rows } = await sql<{ isFinal: boolean }>`
    select ${IS_FINAL} as "isFinal" from code_takedowns t
    where t.state <> 'restored' and t.work_id = (select work_id from code_sales where order_id = ${orderId})
    for share of t`.execute(tx)
  if (!rows[0]) return 'none'
  return rows[0].isFinal ? 'final' : 'open'
}

/** The refund window of an open sale stands still, once. */
export async function holdSale(tx: Tx, orderId: string): Promise<void> {
  await sql`update code_sales set held_at = business_now()
    where order_id = ${orderId} and is_open and held_at is null`.execute(tx)
}

/** The refund window goes on with as much time as was left. */
export async function goOnWithSale(tx: Tx, orderId: string): Promise<void> {
  await sql`update code_sales set held_at = null,
      held_ms = held_ms + round(extract(epoch from business_now() - held_at) * 1000)
    where order_id = ${orderId} and held_at is not null`.execute(tx)
}

/** The money of a sale is the author's, or went back. */
export async function closeSale(tx: Tx, orderId: string): Promise<void> {
  await sql`update code_sales set is_open = false, held_at = null where order_id = ${orderId} and is_open`.execute(tx)
}

const IS_HELD = sql`s.is_open and (s.held_at is not null or w.state = 'removed')`

/** Whether nothing of an order may be cleared: its work is taken down, or its window did not go on yet. */
export async function isHeld(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from code_sales s join code_works w on w.id = s.work_id
    where s.order_id = ${orderId} and ${IS_HELD}`.execute(tx)
  return rows.length > 0
}

/** The orders of an author's works that are held so. */
export async function listHeld(db: Db, sellerId: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select s.order_id as "orderId" from code_sales s join code_works w on w.id = s.work_id
    where w.owner_id = ${sellerId} and ${IS_HELD}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

/** For how many milliseconds the windows of these orders stand still by now; orders whose window runs are left out. */
export async function listHeldMs(db: Db, orderIds: string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<{ orderId: string; ms: number }>`
    select order_id as "orderId", (extract(epoch from business_now() - held_at) * 1000)::float8 as ms
    from code_sales where order_id = any(${orderIds}::text[]) and held_at is not null`.execute(db)
  return new Map(rows.map(({ orderId, ms }) => [orderId, ms]))
}
