import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'
import { inTransaction, later } from '../../../platform/db/transaction.ts'
import type { FilesTables } from './tables.ts'

export type FileRow = {
  id: string
  seq: bigint
  ownerId: string
  kind: string
  subjectId: string | null
  nameSealed: Buffer | null
  keySealed: Buffer | null
  type: string
  bytes: bigint
  format: 'plain' | 'whole' | 'frames'
  sha256: Buffer | null
  state: 'uploading' | 'pending' | 'live' | 'removed'
  isUsed: boolean
}
export type NewFile = Omit<FileRow, 'seq' | 'isUsed' | 'bytes' | 'subjectId' | 'sha256'> & {
  bytes: number
  subjectId?: string
  sha256?: Buffer
}

const columns = sql`f.id, f.seq, f.owner_id as "ownerId", f.kind, f.subject_id as "subjectId", f.name_sealed as "nameSealed",
  f.key_sealed as "keySealed", f.type, f.bytes, f.format, f.sha256, f.state, f.used_at is not null as "isUsed"`

/** Limits of one person: bytes of the kind, and files in the folder. */
type Limits = { quotaBytes: number; perFolder: number | undefined }
export type Room = 'gone' | 'full' | 'many' | 'done'
type Reserving = { db: Db; holdPerson(tx: Tx, userId: string): Promise<boolean> }

/**
 * Notes that a blob is about to be written, within the limits: if the process dies meanwhile, the sweep finds it. One person's
 * uploads of a kind take turns here, so that many at once stay within the limits together. An upload may take longer than the
 * erasure of its owner, of whom nothing new is kept then.
 */
export async function reserve(
  { db, holdPerson }: Reserving,
  file: NewFile,
  { quotaBytes, perFolder }: Limits,
): Promise<Room> {
  return inTransaction(db, async (tx) => {
    if (!(await holdPerson(tx, file.ownerId))) return 'gone'
    await later(tx, namedLock(`files:${file.kind}:${file.ownerId}`))
    const { bytes, files } = await usedBy(tx, file.ownerId, file.kind, file.subjectId)
    if (perFolder !== undefined && files >= perFolder) return 'many'
    if (bytes + BigInt(file.bytes) > BigInt(quotaBytes)) return 'full'
    await tx
      .withTables<FilesTables>()
      .insertInto('files')
      .values({
        id: file.id,
        owner_id: file.ownerId,
        kind: file.kind,
        subject_id: file.subjectId ?? null,
        name_sealed: file.nameSealed,
        key_sealed: file.keySealed,
        type: file.type,
        bytes: BigInt(file.bytes),
        format: file.format,
        sha256: file.sha256 ?? null,
        state: file.state,
      })
      .execute()
    return 'done'
  })
}

