/**
 * The chain on which contents are anchored, by the market's account in their authors' names or by authors themselves. The
 * market's account sends nothing else and one call at a time, so the outcome of a call can always be found out. All throw
 * when the chain does not answer.
 */
export type RightsChain = {
  /** The market's account, as an address. */
  address: string
  getGenesisHash(): Promise<string>
  /** How many commitments the account can pay the deposit of, fees kept aside. */
  countAffordable(): Promise<number>
  /** An address as people write it, in the form of the chain; undefined when it is none. */
  findAddress(text: string): string | undefined
  /** What hides a content until it is revealed, bound to who anchors it; hex. */
  commitmentOf(address: string, contentHash: string, salt: string): string
  /** Signs one call that does all of these, each by itself. Sends nothing. */
  sign(steps: RightsStep[]): Promise<SignedRights>
  /** Hands the bytes to the chain. The same bytes again do no harm. Says nothing of what becomes of them. */
  submit(signed: SignedRights): Promise<void>
  /** What became of a call, by finalised blocks. */
  findFate(signed: SignedRights): Promise<CallFate>
  /** The block of an account's commitment that stands and is not revealed, by finalised blocks. */
  findCommitment(address: string, commitment: string): Promise<number | undefined>
  /** Who anchored a content first, by finalised blocks. */
  findWork(contentHash: string): Promise<RightsWork | undefined>
  /** The hash is null where the node does not have the block, the time where it keeps its state no more. */
  getBlock(height: number): Promise<{ hash: string | null; at: Date | null }>
  /** Height of the newest finalised block. */
  getHeight(): Promise<number>
  /** Blocks from the first reveal in which an earlier commitment takes a content over. */
  getContestBlocks(): Promise<number>
}

/**
 * `open`: it may still be included. `included`: a block has it, whatever came of it there. `left-out`: no block has it or ever
 * will. `unknown`: no block takes it any more. The node does not have those that would tell whether one did.
 */
export type CallFate = 'open' | 'included' | 'left-out' | 'unknown'

export type RightsStep =
  | { kind: 'commit'; commitment: string }
  | { kind: 'reveal'; contentHash: string; salt: string; title: string }

export type RightsWork = { address: string; title: string; committedBlock: number; revealedBlock: number }

/** A call as signed: plain data that outlives the process. */
export type SignedRights = {
  /** Who signed; calls noted before this stood here are of the account that is configured. */
  address?: string
  bytes: string
  hash: string
  nonce: number
  firstBlock: number
  lastBlock: number
  /** The only chain it is good on. */
  genesisHash: string
}
