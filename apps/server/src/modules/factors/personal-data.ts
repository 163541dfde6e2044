import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What second factors keep of a person: that there are some, never what opens anything. */
export const factorsPersonalData: PersonalData = {
  part: 'factors',
  tables: [
    {
      table: 'second_factor_totp',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id', 'secret_sealed', 'last_step'],
      onErasure: 'delete',
    },
    {
      table: 'second_factor_passkey',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id', 'public_key', 'counter'],
      onErasure: 'delete',
    },
    {
      table: 'second_factor_recovery',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'second_factor_proof',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'second_factor_challenge',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
  ],
}
