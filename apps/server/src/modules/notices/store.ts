import type { NoticeKind, NoticeLink } from '@trove/contract/notices/routes'
import { TOPIC_OF } from '@trove/contract/notices/topics'
import { sql } from 'kysely'
import { newId } from '../../platform/base/id.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { later } from '../../platform/db/transaction.ts'
import { announce } from '../../platform/live/announce.ts'
import type { NoticesTables } from './tables.ts'

type OrderLink = Extract<NoticeLink, { to: 'order' }>
/** Whoever writes of an order knows its kind. */
type NewLink = Exclude<NoticeLink, OrderLink> | Required<OrderLink>

export type NewNotice = {
  userId: string
  kind: NoticeKind
  params: Record<string, string>
  link?: NewLink
  key: string
  /** The person whose nickname is `params.name`, or who `words` or `reason` are of or about: forgotten with their account. */
  aboutId?: string
}

/** Adds a notice unless the person has one with the same key; with the transaction's next statement or its commit. */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<void> {
  const { userId, kind, params, link, key, aboutId = null } = notice
  const id = newId()
  const insert = sql`insert into notices (id, user_id, kind, params, link, key, about_id)
      values (${id}, ${userId}, ${kind}, ${JSON.stringify(params)}::jsonb, ${link ? JSON.stringify(link) : null}::jsonb, ${key},
        ${aboutId}::text)
      on conflict (user_id, key) do nothing`
  const topic = TOPIC_OF[kind]
  await later(
    tx,
    topic === undefined
      ? insert
      : sql`with told as (${insert} returning id, user_id)
          insert into notice_texts (notice_id, user_id, topic) select t.id, t.user_id, ${topic}
          from told t join notice_choices c on c.user_id = t.user_id and ${topic} = any (c.topics)`,
  )
  announce(tx, { userId, message: { type: 'notice', id } })
}

/** One page, newest first. */
export function listNotices(db: Db, userId: string, page: { page: number; size: number }) {
  return db
    .withTables<NoticesTables>()
    .selectFrom('notices')
    .select(['id', 'kind', 'params', 'link', 'created_at', 'read_at', 'key'])
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(page.size)
    .offset(page.page * page.size)
    .execute()
}

/** How many there are in all, and how many are not read. */
export async function countNotices(db: Db, userId: string): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
    from notices where user_id = ${userId}`.execute(db)
  return rows[0]!
}

/** Marks the given ones, or all, as read; those of others and those read before stay as they are. */
export async function markRead(db: Db, userId: string, ids: string[] | undefined): Promise<void> {
  await db
    .withTables<NoticesTables>()
    .updateTable('notices')
    .set({ read_at: sql<Date>`business_now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (update) => update.where('id', 'in', ids?.length ? ids : ['']))
    .execute()
}

/** Deletes notices older than the given days. */
export async function deleteOld(db: Db, days: number): Promise<void> {
  await sql`delete from notices where created_at < business_now() - make_interval(days => ${days})`.execute(db)
}
