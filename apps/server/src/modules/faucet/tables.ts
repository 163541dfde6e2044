import type { Generated } from 'kysely'
import type { SignedTransfer } from './token-sender.ts'

export type ClaimState = 'reserved' | 'signed' | 'received' | 'void'
export type VoidReason = 'low-balances' | 'refused'

/** Tables of the faucet (migrations 0025, 0089, 0097). */
export type FaucetTables = {
  faucet_claim: {
    id: string
    seq: Generated<bigint>
    kind: Generated<'day' | 'node'>
    public_key: string
    day: Generated<Date>
    user_id: string | null
    phone_mark: Buffer | null
    network: string | null
    units: bigint
    state: Generated<ClaimState>
    reason: VoidReason | null
    transfer: SignedTransfer | null
    tries: Generated<number>
    created_at: Generated<Date>
    ended_at: Date | null
  }
}
