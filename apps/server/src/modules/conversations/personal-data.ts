import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'
import { sealedAs } from './rules.ts'

/**
 * What conversations keep of a person: what was said by them. What others told them is the others'; after an erasure the
 * other one still sees that something was said, and not what.
 */
export const conversationsPersonalData: PersonalData = {
  part: 'conversations',
  tables: [
    {
      table: 'conversations',
      rows: ({ userId }) => sql`${userId} in (t.asker_id, t.owner_id)`,
      leftOut: ['seq', 'asker_id', 'owner_id', 'asker_read_seq', 'owner_read_seq', 'last_message_seq'],
      onErasure: 'keep',
    },
    {
      table: 'conversation_messages',
      rows: ({ userId }) => sql`t.author_id = ${userId}`,
      leftOut: ['seq', 'author_id'],
      opened: { text_sealed: ({ id }) => sealedAs.text(String(id)) },
      onErasure: { text_sealed: sql`null` },
    },
  ],
}
