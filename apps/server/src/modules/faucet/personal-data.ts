import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What the faucet keeps of a person. That an account received is on the chain for good; who asked is forgotten, but for the mark of a number that had a node's grant. */
export const faucetPersonalData: PersonalData = {
  part: 'faucet',
  tables: [
    {
      table: 'faucet_claim',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'network', 'phone_mark', 'transfer', 'tries'],
      onErasure: { user_id: sql`null`, network: sql`null` },
    },
  ],
}
