import { REPORTS_SHOWN, type TAKEDOWN_VIEWS } from '@trove/contract/code/reports'
import type { REPORT_REASONS, TAKEDOWN_STATES } from '@trove/contract/code/shapes'
import type { NarrowedQuery } from '@trove/contract/kit/case-list'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { WorkRow } from '../works/store.ts'
import { TAKEDOWN_COLUMNS, type TakedownRow } from '../works/takedown.ts'

export type Reason = (typeof REPORT_REASONS)[number]
export type WorkHead = Pick<WorkRow, 'id' | 'title' | 'state' | 'ownerId'>

type NewReport = { id: string; workId: string; reporterId: string; reason: Reason; words: string }

/** @returns false when this person has an open report of the work already */
export async function insertReport(db: Db, { id, workId, reporterId, reason, words }: NewReport): Promise<boolean> {
  const { rows } = await sql`
    insert into code_reports (id, work_id, reporter_id, reason, words)
    values (${id}, ${workId}, ${reporterId}, ${reason}, ${words}) on conflict do nothing returning id`.execute(db)
  return rows.length > 0
}

export type Reported = WorkHead & {
  reportCount: number
  lastReportId: string
  reports: { reason: Reason; words: string; at: string; isByScan: boolean }[]
  total: number
}

/** What is wanted of a list of works, by whom, and the people whom its keyword may mean. */
type Wanted = NarrowedQuery & { operatorId: string; personIds: string[] }

