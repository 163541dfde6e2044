import type { CASE_REASONS, FAULT_STATES } from '@trove/contract/compute/faults'
import type { RuledShare } from '@trove/contract/compute/lease-terms'
import type { CaseQuery } from '@trove/contract/kit/case-list'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

/** Reported faults as rows. Whoever changes one holds its order's lock. */

type State = (typeof FAULT_STATES)[number]
export type FaultRow = {
  id: string
  orderId: string
  buyerId: string
  sellerId: string
  reason: (typeof CASE_REASONS)[number]
  state: State
  openedAt: Date
  dueAt: Date | null
  endedAt: Date | null
  /** First minute of the silence the seller contests, and its minutes; null for what a buyer reported. */
  silenceAt: Date | null
  silentMinutes: number | null
}
export type WordsRow = { faultId: string; userId: string; words: string; saidAt: Date }
export type RulingRow = {
  id: string
  faultId: string
  refundFen: bigint
  restFen: bigint
  /** Of a contest: whether the silence goes back. Null for what a buyer reported. */
  goesBack: boolean | null
  reason: string
  state: 'proposed' | 'final' | 'declined'
  ruledBy: string
  ruledAt: Date
  decidedBy: string | null
  decidedAt: Date | null
}

const FAULT = sql`id, order_id as "orderId", buyer_id as "buyerId", seller_id as "sellerId", reason, state,
  opened_at as "openedAt", due_at as "dueAt", ended_at as "endedAt", silence_at as "silenceAt",
  (select s.minutes from compute_silences s where s.order_id = compute_faults.order_id and s.first_minute = silence_at)
    as "silentMinutes"`
const RULING = sql`id, fault_id as "faultId", refund_fen as "refundFen", rest_fen as "restFen", goes_back as "goesBack", reason, state,
  ruled_by as "ruledBy", ruled_at as "ruledAt", decided_by as "decidedBy", decided_at as "decidedAt"`
/** Cases of one sweep. */
const BATCH = 100

export async function findFault(db: Db | Tx, id: string): Promise<FaultRow | undefined> {
  return (await sql<FaultRow>`select ${FAULT} from compute_faults where id = ${id}`.execute(db)).rows[0]
}

/** The order and the machine of each of these cases. */
export async function listFaultGoods(db: Db, ids: string[]) {
  const { rows } = await sql<{ id: string; orderId: string; title: string | null }>`
    select f.id, f.order_id as "orderId", o.auth_id as title from compute_faults f
      left join compute_leases l on l.order_id = f.order_id left join compute_offers o on o.id = l.offer_id
    where f.id = any(${ids})`.execute(db)
  return rows
}

/** At most one that the buyer reported, and one for each silence that the seller contests. */
export async function listOpenFaults(db: Db | Tx, orderId: string): Promise<FaultRow[]> {
  const { rows } = await sql<FaultRow>`select ${FAULT} from compute_faults
    where order_id = ${orderId} and ended_at is null order by seq`.execute(db)
  return rows
}

