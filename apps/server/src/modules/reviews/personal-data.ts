import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What the staff decided about a review. */
const DECIDED = ['hidden_at', 'reply_hidden_at', 'decisions']

/** What reviews keep of a person: what they wrote, what they replied, and what they reported. Stars stay, without a word. */
export const reviewsPersonalData: PersonalData = {
  part: 'reviews',
  tables: [
    {
      table: 'reviews',
      rows: ({ userId }) => sql`t.author_id = ${userId}`,
      leftOut: ['seq', 'author_id', 'target_id', 'reply', 'replied_at', ...DECIDED],
      onErasure: { text: sql`null` },
    },
    {
      table: 'reviews',
      name: 'replies',
      rows: ({ userId }) => sql`t.target_id = ${userId} and t.reply is not null`,
      leftOut: ['seq', 'author_id', 'target_id', 'stars', 'text', 'written_at', ...DECIDED],
      onErasure: { reply: sql`null` },
    },
    {
      table: 'review_reports',
      rows: ({ userId }) => sql`t.reporter_id = ${userId}`,
      leftOut: ['reporter_id', 'number', 'settled_at'],
      onErasure: { reason: sql`null` },
    },
  ],
}
