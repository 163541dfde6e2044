import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What the faucet keeps of a person. That an account received is on the chain for good; who asked is forgotten. */
export const faucetPersonalData: PersonalData = {
  part: 'faucet',
  tables: [
    {
      table: 'faucet_claim',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'network', 'transfer', 'tries'],
      onErasure: { user_id: sql`null`, network: sql`null` },
    },
  ],
}
