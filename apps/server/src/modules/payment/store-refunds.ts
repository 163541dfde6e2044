import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'

export type Refund = {
  number: string
  attemptId: string
  orderId: string
  buyerId: string
  outTradeNo: string
  amountFen: bigint
  isUnservable: boolean
  state: 'waiting' | 'parked' | 'done'
  /** How often the provider was asked, this time included. */
  asks: number
}

const columns = sql<Refund>`r.number, r.attempt_id as "attemptId", r.order_id as "orderId", r.buyer_id as "buyerId",
  a.out_trade_no as "outTradeNo", r.amount_fen as "amountFen", r.is_unservable as "isUnservable", r.state, r.asks`

/** As with attempts: until a process that died meanwhile is replaced. */
const CLAIM = sql`interval '20 seconds'`

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

/** Takes refunds that are due, or the one of that number; nobody else gets the same for a while. */
export async function claimRefunds(db: Db, by: { limit: number } | { number: string }): Promise<Refund[]> {
  const due =
    'number' in by
      ? sql`select number from payment_refund where number = ${by.number} and state <> 'done'
          and next_ask_at <= business_now() for update skip locked`
      : sql`select number from payment_refund where state <> 'done' and next_ask_at <= business_now()
          order by next_ask_at limit ${by.limit} for update skip locked`
  const { rows } = await sql<Refund>`
    update payment_refund r set next_ask_at = business_now() + ${CLAIM}, asks = r.asks + 1
    from payment_attempt a where a.id = r.attempt_id and r.number in (${due})
    returning ${columns}`.execute(db)
  return rows
}

export async function planAsk(db: Db, number: string, afterMs: number): Promise<void> {
  await sql`update payment_refund set next_ask_at = business_now() + ${afterMs} * interval '1 millisecond'
    where number = ${number} and state <> 'done'`.execute(db)
}

export async function parkRefund(db: Db, number: string, reason: string, afterMs: number): Promise<void> {
  await sql`update payment_refund set state = 'parked', parked_reason = ${reason},
    next_ask_at = business_now() + ${afterMs} * interval '1 millisecond'
    where number = ${number} and state <> 'done'`.execute(db)
}

/** The guarded step to `done`; false when it was made before. */
export async function markRefundDone(tx: Tx, number: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_refund set state = 'done', done_at = business_now(), next_ask_at = null, parked_reason = null
    where number = ${number} and state <> 'done'`.execute(tx)
  return numAffectedRows === 1n
}
