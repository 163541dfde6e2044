import type { BILL_TYPES } from '@trove/contract/wallet'
import type { Db, Tx } from '../../platform/db/handle.ts'

/**
 * Accounts of the yuan ledger, in fen. Assets are positive, what we owe is negative; every posting sums to zero.
 * - `alipay`: what Alipay holds for us
 * - `escrow:<orderId>`: a buyer's money held until it is cleared or refunded
 * - `payable:<userId>`: cleared income not yet paid out
 * - `payout:<payoutId>`: on its way to a bound account
 * - `suspense`: money that came in and is not placed yet (must be empty within 24 h)
 */
export type Account = 'alipay' | 'suspense' | `escrow:${string}` | `payable:${string}` | `payout:${string}`

export type Posting = {
  kind: 'payment' | 'refund' | 'clearing' | 'payout-begun' | 'payout-done' | 'payout-failed' | 'suspense'
  /** Deterministic: the same key again posts nothing (I6). */
  key: string
  orderId?: string
  entries: { account: Account; amountFen: bigint }[]
  /** Lines this posting puts on people's bills; amounts signed from the person's view. */
  bill?: { userId: string; type: (typeof BILL_TYPES)[number]; amountFen: bigint; reference: string }[]
}

export type Violation = { invariant: string; detail: string }

/** Door of the ledger: appended, never changed. */
export type Ledger = {
  /** Throws when the entries do not sum to zero (a bug). `isNew` is false when the key was posted before. */
  post(tx: Tx, posting: Posting): Promise<{ isNew: boolean }>
  /** Sum of an account's entries; 0 for an unknown one. */
  balance(db: Db | Tx, account: Account): Promise<bigint>
  listBill(
    userId: string,
    filter: {
      from?: Date
      to?: Date
      type?: (typeof BILL_TYPES)[number]
      minFen?: bigint
      maxFen?: bigint
      page: number
      size: number
    },
  ): Promise<{
    lines: { id: string; type: (typeof BILL_TYPES)[number]; amountFen: bigint; reference: string; createdAt: Date }[]
    total: number
  }>
  /** Runs the invariants I1 to I11 as SQL; an empty list is a sound ledger. */
  verify(): Promise<Violation[]>
}
