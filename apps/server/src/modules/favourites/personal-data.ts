import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What favourites keep of a person: which offers they want to find again. */
export const favouritesPersonalData: PersonalData = {
  part: 'favourites',
  tables: [
    {
      table: 'favourites',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'user_id'],
      onErasure: 'delete',
    },
  ],
}
