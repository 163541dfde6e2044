import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What the talent market keeps of people. An expert who leaves goes from the market with all they showed there. */
export const talentPersonalData: PersonalData = {
  part: 'talent',
  tables: [
    {
      table: 'talent_cases',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id', 'position'],
      onErasure: 'delete',
    },
    {
      table: 'talent_expert_words',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'talent_experts',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id', 'seq', 'is_open'],
      onErasure: 'delete',
    },
  ],
}
