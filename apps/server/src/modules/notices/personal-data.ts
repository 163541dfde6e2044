import { identity } from '@trove/messages/identity'
import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What notices keep of a person, and their nickname in those of others. */
export const noticesPersonalData: PersonalData = {
  part: 'notices',
  tables: [
    {
      table: 'notices',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'key', 'about_id'],
      onErasure: 'delete',
    },
    {
      table: 'notices',
      name: 'noticesOfOthers',
      rows: ({ userId }) => sql`t.about_id = ${userId}`,
      leftOut: 'all',
      onErasure: { params: sql`t.params || jsonb_build_object('name', ${identity.deletedName.zh}::text)` },
    },
  ],
}
