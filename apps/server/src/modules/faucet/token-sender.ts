/**
 * The faucet's side of the chain. Its account sends nothing else and one transfer at a time, so the outcome of a transfer
 * can always be found out.
 */
export type TokenSender = {
  /** An address of any network, or a public key in hex, as the key in lower-case hex; undefined when it is none. */
  findPublicKey(address: string): string | undefined
  /** What the account may send and still live on, fee of one transfer taken off; in units of 10^-12 TTC. */
  availableUnits(): Promise<bigint>
  /** Signs a transfer that can be included until its last block and never after. Sends nothing. */
  sign(transfer: { publicKey: string; units: bigint }): Promise<SignedTransfer>
  /** Hands the bytes to the chain. The same bytes again do no harm. Says nothing of what becomes of them. */
  submit(transfer: SignedTransfer): Promise<void>
  /**
   * What finalised blocks say: `done`, `refused` (included, and the chain said no), `impossible` (its time is over and it
   * is in no block), `open`, or `gone` (the node keeps no more what became of it).
   * @throws when the chain does not answer
   */
  outcome(transfer: SignedTransfer): Promise<'done' | 'refused' | 'impossible' | 'open' | 'gone'>
}

/** A transfer as signed: plain data that outlives the process. */
export type SignedTransfer = {
  bytes: string
  hash: string
  /** Number of the sender's transaction. */
  nonce: number
  /** Height at which it was signed: it is in no block up to this one. */
  firstBlock: number
  /** Last height at which it can be included. */
  lastBlock: number
  /** The only chain it is good on; absent in those signed before this was kept. */
  genesisHash?: string
}
