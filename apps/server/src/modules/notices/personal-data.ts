import { identity } from '@trove/messages/people/identity'
import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What notices keep of a person, and in those of others their nickname and what they wrote. */
export const noticesPersonalData: PersonalData = {
  part: 'notices',
  tables: [
    {
      table: 'notice_texts',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['notice_id', 'user_id'],
      onErasure: 'delete',
    },
    {
      table: 'notice_choices',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id'],
      onErasure: 'delete',
    },
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
      onErasure: {
        params: sql`t.params || jsonb_build_object('name', ${identity.deletedName.zh}::text) || coalesce((
          select jsonb_object_agg(own, '—') from jsonb_object_keys(t.params) own where own in ('words', 'reason')), '{}')`,
      },
    },
  ],
}
