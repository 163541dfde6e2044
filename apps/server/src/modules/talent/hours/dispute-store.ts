import type { CaseQuery } from '@trove/contract/kit/case-list'
import type { DISPUTE_STATES } from '@trove/contract/talent/hours'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

/** Disputes as rows: who handed one over, what both said, and what was ruled. */

type State = (typeof DISPUTE_STATES)[number]
export type DisputeRow = {
  id: string
  orderId: string
  openedBy: string
  hours: number
  state: State
  openedAt: Date
  endedAt: Date | null
}
export type WordsRow = { disputeId: string; userId: string; words: string; saidAt: Date }
export type RulingRow = {
  id: string
  disputeId: string
  hours: number
  ofHours: number
  stakeFen: bigint
  reason: string
  state: 'proposed' | 'final' | 'declined'
  ruledBy: string
  ruledAt: Date
  decidedBy: string | null
  decidedAt: Date | null
}

const DISPUTE = sql`id, order_id as "orderId", opened_by as "openedBy", hours, state, opened_at as "openedAt",
  ended_at as "endedAt"`
const RULING = sql`id, dispute_id as "disputeId", hours, of_hours as "ofHours", stake_fen as "stakeFen", reason, state,
  ruled_by as "ruledBy", ruled_at as "ruledAt", decided_by as "decidedBy", decided_at as "decidedAt"`

/** The dispute of a hire that is open; under the order's lock it stays so. */
export async function findOpenDispute(tx: Tx | Db, orderId: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`select ${DISPUTE} from talent_disputes
    where order_id = ${orderId} and state = 'open'`.execute(tx)
  return rows[0]
}

export async function findDispute(db: Db | Tx, id: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`select ${DISPUTE} from talent_disputes where id = ${id}`.execute(db)
  return rows[0]
}

/** The orders of these disputes. */
export async function listDisputedOrders(db: Db, ids: string[]) {
  const { rows } = await sql<{ id: string; orderId: string }>`
    select id, order_id as "orderId" from talent_disputes where id = any(${ids})`.execute(db)
  return rows
}

/** All disputes of a hire, oldest first. */
export async function listDisputesOf(db: Db | Tx, orderId: string): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`select ${DISPUTE} from talent_disputes
    where order_id = ${orderId} order by seq`.execute(db)
  return rows
}

type Wanted = CaseQuery & {
  end?: Exclude<State, 'open'> | undefined
  operatorId: string
  /** What the keyword may mean. */
  meant: { orderIds: string[]; personIds: string[] } | undefined
}

/** What of the disputes `d` is wanted; what waits for one of the staff is neither their own nor proposed by them. */
function conditionOf({ view, waitsFor, end, operatorId, meant }: Wanted) {
  const isWaiting = view === 'waiting'
  const hireOf = (condition: RawBuilder<unknown>) =>
    sql`exists (select from talent_hires h where h.order_id = d.order_id and (${condition}))`
  const isForThem = sql`${hireOf(sql`h.buyer_id <> ${operatorId} and h.expert_user_id <> ${operatorId}`)}
    and not exists (select from talent_rulings r
      where r.dispute_id = d.id and r.state = 'proposed' and r.ruled_by = ${operatorId})`
  const isEnded = end === undefined ? sql`state <> 'open'` : sql`state = ${end}`
  const isMeant =
    meant &&
    hireOf(sql`h.order_id = any(${meant.orderIds}::text[]) or h.buyer_id = any(${meant.personIds}::text[])
      or h.expert_user_id = any(${meant.personIds}::text[])`)
  return sql.join(
    [
      isWaiting ? sql`state = 'open'` : isEnded,
      ...(isWaiting && waitsFor ? [isForThem] : []),
      ...(isMeant ? [isMeant] : []),
    ],
    sql` and `,
  )
}

/**
 * One page for the desk: those that ended, newest first, or those that wait, by when their hire was first handed over.
 * Taken back and handed over anew, a dispute does not go to the end.
 */
