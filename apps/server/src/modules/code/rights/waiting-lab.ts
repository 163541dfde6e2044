import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** Versions that wait to be anchored, of one work, for tests that need nothing else of the code market. */

/** The work they belong to. */
export async function addWork(db: Db): Promise<void> {
  await sql`insert into code_works (id, owner_id, title, intro, state) values ('w', 'u', 'Work', '', 'online')`.execute(
    db,
  )
}

export type WaitingVersion = { number: number; contentHash: string }

/** A version of that number, which waits. */
export async function addVersion(db: Db, number: number): Promise<WaitingVersion> {
  const digest = number.toString(16).padStart(64, 'a')
  await sql`
    insert into code_versions (work_id, number, made_by, notes, head, refs, is_forward, objects, pack_bytes, pack_sha256,
      tree_digest, blob_key)
    values ('w', ${number}, 'push', '', 'main', '{}', true, 1, 1, ${digest}, ${digest}, ${`k${number}`})`.execute(db)
  await sql`
    insert into code_rights (work_id, number, content_hash, salt)
    values ('w', ${number}, ${`0x${digest}`}, ${`0x${digest}`})`.execute(db)
  return { number, contentHash: `0x${digest}` }
}
