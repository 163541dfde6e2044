import type { NarrowedQuery } from '@trove/contract/kit/case-list'
import { type REVIEW_PARTS, REVIEW_REPORTS_SHOWN } from '@trove/contract/reviews/desk'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { columns, type ReviewRow } from './store.ts'

export type Part = (typeof REVIEW_PARTS)[number]
/** Both sides of a review, and how many decisions the staff took about it. */
export type DeskRow = ReviewRow & { decisions: number; total: number }
export type ReportedRow = DeskRow & { reportCount: number; reports: { number: number; reason: string; at: string }[] }
type Page = { page: number; size: number }
/** What is wanted of a list of reviews, by whom, and the people whom its keyword may mean. */
type Wanted = NarrowedQuery & { operatorId: string; personIds: string[] }

/** The review under its lock, under which its reports are numbered and decisions about it taken. */
export async function lockReview(tx: Tx, id: string): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select ${columns} from reviews r where r.id = ${id} for no key update of r`.execute(tx)
  return rows[0]
}

/** Who wrote the review and who was reviewed; nobody where there is none. */
export async function findSides(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ sides: string[] }>`
    select array[author_id, target_id] as sides from reviews where id = ${id}`.execute(db)
  return rows[0]?.sides ?? []
}

/** Who wrote each of these reviews and who was reviewed. */
export async function listSides(db: Db, ids: string[]) {
  const { rows } = await sql<{ id: string; authorId: string; targetId: string }>`
    select id, author_id as "authorId", target_id as "targetId" from reviews where id = any(${ids})`.execute(db)
  return rows
}

/** Notes a report of a locked review. @returns false when this person has an open one of it already */
export async function insertReport(tx: Tx, reviewId: string, reporterId: string, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into review_reports (review_id, number, reporter_id, reason)
    select ${reviewId}, coalesce(max(number), 0) + 1, ${reporterId}, ${reason} from review_reports
    where review_id = ${reviewId} on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

const isBetween = (personIds: readonly string[]) =>
  sql`(r.author_id = any(${personIds}::text[]) or r.target_id = any(${personIds}::text[]))`

/** Reviews with open reports, the oldest report first, each with its oldest reports; nobody decides about their own. */
export async function listReported(db: Db, query: Wanted): Promise<ReportedRow[]> {
  const { waitsFor, keyword, operatorId, personIds } = query
  const isForThem = waitsFor ? sql`not ${isBetween([operatorId])}` : sql`true`
  const isMeant = keyword === undefined ? sql`true` : isBetween(personIds)
  return readReported(db, sql`${isForThem} and ${isMeant}`, query)
}

/** One of them. */
export async function findReported(db: Db, id: string): Promise<ReportedRow | undefined> {
  return (await readReported(db, sql`r.id = ${id}`, { page: 0, size: 1 }))[0]
}

async function readReported(db: Db, wanted: RawBuilder<unknown>, { page, size }: Page): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    select ${columns}, r.decisions, p.total, p.n as "reportCount", o.reports
    from (select o.review_id, count(*)::int as n, min(o.reported_at) as first, (count(*) over ())::int as total
        from review_reports o join reviews r on r.id = o.review_id
        where o.settled_at is null and ${wanted} group by o.review_id
        order by first, o.review_id limit ${size} offset ${page * size}) p
      join reviews r on r.id = p.review_id
      cross join lateral (select json_agg(json_build_object('number', s.number, 'reason', coalesce(s.reason, ''),
          'at', s.reported_at) order by s.number) as reports
        from (select * from review_reports where review_id = r.id and settled_at is null
          order by number limit ${REVIEW_REPORTS_SHOWN}) s) o
    order by p.first, r.id`.execute(db)
  return rows
}

const IS_HIDDEN = { review: sql`r.hidden_at is not null`, reply: sql`r.reply_hidden_at is not null` } as const
const IS_EITHER = sql`(${IS_HIDDEN.review} or ${IS_HIDDEN.reply})`

/** Reviews that are hidden, or whose reply is, the one hidden last first; `end` leaves one of the two. */
export async function listHidden(db: Db, query: Wanted & { end?: Part | undefined }): Promise<DeskRow[]> {
  const { end, keyword, personIds } = query
  const isMeant = keyword === undefined ? sql`true` : isBetween(personIds)
  return readHidden(db, sql`${end ? IS_HIDDEN[end] : IS_EITHER} and ${isMeant}`, query)
}

/** One of them. */
export async function findHidden(db: Db, id: string): Promise<DeskRow | undefined> {
  return (await readHidden(db, sql`${IS_EITHER} and r.id = ${id}`, { page: 0, size: 1 }))[0]
}

async function readHidden(db: Db, wanted: RawBuilder<unknown>, { page, size }: Page): Promise<DeskRow[]> {
  const { rows } = await sql<DeskRow>`
    select ${columns}, r.decisions, (count(*) over ())::int as total from reviews r
    where ${wanted}
    order by greatest(r.hidden_at, r.reply_hidden_at) desc, r.seq desc limit ${size} offset ${page * size}`.execute(db)
  return rows
}

/** `hide` leaves the parts alone that are not in it; so does `show`. */
export type Change = { hide: readonly Part[] } | { show: Part }

/**
 * Takes a decision about a review that stands as it was seen, after so many decisions of others.
 * @returns false when it stands otherwise now, or a part is hidden, or shown, already
 */
export async function decide(tx: Tx, id: string, decisions: number, change: Change): Promise<boolean> {
  const of = (part: Part) => {
    if ('show' in change) return change.show === part ? 'show' : 'leave'
    return change.hide.includes(part) ? 'hide' : 'leave'
  }
  const [review, reply] = [
    changeOf(sql`hidden_at`, of('review')),
    changeOf(sql`reply_hidden_at`, of('reply'), sql`reply is not null`),
  ]
  const { numAffectedRows } = await sql`
    update reviews set decisions = decisions + 1, hidden_at = ${review.to}, reply_hidden_at = ${reply.to}
    where id = ${id} and decisions = ${decisions} and ${review.isPossible} and ${reply.isPossible}`.execute(tx)
  return numAffectedRows === 1n
}

type To = 'hide' | 'show' | 'leave'
const ALWAYS = sql`true`

/** @param isThere whether there is anything to hide */
function changeOf(column: RawBuilder<unknown>, to: To, isThere: RawBuilder<unknown> = ALWAYS) {
  if (to === 'leave') return { to: column, isPossible: ALWAYS }
  if (to === 'show') return { to: sql`null`, isPossible: sql`${column} is not null` }
  return { to: sql`business_now()`, isPossible: sql`(${column} is null and ${isThere})` }
}

/** Settles the open reports of a review up to the one that was read last. @returns false when there are none */
export async function settleReports(tx: Tx, reviewId: string, lastReport: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update review_reports set settled_at = business_now()
    where review_id = ${reviewId} and settled_at is null and number <= ${lastReport}`.execute(tx)
  return numAffectedRows !== 0n
}
