import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { namedLock } from '../../platform/db/named-lock.ts'

export type Subject = { kind: string; id: string }
export type FavouriteRow = Subject & { addedAt: Date }

/** Adds one while there are fewer than `most`; true too when it was there already. */
export async function insertFavourite(tx: Tx, userId: string, { kind, id }: Subject, most: number): Promise<boolean> {
  // Two at once would both find a free place.
  await namedLock(`favourites:${userId}`).execute(tx)
  const { rows } = await sql<{ isThere: boolean }>`
    with added as (
      insert into favourites (user_id, subject_kind, subject_id)
      select ${userId}, ${kind}, ${id} where (select count(*) from favourites where user_id = ${userId}) < ${most}
      on conflict do nothing returning 1
    ) select exists (select from added) or exists (
      select from favourites where user_id = ${userId} and subject_kind = ${kind} and subject_id = ${id}
    ) as "isThere"`.execute(tx)
  return rows[0]!.isThere
}

export async function deleteFavourite(db: Db, userId: string, { kind, id }: Subject): Promise<void> {
  await sql`delete from favourites where user_id = ${userId} and subject_kind = ${kind} and subject_id = ${id}`.execute(
    db,
  )
}

export async function isFavourite(db: Db, userId: string, { kind, id }: Subject): Promise<boolean> {
  const { rows } = await sql`select from favourites
    where user_id = ${userId} and subject_kind = ${kind} and subject_id = ${id}`.execute(db)
  return rows.length > 0
}

/** Which of these offers of one kind this person keeps. */
export async function listAmong(db: Db, userId: string, kind: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select subject_id as id from favourites
    where user_id = ${userId} and subject_kind = ${kind} and subject_id = any(${ids}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** One page, newest first, and how many there are. */
export async function listFavourites(db: Db, userId: string, { page, size }: { page: number; size: number }) {
  const [{ rows }, counted] = await Promise.all([
    sql<FavouriteRow>`select subject_kind as kind, subject_id as id, added_at as "addedAt" from favourites
      where user_id = ${userId} order by seq desc limit ${size} offset ${page * size}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from favourites where user_id = ${userId}`.execute(db),
  ])
  return { rows, total: counted.rows[0]!.total }
}
