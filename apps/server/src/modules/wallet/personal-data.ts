import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What the wallet keeps of a person: receiving accounts and payouts. */
export const walletPersonalData: PersonalData = {
  part: 'wallet',
  hindrances: [
    {
      error: 'identity.delete-payout',
      holds: ({ userId }) =>
        sql`exists (select from wallet_payout where user_id = ${userId} and state in ('awaiting-approval', 'in-flight'))`,
    },
  ],
  tables: [
    {
      table: 'wallet_authorization',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    { table: 'wallet_pending', rows: ({ userId }) => sql`t.user_id = ${userId}`, leftOut: 'all', onErasure: 'delete' },
    {
      table: 'wallet_binding',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['account_index'],
      opened: {
        account_sealed: ({ id }) => `wallet_binding.account:${id}`,
        real_name_sealed: ({ id }) => `wallet_binding.real_name:${id}`,
        profile_sealed: ({ id }) => `wallet_binding.profile:${id}`,
      },
      onErasure: {
        unbound_at: sql`coalesce(t.unbound_at, business_now())`,
        account_index: sql`''::bytea`,
        account_sealed: sql`null`,
        real_name_sealed: sql`null`,
        profile_sealed: sql`null`,
      },
    },
    {
      table: 'wallet_payout',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['asks', 'next_ask_at'],
      onErasure: 'keep',
    },
    {
      // Of a payee the decision, of one of the staff that they took it; never who of the staff it was.
      table: 'wallet_payout_decision',
      rows: ({ userId }) => sql`(t.payee_id = ${userId} or t.operator_id = ${userId})`,
      leftOut: ['seq', 'operator_id', 'payee_id', 'recorded_at'],
      onErasure: 'keep',
    },
  ],
}
