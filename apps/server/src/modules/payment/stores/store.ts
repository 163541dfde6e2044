import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { textList } from '../../../platform/db/text-list.ts'
import { later } from '../../../platform/db/transaction.ts'
import type { AttemptState } from '../model/rules.ts'

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
  /** Questions in a row that brought no clear answer. */
  unclearLooks: number
  /** It waits for a person; nobody asks about it by itself. */
  isParked: boolean
  now: Date
}

/** Columns of an Attempt from the table or an update of it, named `a`. */
export const ATTEMPT_COLUMNS = sql<Attempt>`a.id, a.order_id as "orderId", a.buyer_id as "buyerId",
  a.out_trade_no as "outTradeNo", a.trade_no as "tradeNo", a.amount_fen as "amountFen", a.state,
  a.expires_at as "expiresAt", a.is_close_wanted as "isCloseWanted", a.created_at as "createdAt",
  a.closed_at as "closedAt", a.unclear_looks as "unclearLooks", a.parked_at is not null as "isParked",
  business_now() as now`

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
    select ${ATTEMPT_COLUMNS} from payment_attempt a where out_trade_no = ${outTradeNo}`.execute(db)
  return rows[0]
}

/** The order's attempt that can still be paid, the newest first. */
export async function findOpen(db: Db | Tx, orderId: string): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`select ${ATTEMPT_COLUMNS} from payment_attempt a
    where order_id = ${orderId} and state = 'open' order by created_at desc limit 1`.execute(db)
  return rows[0]
}

/** The attempt that put the order's money into escrow, locked. */
export async function lockPaid(tx: Tx, orderId: string): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`select ${ATTEMPT_COLUMNS} from payment_attempt a
    where order_id = ${orderId} and state = 'paid' for update`.execute(tx)
  return rows[0]
}

/** Claims what is due; other processes do not get it until the claim expires. */
export async function claimDue(db: Db, limit: number): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    update payment_attempt a set next_look_at = business_now() + ${CLAIM}, last_look_at = business_now()
    where a.id in (select id from payment_attempt where next_look_at <= business_now() and parked_at is null
      order by next_look_at limit ${limit} for update skip locked)
    returning ${ATTEMPT_COLUMNS}`.execute(db)
  return rows
}

/** Takes the order's open attempts (if it is the given buyer's) unless somebody looked within 2 s, over all processes. */
export async function claimToAsk(db: Db, orderId: string, buyerId: string | null = null): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    update payment_attempt a set last_look_at = business_now()
    where order_id = ${orderId} and state = 'open' and (${buyerId}::text is null or buyer_id = ${buyerId})
      and (last_look_at is null or last_look_at <= business_now() - interval '2 seconds')
    returning ${ATTEMPT_COLUMNS}`.execute(db)
  return rows
}

/** After a clear answer that settled nothing. A cancel that came while the question was under way keeps it due now. */
export async function planLook(
  db: Db | Tx,
  { id, isCloseWanted }: Pick<Attempt, 'id' | 'isCloseWanted'>,
  at: Date | null,
): Promise<void> {
  await sql`update payment_attempt a set unclear_looks = 0, next_look_at = case
      when state = 'open' and is_close_wanted and not ${isCloseWanted}::boolean then business_now()
      else ${at}::timestamptz end
    where id = ${id} and state in ('open', 'closed') and parked_at is null`.execute(db)
}

/** After a question that brought no clear answer. */
export async function planUnclearLook(db: Db, id: string, afterMs: number): Promise<void> {
  await sql`update payment_attempt a set unclear_looks = unclear_looks + 1,
    next_look_at = business_now() + ${afterMs} * interval '1 millisecond'
    where id = ${id} and state in ('open', 'closed') and parked_at is null`.execute(db)
}

/** Makes the order's open attempts due now, to be closed. */
export async function wantClose(tx: Tx, orderId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update payment_attempt a set is_close_wanted = true, next_look_at = business_now()
    where order_id = ${orderId} and state = 'open'`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Money came: the guarded step that only one of all tellers makes, for each attempt by itself. Answers those it made the
 * step with. Locked in the order of their ids, so that two batches never wait for each other in a circle.
 */
