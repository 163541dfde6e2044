import { blake2b } from '@noble/hashes/blake2.js'
import { fromHex, type HexText, toHex } from './base/hex.ts'

const COMMITMENT_BYTES = 32

/**
 * What an author anchors before showing a work: it is bound to the author, so that a copy of it is of no use to anybody else.
 * @param saltHex 32 random bytes, to be kept until the work is revealed
 */
export function rightsCommitment(authorPublicKey: Uint8Array, contentHashHex: HexText, saltHex: HexText): HexText {
  const hash = blake2b.create({ dkLen: COMMITMENT_BYTES })
  return toHex(hash.update(authorPublicKey).update(fromHex(contentHashHex)).update(fromHex(saltHex)).digest())
}
