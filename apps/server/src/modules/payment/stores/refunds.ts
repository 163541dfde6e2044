import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { UNCLEAR_DAYS } from '../model/rules.ts'

export type Refund = {
  number: string
  attemptId: string
  orderId: string
  buyerId: string
  outTradeNo: string
  amountFen: bigint
  isUnservable: boolean
  state: 'waiting' | 'parked' | 'done'
  /** The proposal to settle it by hand; nothing is sent while it waits. */
  outsideId: string | null
  /** How often the provider was asked, this time included. */
  asks: number
  /** Begun so long ago that a cashier should hear of it. */
  isOld: boolean
}

const columns = sql<Refund>`r.number, r.attempt_id as "attemptId", r.order_id as "orderId", r.buyer_id as "buyerId",
  a.out_trade_no as "outTradeNo", r.amount_fen as "amountFen", r.is_unservable as "isUnservable", r.state,
  r.outside_id as "outsideId", r.asks,
  r.created_at <= business_now() - make_interval(days => ${UNCLEAR_DAYS}) as "isOld"`

/** As with attempts: until a process that died meanwhile is replaced. */
export const CLAIM = sql`interval '20 seconds'`
/** A second more than the provider wants, for what a call takes. */
const PAUSE = sql`interval '4 seconds'`

/** False when the number is known; raises when it is known with another amount or attempt. */
export async function insertRefund(
  tx: Tx,
  refund: {
    number: string
    attempt: { id: string; orderId: string; buyerId: string }
    amountFen: bigint
    reason: string
    isUnservable: boolean
  },
): Promise<boolean> {
  const { number, attempt, amountFen, reason, isUnservable } = refund
  const { numAffectedRows } = await sql`
    insert into payment_refund (number, attempt_id, order_id, buyer_id, amount_fen, reason, is_unservable)
    values (${number}, ${attempt.id}, ${attempt.orderId}, ${attempt.buyerId}, ${amountFen}, ${reason.slice(0, 200)}, ${isUnservable})
    on conflict (number) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function findRefund(db: Db | Tx, number: string): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`select ${columns} from payment_refund r
    join payment_attempt a on a.id = r.attempt_id where r.number = ${number}`.execute(db)
  return rows[0]
}

/**
 * Takes refunds that are due, or the one of that number; nobody else gets the same for a while. Of one trade one at a time,
 * the one due longest, and at a distance from the last: the provider refuses two within three seconds (C.1). The turn of a
 * trade is one row, so a process that has not yet read what another took cannot take a second refund beside it.
 */
export async function claimRefunds(db: Db | Tx, by: { limit: number } | { number: string }): Promise<Refund[]> {
  const wanted = 'number' in by ? sql`r.number = ${by.number}` : sql`true`
  const limit = 'number' in by ? 1 : by.limit
  const { rows } = await sql<Refund>`
    with due as (select r.number, r.attempt_id from payment_refund r
        where r.state <> 'done' and r.outside_id is null and r.next_ask_at <= business_now() and ${wanted}
          and not exists (select from payment_refund_turn t where t.attempt_id = r.attempt_id and t.number <> r.number
            and t.taken_at > business_now() - ${PAUSE})
          and not exists (select from payment_refund o where o.attempt_id = r.attempt_id and o.number <> r.number
            and o.state <> 'done' and o.outside_id is null and o.next_ask_at <= business_now()
            and (o.next_ask_at, o.number) < (r.next_ask_at, r.number))
        order by r.next_ask_at limit ${limit} for update skip locked),
      turn as (insert into payment_refund_turn as t (attempt_id, number, taken_at)
        select attempt_id, number, business_now() from due order by attempt_id
        on conflict (attempt_id) do update set number = excluded.number, taken_at = excluded.taken_at
          where t.number = excluded.number or t.taken_at <= business_now() - ${PAUSE}
        returning t.number)
    update payment_refund r set next_ask_at = business_now() + ${CLAIM}, asked_at = business_now(), asks = r.asks + 1
    from turn, payment_attempt a where r.number = turn.number and a.id = r.attempt_id
    returning ${columns}`.execute(db)
  return rows
}

export async function planAsk(db: Db, number: string, afterMs: number): Promise<void> {
  await sql`update payment_refund set next_ask_at = business_now() + ${afterMs} * interval '1 millisecond'
    where number = ${number} and state <> 'done'`.execute(db)
}

/** Says why the provider refuses it, in its code and its words; since when it does stays as it is. */
export async function parkRefund(
  db: Db,
  number: string,
  why: { reason: string; words?: string },
  afterMs: number,
): Promise<void> {
  await sql`update payment_refund set state = 'parked', parked_reason = ${why.reason}, parked_words = ${why.words ?? null},
    parked_at = coalesce(parked_at, business_now()),
    next_ask_at = business_now() + ${afterMs} * interval '1 millisecond'
    where number = ${number} and state <> 'done'`.execute(db)
}

/** The guarded step to `done` by the provider; false when it was made before. A proposal to settle it by hand is void. */
export async function markRefundDone(tx: Tx, number: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_refund set state = 'done', done_at = business_now(), next_ask_at = null, parked_reason = null,
      parked_words = null, parked_at = null, outside_id = null
    where number = ${number} and state <> 'done'`.execute(tx)
  return numAffectedRows === 1n
}
