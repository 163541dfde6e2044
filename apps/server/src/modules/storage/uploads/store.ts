import { PART_FILE_BYTES } from '@trove/stored-file/layout'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'
import { inTransaction, later } from '../../../platform/db/transaction.ts'

export type UploadRow = {
  id: string
  ownerId: string
  cid: string | null
  root: Buffer | null
  bytes: bigint
  state: 'uploading' | 'ready' | 'served' | 'removed'
  createdAt: Date
}
export type FrameRow = { number: number; cid: string; root: Uint8Array; bytes: number }
export type NodeRow = { number: number; cid: string; block: Uint8Array }
/** account: which is to place the order; null where that is not known. */
type NewUpload = Pick<UploadRow, 'id' | 'ownerId' | 'cid'> & {
  account: string | null
  root: Uint8Array | null
  bytes: number
}

const columns = sql`u.id, u.owner_id as "ownerId", u.cid, u.root, u.bytes, u.state, u.created_at as "createdAt"`

/** One person's uploads take turns where the quota is read, so that many at once stay within it together. */
const inTurn = (ownerId: string) => namedLock(`storage:${ownerId}`)

/** Bytes of a person that lie here and are not served yet. Of what was given up the parts count, until their blobs are gone. */
const staged = (ownerId: string) => sql`(select coalesce(sum(case when state = 'removed'
    then least(bytes, (select count(*) from storage_parts p where p.upload_id = u.id) * ${PART_FILE_BYTES}::bigint)
    else bytes end), 0)
  from storage_uploads u where owner_id = ${ownerId} and state <> 'served')`

/**
 * Begins an upload, or finds the one of this person with the same identifier, which is then for this account too. Undefined: no
 * room.
 */
export async function reserve(db: Db, upload: NewUpload, quotaBytes: number): Promise<UploadRow | undefined> {
  return await inTransaction(db, async (tx) => {
    await later(tx, inTurn(upload.ownerId))
    const { id, ownerId, account, cid, root, bytes } = upload
    const there = cid === null ? undefined : await findOwn(tx, ownerId, cid)
    if (there) {
      // Who asks for it is about to send or to sign: the sweep begins to count anew.
      await sql`update storage_uploads set touched_at = now(), accounts =
          case when ${account}::text = any(accounts) or ${account}::text is null then accounts else accounts || ${account}::text end
        where id = ${there.id}`.execute(tx)
      return there
    }
    const { rows } = await sql<UploadRow>`
      insert into storage_uploads as u (id, owner_id, accounts, cid, root, bytes, state)
      select ${id}, ${ownerId}, array_remove(array[${account}::text], null), ${cid}, ${root && Buffer.from(root)}::bytea, ${bytes}, 'uploading'
      where ${staged(ownerId)} + ${bytes}::bigint <= ${quotaBytes}::bigint returning ${columns}`.execute(tx)
    return rows[0]
  })
}

/** The upload of this person that has this identifier, unless it was removed. */
export async function findOwn(db: Db, ownerId: string, cid: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`select ${columns} from storage_uploads u
    where u.owner_id = ${ownerId} and u.cid = ${cid} and u.state <> 'removed'`.execute(db)
  return rows[0]
}

/** Adds bytes to an upload whose size nobody said before; false when there is no room. */
export async function grow(db: Db, { id, ownerId }: UploadRow, bytes: number, quotaBytes: number): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    await later(tx, inTurn(ownerId))
    const { numAffectedRows } =
      await sql`update storage_uploads set bytes = bytes + ${bytes}::bigint, touched_at = now()
      where id = ${id} and state = 'uploading' and ${staged(ownerId)} + ${bytes}::bigint <= ${quotaBytes}::bigint`.execute(
        tx,
      )
    return numAffectedRows === 1n
  })
}

/** An upload of this person, unless it was removed. */
export async function findUpload(db: Db, id: string, ownerId: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`select ${columns} from storage_uploads u
    where u.id = ${id} and u.owner_id = ${ownerId} and u.state <> 'removed'`.execute(db)
  return rows[0]
}

/** Numbers of the parts that are whole, in order. */
export async function listWholeParts(db: Db, id: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`select number from storage_parts
    where upload_id = ${id} and is_whole order by number`.execute(db)
  return rows.map(({ number }) => number)
}

/** Notes that the blob of a part is about to be written. Answers the part that was first; undefined: the upload is no more. */
export async function claimPart(
  db: Db,
  id: string,
  number: number,
  sha256: Uint8Array,
): Promise<{ sha256: Buffer; isWhole: boolean } | undefined> {
  const { rows } = await sql<{ sha256: Buffer; isWhole: boolean }>`
    with u as (update storage_uploads set touched_at = now() where id = ${id} and state = 'uploading' returning id)
    insert into storage_parts (upload_id, number, sha256) select id, ${number}::int, ${Buffer.from(sha256)}::bytea from u
    on conflict (upload_id, number) do update set claimed_at = now()
    returning sha256, is_whole as "isWhole"`.execute(db)
  return rows[0]
}