/** Ids of a seller's orders with an open case. */
export async function listOrdersWithOpen(db: Db, sellerId: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`select distinct order_id as "orderId" from compute_faults
    where seller_id = ${sellerId} and ended_at is null`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

export type TurnRow = Pick<FaultRow, 'orderId' | 'state' | 'dueAt'> & { isContest: boolean; isHeard: boolean }
/** The open case of each of these orders whose turn ends first; without one, the first whose buyer may still answer. */
export async function listTurns(db: Db, orderIds: string[]): Promise<TurnRow[]> {
  const { rows } = await sql<TurnRow>`select distinct on ("orderId") * from (
      select order_id as "orderId", state, due_at as "dueAt", silence_at is not null as "isContest", seq,
        exists (select from compute_fault_words w where w.fault_id = f.id and w.user_id = f.buyer_id) as "isHeard"
      from compute_faults f where order_id = any(${orderIds}::text[]) and ended_at is null) open
    order by "orderId", "dueAt" nulls last, "isHeard", seq`.execute(db)
  return rows
}

/** The notices of open cases of these orders that wait for this person, and until when. */
export async function listTurnsOf(db: Db, userId: string, orderIds: string[]) {
  const { rows } = await sql<{ key: string; until: Date | null }>`
    select case when state = 'open' then 'compute.fault-opened' when silence_at is null then 'compute.fault-answered'
        else 'compute.contest-opened' end || ':' || id || ':' || ${userId} as key, due_at as until
    from compute_faults f where order_id = any(${orderIds}::text[]) and ended_at is null
      and ${userId} = case when state = 'open' then seller_id else buyer_id end
      and (state in ('open', 'fixed', 'disputed') or (silence_at is not null and not exists (
        select from compute_fault_words w where w.fault_id = f.id and w.user_id = f.buyer_id)))`.execute(db)
  return rows.map(({ key, until }) => ({ keys: [key], until }))
}

/** All of an order, oldest first. */
export async function listFaultsOf(db: Db | Tx, orderId: string): Promise<FaultRow[]> {
  const { rows } =
    await sql<FaultRow>`select ${FAULT} from compute_faults where order_id = ${orderId} order by seq`.execute(db)
  return rows
}

/** `meant`: what the keyword may mean. */
type Wanted = CaseQuery & { operatorId: string; meant: { orderIds: string[]; personIds: string[] } | undefined }

/** What of the desk's cases is wanted; what waits for one of the staff is neither their own nor proposed by them. */
function conditionOf({ view, waitsFor, operatorId, meant }: Wanted) {
  const isWaiting = view === 'waiting'
  const isForThem = sql`buyer_id <> ${operatorId} and seller_id <> ${operatorId} and not exists (
    select from compute_fault_rulings r
    where r.fault_id = compute_faults.id and r.state = 'proposed' and r.ruled_by = ${operatorId})`
  const isMeant = meant && [
    sql`order_id = any(${meant.orderIds}::text[])`,
    sql`buyer_id = any(${meant.personIds}::text[])`,
    sql`seller_id = any(${meant.personIds}::text[])`,
  ]
  return sql.join(
    [
      isWaiting ? sql`state = 'handed'` : sql`state = 'ruled'`,
      ...(isWaiting && waitsFor ? [isForThem] : []),
      ...(isMeant ? [sql`(${sql.join(isMeant, sql` or `)})`] : []),
    ],
    sql` and `,
  )
}

/** One page for the desk: those that wait, longest first, or those that were ruled, newest first. */
export async function pageOfFaults(db: Db, query: Wanted) {
  const { view, page, size } = query
  const isWaiting = view === 'waiting'
  const wanted = conditionOf(query)
  const order = isWaiting ? sql`seq` : sql`ended_at desc, seq desc`
  const [{ rows: faults }, { rows: counts }] = await Promise.all([
    sql<FaultRow>`select ${FAULT} from compute_faults where ${wanted}
      order by ${order} limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: bigint }>`select count(*) from compute_faults where ${wanted}`.execute(db),
  ])
  return { faults, total: Number(counts[0]!.count) }
}

type NewFault = Pick<FaultRow, 'id' | 'orderId' | 'buyerId' | 'sellerId' | 'reason'>
/** Opens what a buyer reports; undefined while another report of the order is open. */
export async function insertFault(tx: Tx, it: NewFault, turnHours: number): Promise<FaultRow | undefined> {
  const { rows } = await sql<FaultRow>`insert into compute_faults (id, order_id, buyer_id, seller_id, reason, due_at)
    values (${it.id}, ${it.orderId}, ${it.buyerId}, ${it.sellerId}, ${it.reason},
      business_now() + make_interval(hours => ${turnHours}::int))
    on conflict (order_id) where ended_at is null and silence_at is null do nothing returning ${FAULT}`.execute(tx)
  return rows[0]
}

type NewContest = Omit<NewFault, 'reason'> & { silenceAt: Date }
/** Opens the seller's case about a silence, at the desk from the first; undefined when it was contested before. */
export async function insertContest(tx: Tx, it: NewContest): Promise<FaultRow | undefined> {
  const { rows } = await sql<FaultRow>`
    insert into compute_faults (id, order_id, buyer_id, seller_id, reason, silence_at, state)
    values (${it.id}, ${it.orderId}, ${it.buyerId}, ${it.sellerId}, 'silence', ${it.silenceAt}, 'handed')
    on conflict (order_id, silence_at) where silence_at is not null do nothing returning ${FAULT}`.execute(tx)
  return rows[0]
}

type Step = { id: string; from: readonly State[]; to: State }
/** One guarded step; undefined when it was not in one of these states. With `turnHours` it is somebody's turn again. */
export async function moveFault(tx: Tx, { id, from, to }: Step, turnHours?: number): Promise<FaultRow | undefined> {
  const due = turnHours === undefined ? sql`null` : sql`business_now() + make_interval(hours => ${turnHours}::int)`
  const isEnd = to === 'ruled' || to === 'accepted' || to === 'lapsed'
  const { rows } = await sql<FaultRow>`update compute_faults
    set state = ${to}, due_at = ${due}, ended_at = ${isEnd ? sql`business_now()` : sql`null`}
    where id = ${id} and state = any(${from}::text[]) returning ${FAULT}`.execute(tx)
  return rows[0]
}

/** Cases whose turn passed, longest first. */
export async function listDueFaults(db: Db): Promise<FaultRow[]> {
  const { rows } = await sql<FaultRow>`select ${FAULT} from compute_faults
    where due_at <= business_now() order by due_at limit ${BATCH}`.execute(db)
  return rows
}

/**
 * How many wait for the staff since so many hours ago or earlier: since the buyer's words to them, or since the time of a
 * seller who never answered was over. A contest came to them when it was opened.
 */
export async function countWaiting(db: Db, hours: number, turnHours: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from compute_faults f
    where state = 'handed' and business_now() - make_interval(hours => ${hours}::int) >= case
      when silence_at is not null then opened_at
      else coalesce((select max(said_at) from compute_fault_words w where w.fault_id = f.id
        having bool_or(w.user_id = f.seller_id)), opened_at + make_interval(hours => ${turnHours}::int)) end`.execute(
    db,
  )
  return Number(rows[0]!.count)
}

export async function insertFaultWords(tx: Tx, it: Omit<WordsRow, 'saidAt'> & { id: string }): Promise<void> {
  await sql`insert into compute_fault_words (id, fault_id, user_id, words)
    values (${it.id}, ${it.faultId}, ${it.userId}, ${it.words})`.execute(tx)
}

export async function listFaultWords(db: Db | Tx, faultIds: string[]): Promise<WordsRow[]> {
  const { rows } = await sql<WordsRow>`select fault_id as "faultId", user_id as "userId", words, said_at as "saidAt"
    from compute_fault_words where fault_id = any(${faultIds}) order by seq`.execute(db)
  return rows
}

export async function listFaultRulings(db: Db | Tx, faultIds: string[]): Promise<RulingRow[]> {
  const { rows } = await sql<RulingRow>`select ${RULING} from compute_fault_rulings
    where fault_id = any(${faultIds}) order by seq`.execute(db)
  return rows
}

/** What rulings took of the rest of an order's price, oldest first. */
export async function listRuledShares(db: Db | Tx, orderId: string): Promise<RuledShare[]> {
  const { rows } = await sql<RuledShare>`select r.refund_fen as "refundFen", r.rest_fen as "restFen"
    from compute_fault_rulings r join compute_faults f on f.id = r.fault_id
    where f.order_id = ${orderId} and r.state = 'final' and r.refund_fen > 0 order by r.seq`.execute(db)
  return rows
}

/** Writes a ruling down; false while another one waits or stands. */
export async function insertFaultRuling(
  tx: Tx,
  it: Omit<RulingRow, 'ruledAt' | 'decidedBy' | 'decidedAt'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into compute_fault_rulings
      (id, fault_id, refund_fen, rest_fen, goes_back, reason, state, ruled_by)
    values (${it.id}, ${it.faultId}, ${it.refundFen}, ${it.restFen}, ${it.goesBack}, ${it.reason}, ${it.state},
      ${it.ruledBy})
    on conflict (fault_id) where state in ('proposed', 'final') do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Confirms or drops a proposed ruling; false when it was decided before. */
export async function decideFaultRuling(
  tx: Tx,
  it: { id: string; faultId: string; state: 'final' | 'declined'; operatorId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update compute_fault_rulings
    set state = ${it.state}, decided_by = ${it.operatorId}, decided_at = business_now()
    where id = ${it.id} and fault_id = ${it.faultId} and state = 'proposed'`.execute(tx)
  return numAffectedRows === 1n
}
