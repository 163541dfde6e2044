import type { Tx } from '../../platform/db/handle.ts'

/** Door of the wallet: the bound receiving account and payouts of cleared income. */
export type Wallet = {
  /** walletFlag of the specification (decision 12). */
  isBound(userId: string): Promise<boolean>
  /**
   * Called after income was cleared, in the same transaction: starts paying the payable balance out to the bound account
   * (0.10 yuan or more), or leaves it waiting. Answers what became of it.
   */
  payOutCleared(tx: Tx, userId: string): Promise<'waiting' | 'in-flight'>
}

/** What the wallet asks of the modules above it; wired in app.ts. */
export type WalletNeeds = {
  /** Accrued and not yet cleared income of a seller, in fen. */
  unclearedFen(userId: string): Promise<bigint>
}
