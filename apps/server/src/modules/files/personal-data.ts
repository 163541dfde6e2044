import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What files keep of a person: images under public names. A removed file's bytes are deleted by the sweep. */
export const filesPersonalData: PersonalData = {
  part: 'files',
  tables: [
    {
      table: 'files',
      rows: ({ userId }) => sql`t.owner_id = ${userId}`,
      leftOut: ['owner_id'],
      onErasure: { state: sql`'removed'` },
    },
  ],
}
