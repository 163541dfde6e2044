import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { ATTEMPT_COLUMNS, type Attempt } from '../stores/store.ts'

export type Parked = {
  id: string
  number: string
  orderId: string
  amountFen: bigint
  reason: string
  parkedAt: Date
  closedAt: Date | null
  operatorId: string | null
  note: string | null
}

const OPEN = sql`select a.id, a.out_trade_no as number, a.order_id as "orderId", a.amount_fen as "amountFen",
    a.parked_reason as reason, a.parked_at as "parkedAt", null::timestamptz as "closedAt", null as "operatorId", null as note
  from payment_attempt a where a.parked_at is not null`
const CLOSED = sql`select c.id, a.out_trade_no as number, a.order_id as "orderId", a.amount_fen as "amountFen",
    c.reason, c.parked_at as "parkedAt", c.closed_at as "closedAt", c.operator_id as "operatorId", c.note
  from payment_parked_closing c join payment_attempt a on a.id = c.attempt_id`

/** One page: those that wait, the oldest first; then those looked into, the newest first. */
export async function listParked(
  db: Db,
  { page, size }: { page: number; size: number },
): Promise<{ parked: Parked[]; total: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Parked>`select * from (${OPEN} union all ${CLOSED}) p
      order by "closedAt" desc nulls first, "parkedAt", id limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: bigint }>`select (select count(*) from payment_attempt where parked_at is not null)
      + (select count(*) from payment_parked_closing) as count`.execute(db),
  ])
  return { parked: rows, total: Number(counts[0]!.count) }
}

/** The numbers of these attempts, by id. */
export async function findAttemptNumbers(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, out_trade_no as number from payment_attempt where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** The attempt while it is parked, and why it is. */
export async function findParked(db: Db, id: string): Promise<(Attempt & { reason: string }) | undefined> {
  const { rows } = await sql<Attempt & { reason: string }>`select ${ATTEMPT_COLUMNS}, a.parked_reason as reason
    from payment_attempt a where a.id = ${id} and a.parked_at is not null`.execute(db)
  return rows[0]
}

/** The guarded step: it is parked no more and asked about no more, and what was found is kept. False when it was not. */
export async function closeParked(
  tx: Tx,
  it: { id: string; attemptId: string; operatorId: string; note: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with before as (select id, parked_reason, parked_at from payment_attempt
        where id = ${it.attemptId} and parked_at is not null for update),
      freed as (update payment_attempt a set parked_reason = null, parked_at = null, next_look_at = null
        from before where a.id = before.id)
    insert into payment_parked_closing (id, attempt_id, reason, parked_at, operator_id, note)
    select ${it.id}, id, parked_reason, parked_at, ${it.operatorId}, ${it.note} from before`.execute(tx)
  return numAffectedRows === 1n
}

/** A case by its own id or its attempt's: the one that waits, else the one that was looked into last. */
export async function findCase(db: Db, id: string): Promise<Parked | undefined> {
  const { rows } = await sql<Parked>`select * from (${OPEN} and a.id = ${id}
    union all ${CLOSED} where c.id = ${id} or c.attempt_id = ${id}) p
    order by "closedAt" desc nulls first limit 1`.execute(db)
  return rows[0]
}
