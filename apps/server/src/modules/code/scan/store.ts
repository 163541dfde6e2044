import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { Found } from './scan-version.ts'

export type Copy = { id: string; percent: number }
export type Report = Found & { copies: Copy[] }
export type Unscanned = { workId: string; number: number; ownerId: string }

/** The versions that wait for their scan, the oldest first. Those that nothing can be checked out of have none. */
export async function listUnscanned(db: Db, most: number): Promise<Unscanned[]> {
  await sql`update code_versions set is_scanned = true where not is_scanned and tree_digest = ''`.execute(db)
  const { rows } = await sql<Unscanned>`
    select v.work_id as "workId", v.number, w.owner_id as "ownerId"
    from code_versions v join code_works w on w.id = v.work_id
    where not v.is_scanned order by v.created_at limit ${most}`.execute(db)
  return rows
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

/** Keeps a report, once. */
export async function keepReport(tx: Tx, { workId, number }: Unscanned, report: Report, oids: string[]): Promise<void> {
  await sql`insert into code_scans (work_id, number, report, oids)
    values (${workId}, ${number}, ${JSON.stringify(report)}::jsonb, ${oids}::text[]) on conflict do nothing`.execute(tx)
  await sql`update code_versions set is_scanned = true where work_id = ${workId} and number = ${number}`.execute(tx)
}

/** The newest report of a work. */
export async function findReport(db: Db, workId: string) {
  const { rows } = await sql<{ number: number; at: Date; report: Report }>`
    select number, scanned_at as at, report from code_scans where work_id = ${workId}
    order by number desc limit 1`.execute(db)
  return rows[0]
}

/** Titles of those of these works that everybody sees. */
export async function titlesOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from code_works where id = any(${ids}) and state = 'online'`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
