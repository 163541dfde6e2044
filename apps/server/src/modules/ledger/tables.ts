import type { Generated } from 'kysely'
import type { BillType } from './posting.ts'

export type LedgerTables = {
  ledger_bill_line: {
    seq: Generated<bigint>
    id: string
    posting_seq: bigint
    user_id: string
    type: BillType
    amount_fen: bigint
    reference: string
    created_at: Generated<Date>
  }
}
