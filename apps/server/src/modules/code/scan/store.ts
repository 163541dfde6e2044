import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { SCAN_RULES } from './find.ts'
import { MARKS_MOST } from './marks.ts'
import type { Found, Prints } from './scan-version.ts'

export type Copy = { id: string; percent: number }
export type Report = Found & { copies: Copy[]; likes: Copy[] }
export type Unscanned = { workId: string; number: number; ownerId: string }

/** The versions whose scan is due: those never tried, the oldest first, before those whose scan failed. Those that nothing can be checked out of have none. */
export async function listUnscanned(db: Db, most: number): Promise<Unscanned[]> {
  await sql`update code_versions set is_scanned = true where not is_scanned and tree_digest = ''`.execute(db)
  const { rows } = await sql<Unscanned>`
    select v.work_id as "workId", v.number, w.owner_id as "ownerId"
    from code_versions v join code_works w on w.id = v.work_id
    where not v.is_scanned and v.scan_after <= business_now() order by v.scan_after, v.created_at limit ${most}`.execute(
    db,
  )
  return rows
}

/** The newest versions of works whose report was made by other rules, those scanned longest ago first. */
export async function listOutdated(db: Db, most: number): Promise<Unscanned[]> {
  const { rows } = await sql<Unscanned>`
    select v.work_id as "workId", v.number, w.owner_id as "ownerId"
    from code_scans s join code_versions v on v.work_id = s.work_id and v.number = s.number
      join code_works w on w.id = s.work_id
    where s.rules <> ${SCAN_RULES} and v.is_scanned and v.scan_after <= business_now()
      and not exists (select from code_scans newer where newer.work_id = s.work_id and newer.number > s.number)
    order by s.scanned_at, s.work_id limit ${most}`.execute(db)
  return rows
}

/** What the report of a version says now. */
export async function findReportOf(tx: Tx, { workId, number }: Unscanned): Promise<Report | undefined> {
  const { rows } = await sql<{ report: Report }>`
    select report from code_scans where work_id = ${workId} and number = ${number}`.execute(tx)
  return rows[0]?.report
}

/** A minute at first, then twice as long each time. */
const WAIT_MOST_MINUTES = 24 * 60

/** Has a version wait behind the others, longer each time when its scan failed. */
export async function postponeScan(db: Db, { workId, number }: Unscanned, hasFailed: boolean): Promise<void> {
  const next = hasFailed
    ? sql`scan_tries = scan_tries + 1, scan_after = business_now()
        + make_interval(mins => least(${WAIT_MOST_MINUTES}::int, (2 ^ least(scan_tries, 12))::int))`
    : sql`scan_after = business_now()`
  await sql`update code_versions set ${next} where work_id = ${workId} and number = ${number}`.execute(db)
}

const COPIES_MOST = 5
/** Less is what any two works share: licences, configuration, generated files. */
const COPY_PERCENT = 30

/**
 * Works of others that hold many of these files: those that everybody sees before others, so that nobody hides one behind
 * drafts of their own.
 */
export async function findCopies(db: Db, ownerId: string, oids: string[]): Promise<Copy[]> {
  if (oids.length === 0) return []
  const { rows } = await sql<Copy>`
    select s.work_id as id, (100 * count(distinct o.oid) / ${oids.length}::int)::int as percent
    from code_scans s join code_works w on w.id = s.work_id and w.owner_id <> ${ownerId}
      cross join lateral unnest(s.oids) as o(oid)
    where s.oids && ${oids}::text[] and o.oid = any(${oids}::text[])
    group by s.work_id, w.state having 100 * count(distinct o.oid) >= ${COPY_PERCENT * oids.length}
    order by (w.state = 'online') desc, percent desc, id limit ${COPIES_MOST}`.execute(db)
  return rows
}

/** Fewer marks are a page of code, which is alike by chance. */
const MARKS_LEAST = 20
/** Whoever has a third of all marks has one of these. */
const SOUGHT_BY = 64

/**
 * Works of others whose code is alike, as above. Where only the least marks of theirs are kept, the same part of one's own
 * is compared.
 */
export async function findLikes(db: Db, ownerId: string, marks: number[]): Promise<Copy[]> {
  if (marks.length < MARKS_LEAST) return []
  const { rows } = await sql<Copy>`
    with alike as (
      select s.work_id as id, w.state, count(*) as n, (select count(*) from unnest(${marks}::int[]) own
          where own <= coalesce(s.marks[${MARKS_MOST}::int], 2147483647)) as compared
      from code_scans s join code_works w on w.id = s.work_id and w.owner_id <> ${ownerId}
        cross join lateral unnest(s.marks) as m(mark)
      where s.marks && ${marks.slice(0, SOUGHT_BY)}::int[] and m.mark = any(${marks}::int[])
      group by s.work_id, s.number, s.marks, w.state)
    select id, max(100 * n / compared)::int as percent from alike where compared >= ${MARKS_LEAST}
    group by id, state having max(100 * n / compared) >= ${COPY_PERCENT}
    order by (state = 'online') desc, percent desc, id limit ${COPIES_MOST}`.execute(db)
  return rows
}

/** Reports kept of one work: its page shows the newest, and copies of the versions before it are found by theirs. */
export const REPORTS_KEPT = 5

/** Keeps a report, the newest of a version, and forgets those of versions long gone by. */
export async function keepReport(
  tx: Tx,
  { workId, number }: Unscanned,
  report: Report,
  { oids, marks }: Prints,
): Promise<void> {
  await sql`insert into code_scans (work_id, number, report, oids, marks, rules)
    values (${workId}, ${number}, ${JSON.stringify(report)}::jsonb, ${oids}::text[], ${marks}::int[], ${SCAN_RULES})
    on conflict (work_id, number) do update set report = excluded.report, oids = excluded.oids, marks = excluded.marks,
      rules = excluded.rules, scanned_at = excluded.scanned_at`.execute(tx)
  await sql`update code_versions set is_scanned = true where work_id = ${workId} and number = ${number}`.execute(tx)
  await sql`delete from code_scans where work_id = ${workId} and number <= (select number from code_scans
    where work_id = ${workId} order by number desc offset ${REPORTS_KEPT} limit 1)`.execute(tx)
}

/** The newest report of a work. */
export async function findReport(db: Db, workId: string) {
  const { rows } = await sql<{ number: number; at: Date; report: Report; rules: string }>`
    select number, scanned_at as at, report, rules from code_scans where work_id = ${workId}
    order by number desc limit 1`.execute(db)
  return rows[0]
}

/** Titles of those of these works that everybody sees. */
export async function titlesOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from code_works where id = any(${ids}) and state = 'online'`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
