import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import type { FilesTables } from './tables.ts'

/** Notes that a blob is about to be written: if we die meanwhile, the sweep finds it. */
export async function insertPending(
  db: Db,
  file: { name: string; ownerId: string; kind: 'avatar'; sizeBytes: number },
): Promise<void> {
  await db
    .withTables<FilesTables>()
    .insertInto('files')
    .values({
      name: file.name,
      owner_id: file.ownerId,
      kind: file.kind,
      size_bytes: file.sizeBytes,
      state: 'pending',
    })
    .execute()
}

/** The written file becomes the owner's only one of its kind. Returns the names it replaces. */
export async function replaceLive(
  tx: Tx,
  file: { name: string; ownerId: string; kind: 'avatar' },
): Promise<{ isPlaced: boolean; replaced: string[] }> {
  const tables = tx.withTables<FilesTables>()
  const replaced = await tables
    .updateTable('files')
    .set({ state: 'removed' })
    .where('owner_id', '=', file.ownerId)
    .where('kind', '=', file.kind)
    .where('state', '=', 'live')
    .returning('name')
    .execute()
  const placed = await tables
    .updateTable('files')
    .set({ state: 'live' })
    .where('name', '=', file.name)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return { isPlaced: placed.numUpdatedRows === 1n, replaced: replaced.map((row) => row.name) }
}

/** Uploads that never finished become removable; returns the names of all removed files whose blob may still be there. */
export async function listRemovable(db: Db): Promise<string[]> {
  await sql`update files set state = 'removed' where state = 'pending' and created_at < now() - interval '1 hour'`.execute(
    db,
  )
  const rows = await db
    .withTables<FilesTables>()
    .selectFrom('files')
    .select('name')
    .where('state', '=', 'removed')
    .orderBy('created_at')
    .limit(200)
    .execute()
  return rows.map((row) => row.name)
}

/** Forgets a removed file, after its blob is gone. */
export async function deleteRemoved(db: Db, name: string): Promise<void> {
  await db
    .withTables<FilesTables>()
    .deleteFrom('files')
    .where('name', '=', name)
    .where('state', '=', 'removed')
    .execute()
}
