import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

export type TokenRight = 'read' | 'push'
export type TokenRow = { id: string; right: TokenRight; createdAt: Date; lastUsedAt: Date | null }

type NewToken = { id: string; workId: string; userId: string; right: TokenRight; hash: Buffer; most: number }

/** Adds a token unless the person has so many for this work already. @returns whether it was added */
export async function insertToken(db: Db, { id, workId, userId, right, hash, most }: NewToken): Promise<boolean> {
  const { rows } = await sql`
    insert into code_tokens (id, work_id, user_id, "right", token_hash)
    select ${id}, ${workId}, ${userId}, ${right}, ${hash}
    where (select count(*) from code_tokens where work_id = ${workId} and user_id = ${userId}) < ${most}
    returning id`.execute(db)
  return rows.length > 0
}

/** A person's tokens for a work, newest first. */
export async function listTokens(db: Db, workId: string, userId: string): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    select id, "right", created_at as "createdAt", last_used_at as "lastUsedAt" from code_tokens
    where work_id = ${workId} and user_id = ${userId} order by created_at desc, id`.execute(db)
  return rows
}

/** @returns whether there was such a token of this person */
export async function deleteToken(db: Db, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`delete from code_tokens where id = ${id} and user_id = ${userId} returning id`.execute(db)
  return rows.length > 0
}

/**
 * Who comes with this token and what it opens now: an author's tokens while the work is theirs, others only while they
 * have a grant. When it was last used is noted once a minute.
 */
export async function useToken(
  db: Db,
  workId: string,
  hash: Buffer,
): Promise<{ userId: string; right: TokenRight } | undefined> {
  const { rows } = await sql<{ userId: string; right: TokenRight; isFresh: boolean }>`
    select t.user_id as "userId", case when w.owner_id = t.user_id then t."right" else 'read' end as "right",
      coalesce(t.last_used_at > now() - interval '1 minute', false) as "isFresh"
    from code_tokens t join code_works w on w.id = t.work_id
    where t.token_hash = ${hash} and t.work_id = ${workId} and (w.owner_id = t.user_id
      or not w.is_frozen and exists (select from code_grants g where g.work_id = t.work_id and g.user_id = t.user_id))`.execute(
    db,
  )
  const [found] = rows
  if (found && !found.isFresh)
    await sql`update code_tokens set last_used_at = now() where token_hash = ${hash}`.execute(db)
  return found
}
