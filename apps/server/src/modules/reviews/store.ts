import type { ProductType } from '@trove/contract/order-lists/kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { namedLock } from '../../platform/db/named-lock.ts'

export type Side = 'buyer' | 'seller'
export type ReviewRow = {
  id: string
  kind: ProductType
  subjectId: string
  side: Side
  authorId: string
  targetId: string
  stars: number
  text: string | null
  writtenAt: Date
  reply: string | null
  isReplied: boolean
  isShown: boolean
  isHidden: boolean
  isReplyHidden: boolean
}
export type NewReview = {
  id: string
  kind: string
  subjectId: string
  aboutId: string
  side: Side
  authorId: string
  targetId: string
  stars: number
  text: string
  closesAt: Date
}

/** What a row of reviews, called `r`, is read as. */
export const columns = sql`r.id, r.subject_kind as kind, r.subject_id as "subjectId", r.side, r.author_id as "authorId", r.target_id as "targetId", r.stars, r.text,
  r.written_at as "writtenAt", r.reply, r.replied_at is not null as "isReplied", review_is_shown(r) as "isShown",
  r.hidden_at is not null as "isHidden", r.reply_hidden_at is not null as "isReplyHidden"`

/** Reviews of one trade are written one after another: the second sees the first. */
export async function lockSubject(tx: Tx, kind: string, subjectId: string): Promise<void> {
  await namedLock(`reviews:${kind}:${subjectId}`).execute(tx)
}

/** Writes a review while there is time; says why not. */
export async function insertReview(db: Db, review: NewReview): Promise<'done' | 'written' | 'closed'> {
  const { rows } = await sql<{ isOpen: boolean; isNew: boolean }>`
    with asked as (select business_now() < ${review.closesAt}::timestamptz as open), added as (
      insert into reviews (id, subject_kind, subject_id, about_id, side, author_id, target_id, stars, text, closes_at)
      select ${review.id}, ${review.kind}, ${review.subjectId}, ${review.aboutId}, ${review.side}, ${review.authorId},
        ${review.targetId}, ${review.stars}::smallint, ${review.text}, ${review.closesAt}::timestamptz from asked where open
      on conflict (subject_kind, subject_id, side) do nothing returning id
    ) select open as "isOpen", exists (select from added) as "isNew" from asked`.execute(db)
  const { isOpen, isNew } = rows[0]!
  if (isNew) return 'done'
  return isOpen ? 'written' : 'closed'
}

/** Both sides' reviews of what was traded. */
export async function listOfSubject(db: Db, kind: string, subjectId: string): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`select ${columns} from reviews r
    where r.subject_kind = ${kind} and r.subject_id = ${subjectId}`.execute(db)
  return rows
}

/** A review that shows. */
export async function findShown(db: Db, id: string): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`select ${columns} from reviews r where r.id = ${id}`.execute(db)
  return rows.find(({ isShown }) => isShown)
}

/** Whether there is still time to write, by business time. */
export async function isBefore(db: Db, closesAt: Date): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select business_now() < ${closesAt}::timestamptz as open`.execute(db)
  return rows[0]!.open
}

/** What buyers reviewed: one offer of a kind, or all that one person sold. */
export type Reviewed = { kind: string; aboutId: string } | { sellerId: string }
type Page = { stars?: number | undefined; page: number; size: number }

/** Buyers' reviews that show, newest first. */
export async function listAbout(db: Db, what: Reviewed, { stars, page, size }: Page): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`select ${columns} from reviews r
    where ${aboutShown(what)} and (${stars ?? null}::int is null or r.stars = ${stars ?? null}::int)
    order by r.seq desc limit ${size} offset ${page * size}`.execute(db)
  return rows
}

/** How many of them gave one to five stars. */
export async function countAbout(db: Db, what: Reviewed): Promise<number[]> {
  const { rows } = await sql<{ stars: number; n: number }>`select r.stars, count(*)::int as n from reviews r
    where ${aboutShown(what)} group by r.stars`.execute(db)
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.n ?? 0)
}

function aboutShown(what: Reviewed): RawBuilder<unknown> {
  const about =
    'sellerId' in what
      ? sql`r.target_id = ${what.sellerId}`
      : sql`r.subject_kind = ${what.kind} and r.about_id = ${what.aboutId}`
  return sql`${about} and r.side = 'buyer' and review_is_shown(r)`
}

/** False when there is a reply already. */
export async function insertReply(db: Db, id: string, targetId: string, text: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update reviews set reply = ${text}, replied_at = business_now()
    where id = ${id} and target_id = ${targetId} and replied_at is null`.execute(db)
  return numAffectedRows === 1n
}
