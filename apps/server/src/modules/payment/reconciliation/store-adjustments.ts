import type { ADJUSTABLE_ACCOUNTS } from '@trove/contract/payment/adjustments'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

export type AdjustableAccount = (typeof ADJUSTABLE_ACCOUNTS)[number]
export type Decision = 'agreed' | 'declined' | 'withdrawn'

export type Adjustment = {
  id: string
  debit: AdjustableAccount
  credit: AdjustableAccount
  amountFen: bigint
  reference: string | null
  differenceId: string | null
  reason: string
  proposerId: string
  proposedAt: Date
  decision: Decision | null
  operatorId: string | null
  decisionReason: string | null
  decidedAt: Date | null
}

export type Proposal = Pick<
  Adjustment,
  'id' | 'debit' | 'credit' | 'amountFen' | 'reference' | 'differenceId' | 'reason' | 'proposerId'
>

const adjustments = sql`select a.id, debit, credit, amount_fen as "amountFen", reference, difference_id as "differenceId",
    a.reason, a.proposer_id as "proposerId", proposed_at as "proposedAt", d.decision, d.operator_id as "operatorId",
    d.reason as "decisionReason", d.decided_at as "decidedAt"
  from payment_adjustment a left join payment_adjustment_decision d on d.adjustment_id = a.id`

export async function insertProposal(tx: Tx, it: Proposal): Promise<void> {
  await sql`insert into payment_adjustment (id, debit, credit, amount_fen, reference, difference_id, reason, proposer_id)
    values (${it.id}, ${it.debit}, ${it.credit}, ${it.amountFen}, ${it.reference}, ${it.differenceId}, ${it.reason},
      ${it.proposerId})`.execute(tx)
}

/** False when it was decided before: there is one decision about each. */
export async function insertDecision(
  tx: Tx,
  it: { id: string; proposerId: string; operatorId: string; decision: Decision; reason: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payment_adjustment_decision (adjustment_id, proposer_id, operator_id, decision, reason)
    values (${it.id}, ${it.proposerId}, ${it.operatorId}, ${it.decision}, ${it.reason})
    on conflict (adjustment_id) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function findAdjustment(db: Db | Tx, id: string): Promise<Adjustment | undefined> {
  const { rows } = await sql<Adjustment>`${adjustments} where a.id = ${id}`.execute(db)
  return rows[0]
}

/** Amount and reference of these adjustments. */
export async function listSums(db: Db, ids: string[]) {
  const { rows } = await sql<Pick<Adjustment, 'id' | 'amountFen' | 'reference'>>`
    select id, amount_fen as "amountFen", reference from payment_adjustment where id = any(${ids})`.execute(db)
  return rows
}

/** One page: what waits for another person first, oldest first; then what was decided, newest first. */
export async function listAdjustments(db: Db, { page, size }: { page: number; size: number }) {
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Adjustment>`${adjustments} order by d.decided_at is not null, case when d.decided_at is null then a.seq end,
      a.seq desc limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: bigint }>`select count(*) from payment_adjustment`.execute(db),
  ])
  return { adjustments: rows, total: Number(counts[0]!.count) }
}
