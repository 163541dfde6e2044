import { blake2b } from '@noble/hashes/blake2.js'
import { fromHex, type HexText, toHex } from '../base/hex.ts'

const HASH_BYTES = 32

/** The hash by which explorers know a signed transaction. */
export function transactionHash(bytes: HexText): HexText {
  return toHex(blake2b(fromHex(bytes), { dkLen: HASH_BYTES }))
}
