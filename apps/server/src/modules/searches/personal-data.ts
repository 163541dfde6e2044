import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What saved searches keep of a person: what they look for on the markets. */
export const searchesPersonalData: PersonalData = {
  part: 'searches',
  tables: [
    {
      table: 'saved_search_finds',
      rows: ({ userId }) => sql`t.search_id in (select s.id from saved_searches s where s.user_id = ${userId})`,
      leftOut: ['search_id', 'seq'],
      onErasure: 'delete',
    },
    {
      table: 'saved_searches',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['id', 'seq', 'user_id', 'looked_seq', 'seen_seq'],
      onErasure: 'delete',
    },
  ],
}
