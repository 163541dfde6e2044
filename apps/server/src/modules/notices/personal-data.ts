import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What notices keep of a person. */
export const noticesPersonalData: PersonalData = {
  part: 'notices',
  tables: [
    {
      table: 'notices',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'key'],
      onErasure: 'delete',
    },
  ],
}
