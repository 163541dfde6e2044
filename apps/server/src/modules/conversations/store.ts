import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { later } from '../../platform/db/transaction.ts'
import type { ConversationsTables } from './tables.ts'

/** A conversation as one of the two sees it; positions are messages' seq. */
export type ConversationRow = {
  id: string
  subjectKind: string
  subjectId: string
  askerId: string
  ownerId: string
  readSeq: bigint
  otherReadSeq: bigint
  unread: number
  lastId: string | null
  lastAuthorId: string | null
  lastText: Buffer | null
  lastFileId: string | null
  lastAt: Date | null
}

export type MessageRow = {
  id: string
  seq: bigint
  authorId: string
  textSealed: Buffer | null
  at: Date
  fileId: string | null
}

/** Unread messages are counted up to here; more read as this many. */
const MOST_UNREAD = 100

const seenBy = (userId: string) => sql`
  select c.id, c.subject_kind as "subjectKind", c.subject_id as "subjectId", c.asker_id as "askerId", c.owner_id as "ownerId",
    case when c.asker_id = ${userId} then c.asker_read_seq else c.owner_read_seq end as "readSeq",
    case when c.asker_id = ${userId} then c.owner_read_seq else c.asker_read_seq end as "otherReadSeq",
    (select count(*)::int from (select from conversation_messages m where m.conversation_id = c.id
      and m.seq > case when c.asker_id = ${userId} then c.asker_read_seq else c.owner_read_seq end
      and m.author_id <> ${userId} limit ${MOST_UNREAD}) as u) as unread,
    l.id as "lastId", l.author_id as "lastAuthorId", l.text_sealed as "lastText", l.file_id as "lastFileId",
    l.created_at as "lastAt"
  from conversations c left join conversation_messages l on l.seq = c.last_message_seq and c.last_message_seq > 0`

/** The conversation of this asker about this subject, made if there is none. */
export async function openConversation(
  db: Db,
  wanted: { id: string; subjectKind: string; subjectId: string; askerId: string; ownerId: string },
): Promise<string> {
  const { id, subjectKind, subjectId, askerId, ownerId } = wanted
  const { rows } = await sql<{ id: string }>`
    insert into conversations (id, subject_kind, subject_id, asker_id, owner_id)
    values (${id}, ${subjectKind}, ${subjectId}, ${askerId}, ${ownerId})
    on conflict (subject_kind, subject_id, asker_id) do update set owner_id = conversations.owner_id
    returning id`.execute(db)
  return rows[0]!.id
}

/** The conversation's id, if there is one already. */
export async function findConversation(
  db: Db,
  { subjectKind, subjectId, askerId }: { subjectKind: string; subjectId: string; askerId: string },
): Promise<string | undefined> {
  const row = await db
    .withTables<ConversationsTables>()
    .selectFrom('conversations')
    .select('id')
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .where('asker_id', '=', askerId)
    .executeTakeFirst()
  return row?.id
}

/** A conversation of this person; undefined for everybody else. */
export async function findOwn(db: Db, id: string, userId: string): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    ${seenBy(userId)} where c.id = ${id} and ${userId} in (c.asker_id, c.owner_id)`.execute(db)
  return rows[0]
}

/** Those in which somebody said something, the newest word first; and those just opened by this person. */
export async function listOwn(
  db: Db,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    ${seenBy(userId)} where ${isListedFor(userId)}
    order by c.last_message_seq desc, c.seq desc limit ${size} offset ${page * size}`.execute(db)
  return rows
}

/** A conversation without messages is not shown to its owner. */
const isListedFor = (userId: string) =>
  sql`((c.asker_id = ${userId}) or (c.owner_id = ${userId} and c.last_message_seq > 0))`

/** How many conversations a person has, and in how many something is unread. */
export async function countOwn(db: Db, userId: string): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*)::int as total, (count(*) filter (where exists (
      select from conversation_messages m where m.conversation_id = c.id and m.author_id <> ${userId}
        and m.seq > case when c.asker_id = ${userId} then c.asker_read_seq else c.owner_read_seq end)))::int as unread
    from conversations c where ${isListedFor(userId)}`.execute(db)
  return rows[0]!
}

/** Newest first, before a position. One more than asked for tells that there are more. */
export async function listMessages(
  db: Db,
  conversationId: string,
  { before, size }: { before?: number | undefined; size: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.seq, m.author_id as "authorId", m.text_sealed as "textSealed", m.created_at as at,
      m.file_id as "fileId"
    from conversation_messages m
    where m.conversation_id = ${conversationId} and (${before ?? null}::bigint is null or m.seq < ${before ?? null}::bigint)
    order by m.seq desc limit ${size + 1}`.execute(db)
  return rows
}

/**
 * Adds a message and makes it the last; the author has read everything up to it. Tells how far the other one has read, which
 * does not change before the transaction ends.
 */
export async function insertMessage(
  tx: Tx,
  message: { id: string; conversationId: string; authorId: string; textSealed: Buffer; fileId: string | null },
): Promise<{ seq: bigint; at: Date; otherReadSeq: bigint }> {
  const { id, conversationId, authorId, textSealed, fileId } = message
  // One after the other: the last message has to be the one with the highest seq.
  await later(tx, sql`select from conversations where id = ${conversationId} for update`)
  const { rows } = await sql<{ seq: bigint; at: Date; otherReadSeq: bigint }>`
    with m as (
      insert into conversation_messages (id, conversation_id, author_id, text_sealed, file_id)
      values (${id}, ${conversationId}, ${authorId}, ${textSealed}, ${fileId}::text)
      returning seq, created_at
    ), c as (
      update conversations set last_message_seq = m.seq,
        asker_read_seq = case when asker_id = ${authorId} then m.seq else asker_read_seq end,
        owner_read_seq = case when owner_id = ${authorId} then m.seq else owner_read_seq end
      from m where id = ${conversationId}
      returning case when asker_id = ${authorId} then owner_read_seq else asker_read_seq end as other_read_seq
    )
    select m.seq, m.created_at as at, c.other_read_seq as "otherReadSeq" from m, c`.execute(tx)
  return rows[0]!
}

/** Notes how far a person has read; never backwards, never beyond the last message. */
export async function markRead(tx: Tx, id: string, userId: string, position: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversations set
      asker_read_seq = case when asker_id = ${userId}
        then greatest(asker_read_seq, least(${position}::bigint, last_message_seq)) else asker_read_seq end,
      owner_read_seq = case when owner_id = ${userId}
        then greatest(owner_read_seq, least(${position}::bigint, last_message_seq)) else owner_read_seq end
    where id = ${id} and ${userId} in (asker_id, owner_id)
      and least(${position}::bigint, last_message_seq) > case when asker_id = ${userId} then asker_read_seq else owner_read_seq end`.execute(
    tx,
  )
  return numAffectedRows === 1n
}