export async function listDisputes(db: Db, query: Wanted): Promise<{ disputes: DisputeRow[]; total: number }> {
  const { view, page, size } = query
  const isWaiting = view === 'waiting'
  const wanted = conditionOf(query)
  const first = sql`(select min(f.seq) from talent_disputes f where f.order_id = d.order_id)`
  const order = isWaiting ? first : sql`ended_at desc, seq desc`
  const [{ rows: disputes }, { rows: counts }] = await Promise.all([
    sql<DisputeRow>`select ${DISPUTE} from talent_disputes d where ${wanted}
      order by ${order} limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: bigint }>`select count(*) from talent_disputes d where ${wanted}`.execute(db),
  ])
  return { disputes, total: Number(counts[0]!.count) }
}

/** Opens a dispute; undefined while another one of the hire is open. */
export async function insertDispute(
  tx: Tx,
  it: Pick<DisputeRow, 'id' | 'orderId' | 'openedBy' | 'hours'>,
): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`insert into talent_disputes (id, order_id, opened_by, hours)
    values (${it.id}, ${it.orderId}, ${it.openedBy}, ${it.hours})
    on conflict (order_id) where state = 'open' do nothing returning ${DISPUTE}`.execute(tx)
  return rows[0]
}

/** Ends an open dispute; false when it was over before. */
export async function endDispute(tx: Tx, id: string, state: Exclude<State, 'open'>): Promise<boolean> {
  const { numAffectedRows } = await sql`update talent_disputes set state = ${state}, ended_at = business_now()
    where id = ${id} and state = 'open'`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends the open dispute of a hire that is over, if there is one. */
export async function closeDispute(tx: Tx, orderId: string, state: 'accepted' | 'lapsed'): Promise<void> {
  await sql`update talent_disputes set state = ${state}, ended_at = business_now()
    where order_id = ${orderId} and state = 'open'`.execute(tx)
}

/** Adds what one of the two says; false when they said `most` things before. */
export async function insertWords(
  tx: Tx,
  it: Omit<WordsRow, 'saidAt'> & { id: string },
  most: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into talent_dispute_words (id, dispute_id, user_id, words)
    select ${it.id}, ${it.disputeId}, ${it.userId}, ${it.words}
    where (select count(*) from talent_dispute_words
      where dispute_id = ${it.disputeId} and user_id = ${it.userId}) < ${most}::int`.execute(tx)
  return numAffectedRows === 1n
}

/** What was said about these disputes, in order. */
export async function listWords(db: Db | Tx, disputeIds: string[]): Promise<WordsRow[]> {
  const { rows } = await sql<WordsRow>`select dispute_id as "disputeId", user_id as "userId", words, said_at as "saidAt"
    from talent_dispute_words where dispute_id = any(${disputeIds}) order by seq`.execute(db)
  return rows
}

/** What was ruled and proposed about these disputes, in order. */
export async function listRulings(db: Db | Tx, disputeIds: string[]): Promise<RulingRow[]> {
  const { rows } = await sql<RulingRow>`select ${RULING} from talent_rulings
    where dispute_id = any(${disputeIds}) order by seq`.execute(db)
  return rows
}

/** Writes a ruling down; false while another one waits or stands. */
export async function insertRuling(
  tx: Tx,
  it: Omit<RulingRow, 'ruledAt' | 'decidedBy' | 'decidedAt'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into talent_rulings
      (id, dispute_id, hours, of_hours, stake_fen, reason, state, ruled_by)
    values (${it.id}, ${it.disputeId}, ${it.hours}, ${it.ofHours}, ${it.stakeFen}, ${it.reason}, ${it.state}, ${it.ruledBy})
    on conflict (dispute_id) where state in ('proposed', 'final') do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Confirms or drops a proposed ruling; false when it was decided before. */
export async function decideRuling(
  tx: Tx,
  it: { id: string; disputeId: string; state: 'final' | 'declined'; operatorId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update talent_rulings
    set state = ${it.state}, decided_by = ${it.operatorId}, decided_at = business_now()
    where id = ${it.id} and dispute_id = ${it.disputeId} and state = 'proposed'`.execute(tx)
  return numAffectedRows === 1n
}

/** How many open disputes were handed over that many hours ago or earlier. */
export async function countWaiting(db: Db, hours: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from talent_disputes
    where state = 'open' and opened_at <= business_now() - make_interval(hours => ${hours}::int)`.execute(db)
  return Number(rows[0]!.count)
}
