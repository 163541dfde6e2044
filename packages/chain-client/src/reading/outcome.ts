import type { ChainRefusal } from '@trove/contract/chain/refusals'
import type { HexText } from '../base/hex.ts'

/**
 * What finds a signed call again: plain data, so that it outlives the page and its fate can be asked about. All of it is
 * public, and nothing of it could be sent once more.
 */
export type CallTrace = {
  /** Of the signed bytes. */
  hash: HexText
  /** The account that signed, SS58. */
  address: string
  nonce: number
  /** Height at which it was signed: it is in no block up to this one. */
  firstBlock: number
  /** Last height at which it can be included. */
  lastBlock: number
}

/** A signed call on its way. */
export type SignedCall = CallTrace & { bytes: HexText }

export type Inclusion = { blockHash: HexText; blockNumber: number; index: number }

/**
 * What became of a call. `in-block` and `finalised` are successes, the second for good. `refused` may carry a block: the
 * call was taken and paid for and still did nothing. `unreachable`: nothing was sent, because the chain, or the block it was to
 * be made at, could not be read; it may be tried again. `lost`: nobody knows yet; the signed call may be asked about, and must
 * not be signed anew before that answered `impossible`.
 */
export type Outcome =
  | ({ kind: 'in-block' | 'finalised' } & Inclusion)
  | { kind: 'refused'; refusal: ChainRefusal; detail: string; inclusion?: Inclusion }
  | { kind: 'abandoned'; detail: string }
  | { kind: 'balance-too-low'; feePlanck: bigint; transferablePlanck: bigint }
  | { kind: 'busy' }
  | { kind: 'unreachable' }
  | { kind: 'lost'; signed: SignedCall }

/**
 * What is known of a signed call from finalised blocks alone. `open`: it may still be included. `gone`: it was too long ago,
 * the node keeps no more what would tell; where it still has the block with the call, it says which.
 */
export type Fate =
  | ({ kind: 'done' } & Inclusion)
  | ({ kind: 'refused'; refusal: ChainRefusal; detail: string } & Inclusion)
  | { kind: 'impossible' }
  | { kind: 'gone'; inclusion?: Inclusion }
  | { kind: 'open' }

/** How far a call has come, in this order; `signed` is the moment to write it down. */
export type Progress =
  | { step: 'signing' }
  | { step: 'signed'; signed: SignedCall }
  | { step: 'sent' }
  | ({ step: 'in-block' } & Inclusion)
