import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** The least the provider pays out: a rest below it can never leave, so it keeps nobody here (fen). */
const LEAST_PAYOUT_FEN = 10

const payableOf = (userId: string) => `payable:${userId}`

/** What the ledger keeps: postings by order and pseudonym, never changed. */
export const ledgerPersonalData: PersonalData = {
  part: 'ledger',
  hindrances: [
    {
      error: 'identity.delete-income',
      holds: ({ userId }) => sql`exists (select from ledger_balance
        where account = ${payableOf(userId)} and balance_fen <= ${-LEAST_PAYOUT_FEN}::int)`,
    },
  ],
  tables: [
    {
      table: 'ledger_bill_line',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'posting_seq'],
      onErasure: 'keep',
    },
    {
      table: 'ledger_posting',
      rows: ({ userId }) => sql`t.seq in (select posting_seq from ledger_bill_line where user_id = ${userId})`,
      leftOut: ['seq', 'recorded_at'],
      onErasure: 'keep',
    },
    {
      table: 'ledger_entry',
      rows: ({ userId }) => sql`t.account = ${payableOf(userId)}`,
      leftOut: ['posting_seq', 'line'],
      onErasure: 'keep',
    },
    {
      table: 'ledger_balance',
      rows: ({ userId }) => sql`t.account = ${payableOf(userId)}`,
      leftOut: ['shard'],
      onErasure: 'keep',
    },
  ],
}
