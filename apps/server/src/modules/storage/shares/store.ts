import { SHARE_KEPT_DAYS, type StorageShare } from '@trove/contract/storage/shares'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'
import { inTransaction, later } from '../../../platform/db/transaction.ts'

export type ShareRow = {
  id: string
  cid: string
  state: z.output<typeof StorageShare>['state']
  createdAt: Date
  expiresAt: Date
}

const columns = sql`id, cid, created_at as "createdAt", expires_at as "expiresAt",
  case when revoked_at is not null then 'revoked' when expires_at <= business_now() then 'expired' else 'live' end as state`

/** How many live links of this person there are: to a content, and in all. */
const live = (ownerId: string, cid: string) => sql`
  select count(*) filter (where cid = ${cid})::int as file, count(*)::int as person from storage_shares
  where owner_id = ${ownerId} and revoked_at is null and expires_at > business_now()`

/** A new link of this person to a content; else what there are too many of already: live ones of this content, or of all. */
export async function insertShare(
  db: Db,
  share: { id: string; ownerId: string; cid: string; days: number },
  most: { ofFile: number; ofPerson: number },
): Promise<ShareRow | 'file' | 'person'> {
  const { id, ownerId, cid, days } = share
  return await inTransaction(db, async (tx) => {
    await later(tx, namedLock(`storage-share:${ownerId}`))
    const { rows } = await sql<ShareRow>`
      insert into storage_shares (id, owner_id, cid, expires_at)
      select ${id}, ${ownerId}, ${cid}, business_now() + make_interval(days => ${days}::int)
      from (${live(ownerId, cid)}) l
      where l.file < ${most.ofFile}::int and l.person < ${most.ofPerson}::int
      returning ${columns}`.execute(tx)
    if (rows[0]) return rows[0]
    const counted = await sql<{ file: number }>`${live(ownerId, cid)}`.execute(tx)
    return counted.rows[0]!.file < most.ofFile ? 'person' : 'file'
  })
}

/** This person's links to a content, newest first, behind one of them. */
export async function listShares(
  db: Db,
  { ownerId, cid, before, limit }: { ownerId: string; cid: string; before: string | undefined; limit: number },
): Promise<ShareRow[]> {
  const place = sql`(select seq from storage_shares where id = ${before ?? null} and owner_id = ${ownerId})`
  const { rows } = await sql<ShareRow>`select ${columns} from storage_shares
    where owner_id = ${ownerId} and cid = ${cid} ${before === undefined ? sql`` : sql`and seq < ${place}`}
    order by seq desc limit ${limit}`.execute(db)
  return rows
}

/** Whether there is such a link of this person; it is live no more. */
export async function revokeShare(db: Db, id: string, ownerId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update storage_shares set revoked_at = coalesce(revoked_at, business_now())
    where id = ${id} and owner_id = ${ownerId}`.execute(db)
  return numAffectedRows === 1n
}

/** A link, whoever's it is. */
export async function findShare(db: Db, id: string): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`select ${columns} from storage_shares where id = ${id}`.execute(db)
  return rows[0]
}

/** Forgets links that ended long ago; as text, so that a test sees how the database finds them. */
export const DELETE_OLD_SHARES = sql`delete from storage_shares
  where least(expires_at, revoked_at) < business_now() - make_interval(days => ${SHARE_KEPT_DAYS}::int)`

/** Forgets links that ended long ago. */
export async function deleteOldShares(db: Db): Promise<void> {
  await DELETE_OLD_SHARES.execute(db)
}
