import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

export type CaseRow = { id: string; name: string; link: string; picture: string | null }
const COLUMNS = sql`id, name, link, picture`

/** The cases of an expert, in their order. */
export async function listCases(db: Db, userId: string): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`select ${COLUMNS} from talent_cases where user_id = ${userId}
    order by position, created_at, id`.execute(db)
  return rows
}

/** Cases of one expert change one after the other, so that their number and order are those that were seen. */
export async function lockCases(tx: Tx, userId: string): Promise<void> {
  await sql`select from talent_experts where user_id = ${userId} for update`.execute(tx)
}

/** Adds a case at the end. */
export async function insertCase(tx: Tx, userId: string, row: CaseRow): Promise<void> {
  await sql`insert into talent_cases (id, user_id, position, name, link, picture)
    select ${row.id}, ${userId}, coalesce(max(position), 0) + 1, ${row.name}, ${row.link}, ${row.picture}
    from talent_cases where user_id = ${userId}`.execute(tx)
}

/** A case of this expert, locked. */
export async function lockCase(tx: Tx, id: string, userId: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`select ${COLUMNS} from talent_cases
    where id = ${id} and user_id = ${userId} for update`.execute(tx)
  return rows[0]
}

export async function updateCase(tx: Tx, row: CaseRow): Promise<void> {
  await sql`update talent_cases set name = ${row.name}, link = ${row.link}, picture = ${row.picture}
    where id = ${row.id}`.execute(tx)
}

export async function deleteCase(tx: Tx, id: string): Promise<void> {
  await sql`delete from talent_cases where id = ${id}`.execute(tx)
}

/** Gives cases their places; `ids` are all of this expert's. */
export async function placeCases(tx: Tx, userId: string, ids: string[]): Promise<void> {
  await sql`update talent_cases c set position = o.position
    from unnest(${ids}::text[]) with ordinality as o (id, position)
    where c.id = o.id and c.user_id = ${userId}`.execute(tx)
}
