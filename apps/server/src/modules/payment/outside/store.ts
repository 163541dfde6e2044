import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { UNCLEAR_DAYS } from '../model/rules.ts'
import { CLAIM } from '../stores/refunds.ts'

export type Decision = 'agreed' | 'declined' | 'withdrawn'

/** A proposal to settle a refund by hand, and what was decided about it. */
export type Outside = {
  id: string
  number: string
  amountFen: bigint
  reference: string
  reason: string
  proposerId: string
  proposedAt: Date
  decision: Decision | null
  operatorId: string | null
  decidedAt: Date | null
  /** What was said with the decision: evidence with an agreement. */
  decisionReason: string | null
  /** It has waited so long that evidence may stand in for the provider's answer. */
  mayVouch: boolean
}

export type ParkedRefundRow = {
  number: string
  orderId: string
  orderNumber: string
  tradeNumber: string | null
  amountFen: bigint
  state: 'parked' | 'done'
  buyerId: string
  code: string | null
  words: string | null
  parkedAt: Date
  outsideId: string | null
}

const OUTSIDE = sql`select o.id, o.number, o.amount_fen as "amountFen", o.reference, o.reason, o.proposer_id as "proposerId",
    o.proposed_at as "proposedAt", d.decision, d.operator_id as "operatorId", d.decided_at as "decidedAt",
    d.reason as "decisionReason", o.proposed_at <= business_now() - make_interval(days => ${UNCLEAR_DAYS}) as "mayVouch"
  from payment_refund_outside o left join payment_refund_outside_decision d on d.outside_id = o.id`

const PARKED = sql`select r.number, r.order_id as "orderId", a.out_trade_no as "orderNumber", a.trade_no as "tradeNumber",
    r.amount_fen as "amountFen", r.state, r.buyer_id as "buyerId", r.parked_reason as code, r.parked_words as words,
    r.parked_at as "parkedAt", r.outside_id as "outsideId", r.done_at as "doneAt"
  from payment_refund r join payment_attempt a on a.id = r.attempt_id`
const IS_SHOWN = sql`(r.state = 'parked' or r.state = 'done' and r.outside_id is not null)`

/** One page: those the provider refuses, the oldest first; then those returned by hand, the newest first. */
export async function listParkedRefunds(
  db: Db,
  { page, size }: { page: number; size: number },
): Promise<{ refunds: ParkedRefundRow[]; total: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<ParkedRefundRow>`select * from (${PARKED} where ${IS_SHOWN}) p
      order by "doneAt" desc nulls first, "parkedAt", number limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: bigint }>`select count(*) from payment_refund r where ${IS_SHOWN}`.execute(db),
  ])
  return { refunds: rows, total: Number(counts[0]!.count) }
}

export async function findParkedRefund(db: Db | Tx, number: string): Promise<ParkedRefundRow | undefined> {
  const { rows } = await sql<ParkedRefundRow>`${PARKED} where ${IS_SHOWN} and r.number = ${number}`.execute(db)
  return rows[0]
}

/** Those of these numbers that there are. */
export async function listRefundNumbers(db: Db, numbers: string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from payment_refund where number = any(${numbers})`.execute(db)
  return rows.map(({ number }) => number)
}

export async function findOutsides(db: Db | Tx, ids: string[]): Promise<Outside[]> {
  const { rows } = await sql<Outside>`${OUTSIDE} where o.id = any(${ids}::text[])`.execute(db)
  return rows
}

/**
 * Makes a refused refund due at once. False while a call about it may be under way: that one has its own end, or twenty
 * seconds.
 */
export async function makeDue(tx: Tx, number: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update payment_refund set next_ask_at = business_now()
    where number = ${number} and state = 'parked' and outside_id is null
      and (asked_at <= business_now() - ${CLAIM} or next_ask_at > asked_at + ${CLAIM})`.execute(tx)
  return numAffectedRows === 1n
}

type Proposal = Pick<Outside, 'id' | 'number' | 'amountFen' | 'reference' | 'reason' | 'proposerId'>

/** Keeps the proposal and holds the refund with it; false when another one holds it, or it is refused no more. */
export async function insertOutside(tx: Tx, it: Proposal): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with free as (select number from payment_refund where number = ${it.number} and state = 'parked' and outside_id is null
      for update)
    insert into payment_refund_outside (id, number, amount_fen, reference, reason, proposer_id)
    select ${it.id}, number, ${it.amountFen}, ${it.reference}, ${it.reason}, ${it.proposerId} from free`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await sql`update payment_refund set outside_id = ${it.id} where number = ${it.number}`.execute(tx)
  return true
}

/** False when it was decided before: there is one decision about each. */
export async function insertDecision(
  tx: Tx,
  it: { id: string; proposerId: string; operatorId: string; decision: Decision; reason: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payment_refund_outside_decision (outside_id, proposer_id, operator_id, decision, reason)
    values (${it.id}, ${it.proposerId}, ${it.operatorId}, ${it.decision}, ${it.reason})
    on conflict (outside_id) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether no call about the held refund can be under way any more. */
export async function isQuiet(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from payment_refund where outside_id = ${id}
    and (asked_at is null or asked_at <= business_now() - ${CLAIM})`.execute(db)
  return rows.length === 1
}

/** The guarded step to `done` by hand; false when the provider did it meanwhile. */
export async function markReturnedOutside(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_refund set state = 'done', done_at = business_now(), next_ask_at = null
    where outside_id = ${id} and state = 'parked'`.execute(tx)
  return numAffectedRows === 1n
}

/** The provider is sent it again: nobody settles it by hand now. */
export async function release(tx: Tx, id: string): Promise<void> {
  await sql`update payment_refund set outside_id = null, next_ask_at = business_now()
    where outside_id = ${id} and state = 'parked'`.execute(tx)
}
