import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { later } from '../../platform/db/transaction.ts'
import type { AttemptState } from './rules.ts'

/** An attempt with the business time it was read at. */
export type Attempt = {
  id: string
  orderId: string
  buyerId: string
  outTradeNo: string
  tradeNo: string | null
  amountFen: bigint
  state: AttemptState
  expiresAt: Date
  isCloseWanted: boolean
  createdAt: Date
  closedAt: Date | null
  now: Date
}

const columns = sql<Attempt>`id, order_id as "orderId", buyer_id as "buyerId", out_trade_no as "outTradeNo",
  trade_no as "tradeNo", amount_fen as "amountFen", state, expires_at as "expiresAt",
  is_close_wanted as "isCloseWanted", created_at as "createdAt", closed_at as "closedAt", business_now() as now`

/**
 * How long a claim keeps other processes from asking the same; a process that dies meanwhile is replaced after it. Should
 * a call take longer, two ask the same, which does no harm.
 */
const CLAIM = sql`interval '20 seconds'`

/** Adds an open attempt, with the transaction's next statement or its commit. */
export async function insertAttempt(
  tx: Tx,
  attempt: { id: string; orderId: string; buyerId: string; outTradeNo: string; amountFen: bigint; expiresAt: Date },
): Promise<void> {
  const { id, orderId, buyerId, outTradeNo, amountFen, expiresAt } = attempt
  await later(
    tx,
    sql`insert into payment_attempt (id, order_id, buyer_id, out_trade_no, amount_fen, expires_at, next_look_at)
      values (${id}, ${orderId}, ${buyerId}, ${outTradeNo}, ${amountFen}, ${expiresAt},
        least(business_now() + interval '30 seconds', ${expiresAt}::timestamptz))`,
  )
}

export async function findByNumber(db: Db | Tx, outTradeNo: string): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    select ${columns} from payment_attempt where out_trade_no = ${outTradeNo}`.execute(db)
  return rows[0]
}

/** The order's attempt that can still be paid, the newest first. */
export async function findOpen(db: Db | Tx, orderId: string): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`select ${columns} from payment_attempt
    where order_id = ${orderId} and state = 'open' order by created_at desc limit 1`.execute(db)
  return rows[0]
}

/** The attempt that put the order's money into escrow, locked. */
export async function lockPaid(tx: Tx, orderId: string): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`select ${columns} from payment_attempt
    where order_id = ${orderId} and state = 'paid' for update`.execute(tx)
  return rows[0]
}

/** Takes what is due to be looked at; nobody else gets the same for a while. */
export async function claimDue(db: Db, limit: number): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    update payment_attempt set next_look_at = business_now() + ${CLAIM}, last_look_at = business_now()
    where id in (select id from payment_attempt where next_look_at <= business_now()
      order by next_look_at limit ${limit} for update skip locked)
    returning ${columns}`.execute(db)
  return rows
}

/** Takes the order's open attempts (if it is the given buyer's) unless somebody looked within 2 s, over all processes. */
export async function claimToAsk(db: Db, orderId: string, buyerId: string | null = null): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    update payment_attempt set last_look_at = business_now()
    where order_id = ${orderId} and state = 'open' and (${buyerId}::text is null or buyer_id = ${buyerId})
      and (last_look_at is null or last_look_at <= business_now() - interval '2 seconds')
    returning ${columns}`.execute(db)
  return rows
}

export async function planLook(db: Db | Tx, id: string, at: Date | null): Promise<void> {
  await sql`update payment_attempt set next_look_at = ${at} where id = ${id} and state in ('open', 'closed')`.execute(
    db,
  )
}

/** Makes the order's open attempts due now, to be closed. */
export async function wantClose(tx: Tx, orderId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update payment_attempt set is_close_wanted = true, next_look_at = business_now()
    where order_id = ${orderId} and state = 'open'`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Money came: the guarded step that only one of all tellers makes. */
export async function markPaid(
  tx: Tx,
  id: string,
  tradeNo: string,
  from: AttemptState[],
): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    update payment_attempt set state = 'paid', trade_no = ${tradeNo}, paid_at = business_now(), next_look_at = null
    where id = ${id} and state = any(${from}) and (trade_no is null or trade_no = ${tradeNo})
    returning ${columns}`.execute(tx)
  return rows[0]
}

export async function markRefunding(tx: Tx, id: string): Promise<void> {
  await sql`update payment_attempt set state = 'refunding' where id = ${id} and state = 'paid'`.execute(tx)
}

export async function markClosed(tx: Tx, id: string, nextLookAt: Date | null): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    update payment_attempt set state = 'closed', closed_at = business_now(), next_look_at = ${nextLookAt}
    where id = ${id} and state = 'open' returning ${columns}`.execute(tx)
  return rows[0]
}

/** All of the attempt's money is back when its finished refunds reach its amount. */
export async function markRefundedIfWhole(tx: Tx, id: string, from: AttemptState[]): Promise<void> {
  await sql`update payment_attempt a set state = 'refunded' where id = ${id} and state = any(${from})
    and amount_fen = (select sum(r.amount_fen) from payment_refund r where r.attempt_id = a.id and r.state = 'done')`.execute(
    tx,
  )
}

export async function bindTradeNo(db: Db, id: string, tradeNo: string): Promise<void> {
  await sql`update payment_attempt set trade_no = ${tradeNo} where id = ${id} and trade_no is null`.execute(db)
}

/** Attempts and refunds that take longer than they may; for the alarms. */
export async function countOverdue(
  db: Db,
  minutes: number,
): Promise<{ attempts: number; refunds: number; parked: number; notifies: number }> {
  const limit = sql`business_now() - ${minutes} * interval '1 minute'`
  const { rows } = await sql<Record<'attempts' | 'refunds' | 'parked' | 'notifies', bigint>>`select
    (select count(*) from payment_attempt where state = 'open' and expires_at < ${limit}) as attempts,
    (select count(*) from payment_refund where state = 'waiting' and created_at < ${limit}) as refunds,
    (select count(*) from payment_refund where state = 'parked') as parked,
    (select count(*) from payment_notify where handled_at is null and received_at < ${limit}) as notifies`.execute(db)
  const { attempts, refunds, parked, notifies } = rows[0]!
  return { attempts: Number(attempts), refunds: Number(refunds), parked: Number(parked), notifies: Number(notifies) }
}
