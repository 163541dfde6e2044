import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { ConversationsTables } from './tables.ts'

export type FileRow = { id: string; nameSealed: Buffer; keySealed: Buffer; type: string; bytes: number }

/** Files of one person in one conversation, whatever their state. */
export async function countFiles(db: Db, conversationId: string, authorId: string): Promise<number> {
  const row = await db
    .withTables<ConversationsTables>()
    .selectFrom('conversation_files')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('conversation_id', '=', conversationId)
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Notes that a blob is about to be written: if the process dies meanwhile, the sweep finds it. */
export async function insertPending(
  db: Db,
  file: {
    id: string
    conversationId: string
    authorId: string
    nameSealed: Buffer
    keySealed: Buffer
    type: string
    bytes: number
  },
): Promise<void> {
  await db
    .withTables<ConversationsTables>()
    .insertInto('conversation_files')
    .values({
      id: file.id,
      conversation_id: file.conversationId,
      author_id: file.authorId,
      name_sealed: file.nameSealed,
      key_sealed: file.keySealed,
      type: file.type,
      bytes: file.bytes,
      state: 'pending',
    })
    .execute()
}

/** The blob is whole. False when the sweep was quicker. */
export async function makeLive(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .withTables<ConversationsTables>()
    .updateTable('conversation_files')
    .set({ state: 'live' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A file that was sent in a conversation of this person; undefined for everybody else, and once its author's account was deleted. */
export async function findFile(db: Db, id: string, userId: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select f.id, f.name_sealed as "nameSealed", f.key_sealed as "keySealed", f.type, f.bytes
    from conversation_files f join conversations c on c.id = f.conversation_id
    join conversation_messages m on m.file_id = f.id
    where f.id = ${id} and f.state = 'live' and f.key_sealed is not null and ${userId} in (c.asker_id, c.owner_id)`.execute(
    db,
  )
  return rows[0]
}

/**
 * What is to be deleted: uploads that never became whole or were never sent (an hour and a day later), and files whose
 * author's account was deleted.
 */
export async function listRemovable(db: Db): Promise<string[]> {
  await sql`update conversation_files f set state = 'removed'
    where f.state = 'pending' and f.created_at < now() - interval '1 hour'
      or f.state = 'live' and (f.key_sealed is null or f.created_at < now() - interval '1 day'
        and not exists (select from conversation_messages m where m.file_id = f.id))`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from conversation_files where state = 'removed' order by created_at limit 200`.execute(db)
  return rows.map(({ id }) => id)
}

/** Forgets a removed file, after its blob is gone. */
export async function deleteRemoved(db: Db, id: string): Promise<void> {
  await sql`delete from conversation_files where id = ${id} and state = 'removed'`.execute(db)
}
