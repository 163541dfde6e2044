import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/handle.ts'

/** Has each scanned version of a published work anchored; for those that are already this does nothing. */
export async function askForRights(tx: Tx, workId: string): Promise<void> {
  const half = sql`replace(gen_random_uuid()::text, '-', '')`
  await sql`
    insert into code_rights (work_id, number, content_hash, salt)
    select v.work_id, v.number, '0x' || v.tree_digest, '0x' || ${half} || ${half}
    from code_versions v join code_works w on w.id = v.work_id
    where v.work_id = ${workId} and w.state = 'online' and v.is_scanned and v.tree_digest <> ''
    order by v.number on conflict do nothing`.execute(tx)
}