/**
 * The blob of a part is whole, and these are its frames. False: the upload was given up meanwhile. One that has become
 * ready has this part already: it was sent twice, and the other was written first.
 */
export async function completePart(db: Db, id: string, number: number, frames: FrameRow[]): Promise<boolean> {
  const rows = JSON.stringify(frames.map((frame) => ({ ...frame, root: Buffer.from(frame.root).toString('hex') })))
  const { rows: whole } = await sql<{ number: number }>`
    with u as (select id from storage_uploads where id = ${id} and state <> 'removed' for update), p as (
      update storage_parts set is_whole = true where upload_id in (select id from u) and number = ${number} returning number
    ), f as (
      insert into storage_frames (upload_id, number, cid, root, bytes)
      select ${id}, f.number, f.cid, decode(f.root, 'hex'), f.bytes
      from p, jsonb_to_recordset(${rows}::jsonb) as f (number integer, cid text, root text, bytes integer)
      on conflict do nothing
    )
    select number from p`.execute(db)
  return whole.length === 1
}

/** The frames of an upload, in order. */
export async function listFrames(db: Db, id: string): Promise<FrameRow[]> {
  const { rows } = await sql<FrameRow>`select number, cid, root, bytes from storage_frames
    where upload_id = ${id} order by number`.execute(db)
  return rows
}

/** The upload is whole and what it was said to be. Answers whether it became so now. */
export async function makeReady(
  db: Db,
  id: string,
  content: { cid: string; root: Uint8Array; nodes: NodeRow[] },
): Promise<boolean> {
  const nodes = JSON.stringify(
    content.nodes.map((node) => ({ ...node, block: Buffer.from(node.block).toString('hex') })),
  )
  const { rows } = await sql`
    with u as (
      update storage_uploads set state = 'ready', cid = ${content.cid}, root = ${Buffer.from(content.root)}, touched_at = now()
      where id = ${id} and state = 'uploading' returning id
    ), n as (
      insert into storage_nodes (upload_id, number, cid, block)
      select u.id, n.number, n.cid, decode(n.block, 'hex')
      from u, jsonb_to_recordset(${nodes}::jsonb) as n (number integer, cid text, block text)
    )
    select id from u`.execute(db)
  return rows.length === 1
}

/** Gives up an upload that is not served, and that no order of the chain waits for; the sweep does the rest. */
export async function giveUp(db: Db, id: string, ownerId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update storage_uploads set state = 'removed'
    where id = ${id} and owner_id = ${ownerId} and state in ('uploading', 'ready')
      and order_state is distinct from 'pending'`.execute(db)
  return numAffectedRows === 1n
}

/** An upload that is not whole gives way to another one, which is for its accounts too; none that has become whole meanwhile. */
export async function giveWay(db: Db, id: string, otherId: string): Promise<void> {
  await sql`
    with gone as (update storage_uploads set state = 'removed' where id = ${id} and state = 'uploading' returning accounts)
    update storage_uploads u set accounts = array(select unnest(u.accounts) union select unnest(gone.accounts))
    from gone where u.id = ${otherId}`.execute(db)
}

/** Has an upload that is there wait its whole time anew, as if it had come now. False: it is no more. */
export async function touch(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update storage_uploads set touched_at = now() where id = ${id} and state <> 'removed'`.execute(db)
  return numAffectedRows === 1n
}

/** Gives up what nothing came of for so long; what is whole only where it is known which orders there are. */
export async function giveUpOld(db: Db, hours: number, areOrdersKnown: boolean): Promise<void> {
  await sql`update storage_uploads set state = 'removed' where (state = 'uploading' or state = 'ready' and ${areOrdersKnown})
    and order_state is distinct from 'pending' and touched_at < now() - ${hours} * interval '1 hour'`.execute(db)
}

/**
 * Uploads to be deleted behind this one, in order: those that were given up. A part that is being written keeps its upload for some
 * minutes, so that no blob appears behind the sweep.
 */
export async function listRemovable(db: Db, after: string, limit: number): Promise<{ id: string; parts: number[] }[]> {
  const { rows } = await sql<{ id: string; parts: number[] }>`
    select u.id, coalesce(array_agg(p.number) filter (where p.number is not null), '{}') as parts
    from storage_uploads u left join storage_parts p on p.upload_id = u.id
    where u.state = 'removed' and u.id > ${after} and not exists (select from storage_parts w
      where w.upload_id = u.id and not w.is_whole and w.claimed_at > now() - interval '10 minutes')
    group by u.id order by u.id limit ${limit}`.execute(db)
  return rows
}

/** Forgets an upload, after its blobs are gone. */
export async function deleteRemoved(db: Db, id: string): Promise<void> {
  await sql`delete from storage_uploads where id = ${id} and state = 'removed'`.execute(db)
}