export async function markPaid(
  tx: Tx,
  paid: readonly { id: string; tradeNo: string }[],
  from: AttemptState[],
): Promise<Attempt[]> {
  const ids = textList(paid.map(({ id }) => id))
  const tradeNos = textList(paid.map(({ tradeNo }) => tradeNo))
  const { rows } = await sql<Attempt>`
    with locked as (select id from payment_attempt where id = any(${ids}) order by id for update)
    update payment_attempt a set state = 'paid', trade_no = p.trade_no, paid_at = business_now(), next_look_at = null,
      parked_reason = null, parked_at = null
    from unnest(${ids}, ${tradeNos}) as p(id, trade_no)
    where a.id = p.id and a.id in (select id from locked) and a.state = any(${from})
      and (a.trade_no is null or a.trade_no = p.trade_no)
    returning ${ATTEMPT_COLUMNS}`.execute(tx)
  return rows
}

/** Whether another trade than the given one is bound to the attempt, or this one to another attempt. */
export async function isOtherTrade(db: Db, id: string, tradeNo: string): Promise<boolean> {
  const { rows } = await sql`select from payment_attempt
    where id = ${id} and trade_no <> ${tradeNo} or id <> ${id} and trade_no = ${tradeNo}`.execute(db)
  return rows.length > 0
}

export async function markRefunding(tx: Tx, id: string): Promise<void> {
  await sql`update payment_attempt a set state = 'refunding' where id = ${id} and state = 'paid'`.execute(tx)
}

export async function markClosed(tx: Tx, id: string, nextLookAt: Date | null): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    update payment_attempt a set state = 'closed', closed_at = business_now(), next_look_at = ${nextLookAt}
    where id = ${id} and state = 'open' returning ${ATTEMPT_COLUMNS}`.execute(tx)
  return rows[0]
}

/**
 * Ends an attempt that only a person can make sense of; undefined when it is paid, or parked already: since when it waits
 * and for what stay as they were.
 */
export async function markParked(
  tx: Tx,
  id: string,
  reason: string,
): Promise<(Attempt & { wasOpen: boolean }) | undefined> {
  const { rows } = await sql<Attempt & { wasOpen: boolean }>`
    with before as (select id, state from payment_attempt where id = ${id} for update)
    update payment_attempt a set state = 'closed', closed_at = coalesce(closed_at, business_now()), next_look_at = null,
      parked_reason = ${reason}, parked_at = business_now()
    from before
    where a.id = before.id and a.state in ('open', 'closed') and a.parked_at is null
    returning ${ATTEMPT_COLUMNS}, before.state = 'open' as "wasOpen"`.execute(tx)
  return rows[0]
}

/**
 * All of the attempt's money is back when its finished refunds reach its amount. Locked by a statement of its own first:
 * of two parts that finish at one moment the later one then sees the other.
 */
export async function markRefundedIfWhole(tx: Tx, id: string, from: AttemptState[]): Promise<void> {
  await sql`select from payment_attempt where id = ${id} for update`.execute(tx)
  await sql`update payment_attempt a set state = 'refunded' where id = ${id} and state = any(${from})
    and amount_fen = (select sum(r.amount_fen) from payment_refund r where r.attempt_id = a.id and r.state = 'done')`.execute(
    tx,
  )
}

/** Binds the provider's number at the first sight of the trade, unless another attempt has it. */
export async function bindTradeNo(db: Db, id: string, tradeNo: string): Promise<void> {
  await sql`update payment_attempt a set trade_no = ${tradeNo} where id = ${id} and trade_no is null
    and not exists (select from payment_attempt where trade_no = ${tradeNo})`.execute(db)
}

/** How many payments, refunds and notifications take longer than they may, and how many wait for a person. */
export type Overdue = Record<'attempts' | 'parkedAttempts' | 'refunds' | 'parked' | 'notifies', number>

/** Attempts and refunds that take longer than they may; for the alarms. */
export async function countOverdue(db: Db, minutes: number): Promise<Overdue> {
  const limit = sql`business_now() - ${minutes} * interval '1 minute'`
  const { rows } = await sql<Record<keyof Overdue, bigint>>`select
    (select count(*) from payment_attempt where parked_at is not null) as "parkedAttempts",
    (select count(*) from payment_attempt where state = 'open' and expires_at < ${limit}) as attempts,
    (select count(*) from payment_refund where state = 'waiting' and created_at < ${limit}) as refunds,
    (select count(*) from payment_refund where state = 'parked') as parked,
    (select count(*) from payment_notify where handled_at is null and received_at < ${limit}) as notifies`.execute(db)
  const counts = Object.entries(rows[0]!).map(([name, count]) => [name, Number(count)])
  return Object.fromEntries(counts) as Overdue
}
