import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** What of staged uploads everybody may read. */

export type StagedFile = { id: string; cid: string; bytes: number }
export type StagedFrame = { uploadId: string; fileCid: string; number: number; bytes: number }

/** A whole file by its identifier. */
export async function findFile(db: Db, cid: string): Promise<StagedFile | undefined> {
  const { rows } = await sql<{ id: string; bytes: bigint }>`select id, bytes from storage_uploads
    where cid = ${cid} and state in ('ready', 'served') order by created_at limit 1`.execute(db)
  return rows[0] && { id: rows[0].id, cid, bytes: Number(rows[0].bytes) }
}

/** Where a frame lies, of whatever file. */
export async function findFrame(db: Db, cid: string): Promise<StagedFrame | undefined> {
  const { rows } = await sql<StagedFrame>`select f.upload_id as "uploadId", u.cid as "fileCid", f.number, f.bytes
    from storage_frames f join storage_uploads u on u.id = f.upload_id and u.state in ('ready', 'served')
    where f.cid = ${cid} limit 1`.execute(db)
  return rows[0]
}

/** A node over frames, of whatever file. */
export async function findNode(db: Db, cid: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ block: Buffer }>`select n.block
    from storage_nodes n join storage_uploads u on u.id = n.upload_id and u.state in ('ready', 'served')
    where n.cid = ${cid} limit 1`.execute(db)
  return rows[0]?.block
}

/** Identifiers of a file's frames, some from a place on. */
export async function listFrameCids(db: Db, id: string, from: number, count: number): Promise<string[]> {
  const { rows } = await sql<{ cid: string }>`select cid from storage_frames
    where upload_id = ${id} and number >= ${from} order by number limit ${count}`.execute(db)
  return rows.map(({ cid }) => cid)
}

/** The nodes over a file's frames, lowest first. */
export async function listNodes(db: Db, id: string): Promise<{ cid: string; block: Buffer }[]> {
  const { rows } = await sql<{ cid: string; block: Buffer }>`select cid, block from storage_nodes
    where upload_id = ${id} order by number`.execute(db)
  return rows
}
