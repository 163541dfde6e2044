import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

type CommentRow = {
  id: string
  userId: string
  replyTo: string | null
  words: string
  stars: number | null
  createdAt: Date
}

const COLUMNS = sql`id, user_id as "userId", reply_to as "replyTo", words, stars, created_at as "createdAt"`

/** Evaluations of a work, newest first. */
export async function listTop(
  db: Db,
  { workId, page, size }: { workId: string; page: number; size: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COLUMNS} from code_comments where work_id = ${workId} and reply_to is null
    order by seq desc limit ${size} offset ${page * size}`.execute(db)
  return rows
}

/** The first replies of each of these evaluations, oldest first. */
export async function listReplies(db: Db, ids: string[], most: number): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select r.* from unnest(${ids}::text[]) as c(id) cross join lateral (
      select ${COLUMNS} from code_comments where reply_to = c.id order by seq limit ${most}) r`.execute(db)
  return rows
}

export async function countComments(db: Db, workId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from code_comments where work_id = ${workId} and reply_to is null`.execute(db)
  return rows[0]!.n
}

type NewComment = {
  id: string
  workId: string
  userId: string
  words: string
  stars: number | null
  replyTo: string | null
}

/** Adds an evaluation or a reply to one, and counts it; a trigger makes the rating. @returns false when what is replied to is none of this work */
export async function insertComment(
  tx: Tx,
  { id, workId, userId, words, stars, replyTo }: NewComment,
): Promise<boolean> {
  const { rows } = await sql`
    with added as (
      insert into code_comments (id, work_id, user_id, words, stars, reply_to)
      select ${id}, ${workId}, ${userId}, ${words}, ${stars}::smallint, ${replyTo}::text
      where ${replyTo}::text is null
        or exists (select from code_comments where id = ${replyTo} and work_id = ${workId} and reply_to is null)
      returning work_id
    )
    update code_works set comments = comments + 1 where id = (select work_id from added) returning id`.execute(tx)
  return rows.length > 0
}

/** The stars of somebody who has a work no more count no more; what they wrote stays. */
export async function dropStars(tx: Tx, workId: string, userId: string): Promise<void> {
  await sql`update code_comments set stars = null
    where work_id = ${workId} and user_id = ${userId} and stars is not null and not exists (
      select from code_grants where work_id = ${workId} and user_id = ${userId})`.execute(tx)
}
