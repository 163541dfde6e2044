import { LICENCES, type LicenceName } from '@trove/contract/code/licences'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** Whether a person may clone a work that is not theirs; nobody while it is frozen. */
export async function hasGrant(db: Db, workId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from code_grants g join code_works w on w.id = g.work_id
    where g.work_id = ${workId} and g.user_id = ${userId} and not w.is_frozen`.execute(db)
  return rows.length > 0
}

/** Under which licences a person has a work. */
export async function listGrants(db: Db, workId: string, userId: string): Promise<LicenceName[]> {
  const { rows } = await sql<{ licence: LicenceName }>`
    select licence from code_grants where work_id = ${workId} and user_id = ${userId}
    order by array_position(${[...LICENCES]}::text[], licence)`.execute(db)
  return rows.map(({ licence }) => licence)
}

/**
 * Grants what is free of a work that is online, to anybody but its author. Safe to repeat.
 * @returns whether it is granted now
 */
export async function grantFree(db: Db, workId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into code_grants (work_id, user_id, licence)
    select w.id, ${userId}, l.licence from code_works w join code_licences l on l.work_id = w.id and l.price_fen = 0
    where w.id = ${workId} and w.state = 'online' and w.owner_id <> ${userId}
    on conflict (work_id, user_id, licence) do update set user_id = excluded.user_id
    returning work_id`.execute(db)
  return rows.length > 0
}
