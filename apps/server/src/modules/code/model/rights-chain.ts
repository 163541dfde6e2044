/**
 * The chain on which the market anchors contents in their authors' names. Its account sends nothing else and one call at a
 * time, so the outcome of a call can always be found out. All throw when the chain does not answer.
 */
export type RightsChain = {
  /** The account that anchors, as an address. */
  address: string
  getGenesisHash(): Promise<string>
  /** How many commitments the account can pay the deposit of, fees kept aside. */
  countAffordable(): Promise<number>
  /** What hides a content until it is revealed; hex. */
  commitmentOf(contentHash: string, salt: string): string
  /** Signs one call that does all of these, each by itself. Sends nothing. */
  sign(steps: RightsStep[]): Promise<SignedRights>
  /** Hands the bytes to the chain. The same bytes again do no harm. Says nothing of what becomes of them. */
  submit(signed: SignedRights): Promise<void>
  /** Whether the call may still be included, by finalised blocks. */
  isOpen(signed: SignedRights): Promise<boolean>
  /** The block of a commitment that stands and is not revealed, by finalised blocks. */
  findCommitment(commitment: string): Promise<number | undefined>
  /** Who anchored a content first, by finalised blocks. */
  findWork(contentHash: string): Promise<RightsWork | undefined>
  getBlock(height: number): Promise<{ hash: string; at: Date }>
  /** Height of the newest finalised block. */
  getHeight(): Promise<number>
  /** Blocks from the first reveal in which an earlier commitment takes a content over. */
  getContestBlocks(): Promise<number>
}

export type RightsStep =
  | { kind: 'commit'; commitment: string }
  | { kind: 'reveal'; contentHash: string; salt: string; title: string }

export type RightsWork = { address: string; committedBlock: number; revealedBlock: number }

/** A call as signed: plain data that outlives the process. */
export type SignedRights = {
  bytes: string
  hash: string
  nonce: number
  firstBlock: number
  lastBlock: number
  /** The only chain it is good on. */
  genesisHash: string
}
