import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

export type PartRow = { number: number; sha256: Buffer; isWhole: boolean }

/** Parts of an upload, in order. */
export async function listParts(db: Db, fileId: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`select number, sha256, is_whole as "isWhole" from file_parts
    where file_id = ${fileId} order by number`.execute(db)
  return rows
}

/** Notes that the blob of a part is about to be written, and that its upload goes on. Answers the part that was first. */
export async function claimPart(db: Db, fileId: string, number: number, sha256: Buffer): Promise<PartRow | undefined> {
  const { rows } = await sql<PartRow>`
    with f as (update files set touched_at = now() where id = ${fileId} and state = 'uploading' returning id)
    insert into file_parts (file_id, number, sha256) select id, ${number}::int, ${sha256}::bytea from f
    on conflict (file_id, number) do update set number = excluded.number
    returning number, sha256, is_whole as "isWhole"`.execute(db)
  return rows[0]
}

/** The blob of a part is whole. */
export async function makePartWhole(db: Db, fileId: string, number: number): Promise<void> {
  await sql`update file_parts set is_whole = true where file_id = ${fileId} and number = ${number}`.execute(db)
}

/** The upload goes on; false when it was given up. */
export async function touchUpload(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update files set touched_at = now() where id = ${id} and state = 'uploading'`.execute(db)
  return numAffectedRows === 1n
}

/** The whole file is there and is what its upload said. False when somebody else was quicker. */
export async function finishUpload(db: Db, id: string, type: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update files set state = 'live', type = ${type}, touched_at = now()
    where id = ${id} and state = 'uploading'`.execute(db)
  return numAffectedRows === 1n
}

/** Gives up an upload, or deletes a file of this person that nothing used; the sweep does the rest. */
export async function giveUp(db: Db, id: string, ownerId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update files set state = 'removed' where id = ${id} and owner_id = ${ownerId}
    and used_at is null and subject_id is not null and state in ('uploading', 'live')`.execute(db)
  return numAffectedRows === 1n
}

/** Parts of files that are whole, whose blobs nobody needs any more. */
export async function listLeftParts(db: Db): Promise<{ fileId: string; number: number }[]> {
  const { rows } = await sql<{ fileId: string; number: number }>`select p.file_id as "fileId", p.number
    from file_parts p join files f on f.id = p.file_id where f.state = 'live' limit 500`.execute(db)
  return rows
}

/** Forgets a part, after its blob is gone. */
export async function deletePart(db: Db, fileId: string, number: number): Promise<void> {
  await sql`delete from file_parts where file_id = ${fileId} and number = ${number}`.execute(db)
}
