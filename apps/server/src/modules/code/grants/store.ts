import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** Whether a person may clone a work that is not theirs. */
export async function hasGrant(db: Db, workId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select from code_grants where work_id = ${workId} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** Grants a free work that is online, to anybody but its author. Safe to repeat. @returns whether it is granted now */
export async function grantFree(db: Db, workId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into code_grants (work_id, user_id)
    select id, ${userId} from code_works where id = ${workId} and state = 'online' and owner_id <> ${userId}
    on conflict (work_id, user_id) do update set user_id = excluded.user_id
    returning work_id`.execute(db)
  return rows.length > 0
}
