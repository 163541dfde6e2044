import { SHARE_KEPT_DAYS, type StorageShare } from '@trove/contract/storage/shares'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/handle.ts'
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

/** A new link of this person to a content; undefined when they have so many live ones of it already. */
export async function insertShare(
  db: Db,
  share: { id: string; ownerId: string; cid: string; days: number },
  most: number,
): Promise<ShareRow | undefined> {
  const { id, ownerId, cid, days } = share
  return await inTransaction(db, async (tx) => {
    await later(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`storage-share:${ownerId}`}, 0))`)
    const { rows } = await sql<ShareRow>`
      insert into storage_shares (id, owner_id, cid, expires_at)
      select ${id}, ${ownerId}, ${cid}, business_now() + make_interval(days => ${days}::int)
      where (select count(*) from storage_shares
        where owner_id = ${ownerId} and cid = ${cid} and revoked_at is null and expires_at > business_now()) < ${most}::int
      returning ${columns}`.execute(tx)
    return rows[0]
  })
}

/** This person's links to a content, newest first. */
export async function listShares(db: Db, ownerId: string, cid: string): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`select ${columns} from storage_shares
    where owner_id = ${ownerId} and cid = ${cid} order by seq desc limit 200`.execute(db)
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