/** What of the works `w` is wanted; what waits for one of the staff is neither theirs nor bought by them. */
function conditionOf({ waitsFor, keyword, operatorId, personIds }: Wanted, isWaiting: boolean) {
  const isForThem = sql`w.owner_id <> ${operatorId} and not exists (select from code_sales s
    where s.work_id = w.id and s.buyer_id = ${operatorId} and s.state <> 'given-back')`
  const isMeant = sql`(w.owner_id = any(${personIds}::text[])
    or position(lower(${keyword ?? ''}) in lower(w.title)) > 0)`
  const conditions = [...(isWaiting && waitsFor ? [isForThem] : []), ...(keyword === undefined ? [] : [isMeant])]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** Works with open reports, the one reported first before others, each with its oldest reports. */
export const listReported = (db: Db, query: Wanted): Promise<Reported[]> =>
  readReported(db, conditionOf(query, true), query)

/** One of them. */
export async function findReported(db: Db, workId: string): Promise<Reported | undefined> {
  return (await readReported(db, sql`w.id = ${workId}`, { page: 0, size: 1 }))[0]
}

async function readReported(
  db: Db,
  wanted: RawBuilder<unknown>,
  { page, size }: { page: number; size: number },
): Promise<Reported[]> {
  const { rows } = await sql<Reported>`
    select w.id, w.title, w.state, w.owner_id as "ownerId", p.n as "reportCount", p.total,
      p.last_id as "lastReportId", r.reports
    from (select c.work_id, count(*)::int as n, min(c.seq) as first, (array_agg(c.id order by c.seq desc))[1] as last_id,
        (count(*) over ())::int as total
      from code_reports c join code_works w on w.id = c.work_id
      where c.settled_at is null and ${wanted} group by c.work_id order by first limit ${size} offset ${page * size}) p
      join code_works w on w.id = p.work_id
      cross join lateral (select json_agg(json_build_object('reason', o.reason, 'words', coalesce(o.words, ''),
          'at', o.reported_at, 'isByScan', o.reporter_id is null) order by o.seq) as reports
        from (select * from code_reports where work_id = p.work_id and settled_at is null
          order by seq limit ${REPORTS_SHOWN}) o) r
    order by p.first`.execute(db)
  return rows
}

/** Whether this person paid for a work and has not given it back. */
export async function hasBought(tx: Tx, workId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select from code_sales
    where work_id = ${workId} and buyer_id = ${userId} and state <> 'given-back' limit 1`.execute(tx)
  return rows.length > 0
}

type Settled = { workId: string; outcome: 'taken-down' | 'dismissed'; lastReportId?: string | undefined }

/** Settles the open reports of a work up to one, or all. @returns how many; a reporter whose account is gone hears nothing */
export async function settleReports(tx: Tx, { workId, outcome, lastReportId }: Settled): Promise<number> {
  const isUpTo = lastReportId
    ? sql`seq <= (select seq from code_reports where id = ${lastReportId} and work_id = ${workId})`
    : sql`true`
  const { numAffectedRows } = await sql`
    update code_reports set settled_at = business_now(), outcome = ${outcome}, is_told = words is null or reporter_id is null
    where work_id = ${workId} and settled_at is null and ${isUpTo}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

type Down = { id: string; workId: string; reason: Reason; words: string; isFrozen: boolean }

/** Takes a work down that is online or offline. @returns false when it is neither, or down already */
export async function takeDown(tx: Tx, { id, workId, reason, words, isFrozen }: Down): Promise<boolean> {
  // The old state is read under the lock of the update, so that nobody changes it in between.
  const { rows } = await sql`
    with before as (select id, state from code_works where id = ${workId} and state in ('online', 'offline') for update),
      taken as (update code_works w set state = 'removed', is_frozen = ${isFrozen}::boolean
        from before where w.id = before.id returning w.id, before.state as was)
    insert into code_takedowns (id, work_id, reason, words, was, is_told)
    select ${id}, taken.id, ${reason}, ${words}, was, ${!isFrozen} from taken returning id`.execute(tx)
  return rows.length > 0
}

/** The author's one answer. @returns false when there is no takedown that waits for it */
export async function answerTakedown(db: Db, workId: string, ownerId: string, words: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update code_takedowns t set state = 'answered', answer = ${words}, answered_at = business_now()
    from code_works w where w.id = t.work_id and t.work_id = ${workId} and w.owner_id = ${ownerId}
      and t.state = 'standing'`.execute(db)
  return numAffectedRows === 1n
}

/** Keeps a takedown that its author answered. @returns false when none waits for that */
export async function uphold(tx: Tx, workId: string, words: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update code_takedowns set state = 'upheld', decision = ${words}, decided_at = business_now()
    where work_id = ${workId} and state = 'answered'`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends a takedown, answered or not: the work is again what it was. @returns false when there is none */
export async function restore(tx: Tx, workId: string, words: string): Promise<boolean> {
  const { rows } = await sql`
    with ended as (update code_takedowns set state = 'restored', decision = ${words}, decided_at = business_now(),
        is_told = true, told_to = null
      where work_id = ${workId} and state <> 'restored' returning work_id, was)
    update code_works w set state = ended.was, is_frozen = false from ended where w.id = ended.work_id
    returning w.id`.execute(tx)
  return rows.length > 0
}

export type Downed = { work: WorkHead; takedown: TakedownRow; total: number }
type WantedTakedowns = Wanted & {
  view: (typeof TAKEDOWN_VIEWS)[number]
  end?: (typeof TAKEDOWN_STATES)[number] | undefined
}

/** Works that are down: those whose author answered, the oldest first, or all, newest first. */
export async function listTakedowns(db: Db, query: WantedTakedowns): Promise<Downed[]> {
  const { view, end } = query
  const isWaiting = view === 'answered'
  const state = isWaiting ? 'answered' : end
  const stands = state === undefined ? sql`t.state <> 'restored'` : sql`t.state = ${state}`
  const order = isWaiting ? sql`t.seq` : sql`t.seq desc`
  return readTakedowns(db, sql`${stands} and ${conditionOf(query, isWaiting)} order by ${order}`, query)
}

/** The takedown of a work that is down, with the work. */
export async function findDowned(db: Db, workId: string): Promise<Downed | undefined> {
  const wanted = sql`t.state <> 'restored' and w.id = ${workId}`
  return (await readTakedowns(db, wanted, { page: 0, size: 1 }))[0]
}

/** @param wanted which of the takedowns `t` of works `w`, and in which order */
async function readTakedowns(
  db: Db,
  wanted: RawBuilder<unknown>,
  { page, size }: { page: number; size: number },
): Promise<Downed[]> {
  const { rows } = await sql<TakedownRow & { id: string; title: string; ownerId: string; total: number }>`
    select ${TAKEDOWN_COLUMNS}, w.id, w.title, w.owner_id as "ownerId", (count(*) over ())::int as total
    from code_takedowns t join code_works w on w.id = t.work_id
    where ${wanted} limit ${size} offset ${page * size}`.execute(db)
  return rows.map(({ id, title, ownerId, total, ...takedown }) => ({
    work: { id, title, state: 'removed', ownerId },
    takedown,
    total,
  }))
}