/** What a person's files of a kind take, and how many lie in one folder, whatever their state. */
export async function usedBy(db: Db, ownerId: string, kind: string, subjectId?: string) {
  const { rows } = await sql<{ bytes: bigint; files: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes, (count(*) filter (where subject_id = ${subjectId ?? null}))::int as files
    from files where owner_id = ${ownerId} and kind = ${kind} and state <> 'removed'`.execute(db)
  return rows[0]!
}

/** The blob is whole. False when the sweep was quicker. */
export async function makeLive(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update files set state = 'live' where id = ${id} and state = 'pending'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** A file by its id, whatever its state. */
export async function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`select ${columns} from files f where f.id = ${id}`.execute(db)
  return rows[0]
}

/** Whole files by their ids. */
export async function findLive(db: Db, ids: string[]): Promise<FileRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FileRow>`
    select ${columns} from files f where f.id = any(${ids}) and f.state = 'live'`.execute(db)
  return rows
}

/** Whole files of one person, oldest first, after a position. */
export async function listLiveOf(
  db: Db,
  ownerId: string,
  { after, limit }: { after: bigint; limit: number },
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`select ${columns} from files f where f.owner_id = ${ownerId} and f.state = 'live'
    and f.seq > ${after}::bigint order by f.seq limit ${limit}`.execute(db)
  return rows
}

/**
 * Files of a folder this person may see, newest first, before a position: what was used, and their own. One more than asked
 * for tells that there are more.
 */
export async function listFolder(
  db: Db,
  { kind, subjectId, userId }: { kind: string; subjectId: string; userId: string },
  { before, size }: { before?: number | undefined; size: number },
): Promise<(FileRow & { at: Date })[]> {
  const { rows } = await sql<FileRow & { at: Date }>`select ${columns}, f.created_at as at from files f
    where f.kind = ${kind} and f.subject_id = ${subjectId} and f.state = 'live' and f.name_sealed is not null
      and (f.used_at is not null or f.owner_id = ${userId})
      and (${before ?? null}::bigint is null or f.seq < ${before ?? null}::bigint)
    order by f.seq desc limit ${size + 1}`.execute(db)
  return rows
}

/** Marks a whole file of this person and folder as used; false when it is none, or was used before. */
export async function use(
  tx: Tx,
  { id, kind, ownerId, subjectId }: { id: string; kind: string; ownerId: string; subjectId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update files set used_at = now() where id = ${id} and kind = ${kind}
    and owner_id = ${ownerId} and subject_id = ${subjectId} and state = 'live' and used_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Lets go of files of this person; the sweep deletes them. */
export async function discard(
  tx: Tx,
  { ids, kind, ownerId }: { ids: string[]; kind: string; ownerId: string },
): Promise<void> {
  await sql`update files set state = 'removed', name_sealed = null, key_sealed = null where id = any(${ids})
    and kind = ${kind} and owner_id = ${ownerId} and state = 'live'`.execute(tx)
}

/** The written file becomes the owner's only one of its kind. Returns the ids it replaces. */
export async function replaceLive(
  tx: Tx,
  file: { id: string; ownerId: string; kind: string },
): Promise<{ isPlaced: boolean; replaced: string[] }> {
  const { rows } = await sql<{ id: string }>`update files set state = 'removed'
    where owner_id = ${file.ownerId} and kind = ${file.kind} and state = 'live' returning id`.execute(tx)
  const placed = await sql`update files set state = 'live' where id = ${file.id} and state = 'pending'`.execute(tx)
  return { isPlaced: placed.numAffectedRows === 1n, replaced: rows.map(({ id }) => id) }
}

/** A file that nothing uses any more. */
export async function removeFile(tx: Tx, id: string): Promise<void> {
  await sql`update files set state = 'removed' where id = ${id} and state = 'live'`.execute(tx)
}

/**
 * Lets go of uploads that never became whole (an hour later, those in parts a day after the last), and of files of these kinds
 * that nothing used (a day later).
 */
export async function removeLeftOver(db: Db, sweptUnused: string[]): Promise<void> {
  await sql`update files set state = 'removed'
    where state = 'pending' and created_at < now() - interval '1 hour'
      or state = 'uploading' and touched_at < now() - interval '1 day'
      or state = 'live' and used_at is null and kind = any(${sweptUnused}) and touched_at < now() - interval '1 day'`.execute(
    db,
  )
}

/** Some removed files of these kinds, the oldest first, but those left out. */
export async function listRemoved(db: Db, kinds: string[], leftOut: string[]): Promise<{ id: string; kind: string }[]> {
  const { rows } = await sql<{ id: string; kind: string }>`
    select id, kind from files where state = 'removed' and kind = any(${kinds}) and id <> all(${leftOut})
    order by created_at limit 200`.execute(db)
  return rows
}

/** Forgets a removed file, after its blob is gone. */
export async function deleteRemoved(db: Db, id: string): Promise<void> {
  await sql`delete from files where id = ${id} and state = 'removed'`.execute(db)
}
