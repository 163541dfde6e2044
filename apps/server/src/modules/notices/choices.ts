import type { NoticeTopic } from '@trove/contract/notices/topics'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'

/** What people chose to be told by text message, and the notices that wait to be sent so. */

export type Choice = { topics: NoticeTopic[]; language: 'zh-CN' | 'en' }

/** What a person chose; nothing before. */
export async function findChoice(db: Db, userId: string): Promise<Choice | undefined> {
  const { rows } = await sql<Choice>`select topics, language from notice_choices where user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Keeps what a person chose. */
export async function keepChoice(db: Db, userId: string, { topics, language }: Choice): Promise<void> {
  await sql`insert into notice_choices (user_id, topics, language) values (${userId}, ${topics}::text[], ${language})
    on conflict (user_id) do update set topics = excluded.topics, language = excluded.language`.execute(db)
}

export type WaitingText = { noticeId: string; userId: string; topic: NoticeTopic }

/** Texts that wait, oldest first, without the named ones. What is a day old is no news any more. */
export async function listWaiting(db: Db, limit: number, except: string[]): Promise<WaitingText[]> {
  const { rows } = await sql<WaitingText>`select notice_id as "noticeId", user_id as "userId", topic from notice_texts
    where handed_at is null and created_at > business_now() - interval '1 day' and notice_id <> all(${except}::text[])
    order by created_at limit ${limit}`.execute(db)
  return rows
}

/** Takes a text to hand it over, and what its person chose, whose texts are counted one after the other; undefined when another took it. */
export async function takeText(tx: Tx, { noticeId, userId }: WaitingText): Promise<{ choice?: Choice } | undefined> {
  const { rows } = await sql<Choice>`select topics, language from notice_choices where user_id = ${userId}
    for update`.execute(tx)
  const { numAffectedRows } = await sql`update notice_texts set handed_at = business_now()
    where notice_id = ${noticeId} and handed_at is null`.execute(tx)
  if (numAffectedRows !== 1n) return undefined
  return rows[0] ? { choice: rows[0] } : {}
}

/** How many texts of a person were handed over today in Shanghai. */
export async function countToday(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from notice_texts where user_id = ${userId}
    and handed_at >= date_trunc('day', business_now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`.execute(
    tx,
  )
  return rows[0]!.n
}

/** Drops a text that is not sent. Its notice stays, so it does not come again. */
export async function dropText(tx: Tx, noticeId: string): Promise<void> {
  await sql`delete from notice_texts where notice_id = ${noticeId}`.execute(tx)
}

/** Forgets texts that count for no day any more. */
export async function forgetTexts(db: Db): Promise<void> {
  await sql`delete from notice_texts where created_at < business_now() - interval '3 days'`.execute(db)
}
