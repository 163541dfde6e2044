import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/handle.ts'
import { holdWork } from '../model/hold-work.ts'

/**
 * Has scans and the publishing of a work wait for each other: whichever is later sees both, and asks for the rights. To be
 * called before either writes.
 */
export async function beforeRights(tx: Tx, workId: string): Promise<void> {
  await holdWork(tx, workId)
}

/**
 * Has each scanned version of a published work anchored; for those that are already this does nothing. An author with a
 * linked account signs by it, else the market's account does.
 */
export async function askForRights(tx: Tx, workId: string): Promise<void> {
  const half = sql`replace(gen_random_uuid()::text, '-', '')`
  await sql`
    insert into code_rights (work_id, number, content_hash, salt, is_own, address)
    select v.work_id, v.number, '0x' || v.tree_digest, '0x' || ${half} || ${half}, a.address is not null, a.address
    from code_versions v join code_works w on w.id = v.work_id
      left join code_rights_accounts a on a.user_id = w.owner_id
    where v.work_id = ${workId} and w.state = 'online' and v.is_scanned and v.tree_digest <> ''
    order by v.number on conflict do nothing`.execute(tx)
}
