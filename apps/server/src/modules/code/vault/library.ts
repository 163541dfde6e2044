import { LICENCES, type LicenceName } from '@trove/contract/code/licences'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import { WORK_COLUMNS, type WorkRow } from '../works/store.ts'

type OwnedRow = WorkRow & { licences: LicenceName[]; obtainedAt: Date }

/** Works a person has, whichever way, the newest first: one page, and how many there are. */
export async function listOwned(
  db: Db,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<{ rows: OwnedRow[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<OwnedRow>`
      select ${WORK_COLUMNS}, had.licences, had.at as "obtainedAt" from (
        select work_id, min(created_at) as at,
          array_agg(licence order by array_position(${[...LICENCES]}::text[], licence)) as licences
        from code_grants where user_id = ${userId} group by work_id) had
      join code_works w on w.id = had.work_id
      order by had.at desc, w.id limit ${size} offset ${page * size}`.execute(db),
    sql<{ n: number }>`
      select count(distinct work_id)::int as n from code_grants where user_id = ${userId}`.execute(db),
  ])
  return { rows, total: counted[0]!.n }
}
