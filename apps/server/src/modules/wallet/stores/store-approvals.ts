import type { CaseQuery } from '@trove/contract/kit/case-list'
import type { PAYOUT_ENDS } from '@trove/contract/wallet/payout-approvals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { PayoutState } from './store-payouts.ts'

export type Decision = {
  payoutId: string
  operatorId: string
  decision: 'approved' | 'declined'
  reason: string | null
  decidedAt: Date
}

/** A large payout as the staff sees it: no account, no real name. */
export type LargePayout = {
  id: string
  number: string
  userId: string
  bindingId: string
  amountFen: bigint
  state: PayoutState
  createdAt: Date
}

const columns = sql<LargePayout>`id, number, user_id as "userId", binding_id as "bindingId",
  amount_fen as "amountFen", state, created_at as "createdAt"`
const decisionColumns = sql<Decision>`payout_id as "payoutId", operator_id as "operatorId", decision, reason,
  decided_at as "decidedAt"`

/** The lock under which a payout is decided. */
export async function lockPayout(tx: Tx, id: string): Promise<LargePayout | undefined> {
  const { rows } = await sql<LargePayout>`select ${columns} from wallet_payout where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** False when this person already decided so about this payout. */
export async function insertDecision(
  tx: Tx,
  it: { payoutId: string; payeeId: string; operatorId: string; decision: Decision['decision']; reason: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into wallet_payout_decision (payout_id, payee_id, operator_id, decision, reason)
    values (${it.payoutId}, ${it.payeeId}, ${it.operatorId}, ${it.decision}, ${it.reason})
    on conflict (payout_id, operator_id, decision) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Different people who agreed to a payout. */
export async function findApprovers(tx: Tx, payoutId: string): Promise<string[]> {
  const { rows } = await sql<{ operatorId: string }>`select operator_id as "operatorId" from wallet_payout_decision
    where payout_id = ${payoutId} and decision = 'approved'`.execute(tx)
  return rows.map(({ operatorId }) => operatorId)
}

/** The guarded steps out of waiting; false when it waits no more. */
export async function releasePayout(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update wallet_payout set state = 'in-flight', next_ask_at = business_now()
    where id = ${id} and state = 'awaiting-approval'`.execute(tx)
  return numAffectedRows === 1n
}

export async function declinePayout(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update wallet_payout set state = 'declined', reason = 'declined', ended_at = business_now()
    where id = ${id} and state = 'awaiting-approval'`.execute(tx)
  return numAffectedRows === 1n
}

const IS_WAITING = sql`state = 'awaiting-approval'`
const IS_DECIDED = sql`state <> 'awaiting-approval' and id in (select payout_id from wallet_payout_decision)`

/** One of those that wait or that somebody decided about. */
export async function findLarge(db: Db, id: string): Promise<LargePayout | undefined> {
  const { rows } = await sql<LargePayout>`select ${columns} from wallet_payout
    where id = ${id} and (${IS_WAITING} or ${IS_DECIDED})`.execute(db)
  return rows[0]
}

type Wanted = CaseQuery & {
  end?: (typeof PAYOUT_ENDS)[number] | undefined
  operatorId: string
  /** People whom the keyword may mean. */
  personIds: string[]
}

/** What of the large payouts is wanted; what waits for one of the staff is neither their own nor approved by them. */
function conditionOf({ view, waitsFor, end, keyword, operatorId, personIds }: Wanted) {
  const isWaiting = view === 'waiting'
  const isForThem = sql`user_id <> ${operatorId} and id not in (select payout_id from wallet_payout_decision
    where operator_id = ${operatorId} and decision = 'approved')`
  return sql.join(
    [
      isWaiting ? IS_WAITING : IS_DECIDED,
      ...(isWaiting && waitsFor ? [isForThem] : []),
      ...(!isWaiting && end ? [sql`state = ${end}`] : []),
      ...(keyword === undefined ? [] : [sql`(number = ${keyword} or user_id = any(${personIds}::text[]))`]),
    ],
    sql` and `,
  )
}

/** One page of the payouts that wait (oldest first), or of those somebody decided about (newest first). */
export async function listLarge(db: Db, query: Wanted): Promise<{ payouts: LargePayout[]; total: number }> {
  const { view, page, size } = query
  const isWaiting = view === 'waiting'
  const wanted = conditionOf(query)
  const order = isWaiting ? sql`created_at, id` : sql`created_at desc, id desc`
  const [{ rows: payouts }, { rows: counts }] = await Promise.all([
    sql<LargePayout>`select ${columns} from wallet_payout where ${wanted}
      order by ${order} limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: bigint }>`select count(*) from wallet_payout where ${wanted}`.execute(db),
  ])
  return { payouts, total: Number(counts[0]!.count) }
}

/** Number and payee of these payouts. */
export async function listNumbers(db: Db, ids: string[]) {
  const { rows } = await sql<Pick<LargePayout, 'id' | 'number' | 'userId'>>`
    select id, number, user_id as "userId" from wallet_payout where id = any(${ids})`.execute(db)
  return rows
}

/** What was decided about these payouts, in order. */
export async function listDecisions(db: Db | Tx, payoutIds: string[]): Promise<Decision[]> {
  if (payoutIds.length === 0) return []
  const { rows } = await sql<Decision>`select ${decisionColumns} from wallet_payout_decision
    where payout_id = any(${payoutIds}) order by seq`.execute(db)
  return rows
}

/** Payouts that wait for the staff, and since when the oldest does; for the figures. */
export async function countAwaiting(db: Db): Promise<{ waiting: number; oldestHours: number }> {
  const { rows } = await sql<{ waiting: bigint; hours: number }>`select count(*) as waiting,
    coalesce(extract(epoch from business_now() - min(created_at)) / 3600, 0)::float8 as hours
    from wallet_payout where state = 'awaiting-approval'`.execute(db)
  return { waiting: Number(rows[0]!.waiting), oldestHours: rows[0]!.hours }
}
