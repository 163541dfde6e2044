import { AccountId, getSs58AddressInfo } from 'polkadot-api'
import { fromHex, type HexText, toHex } from './hex.ts'

/** The SS58 prefix our chain writes addresses with: the generic one of Substrate. */
export const SS58_PREFIX = 42

const KEY_BYTES = 32
const HEX_KEY = /^0x[0-9a-f]{64}$/i
const accountId = AccountId(SS58_PREFIX)

/** One account, however its address was written. */
export type Account = {
  /** 32 bytes in lower-case hex with `0x`: what makes two addresses the same. */
  publicKey: HexText
  /** The address as our chain writes it. */
  address: string
}

/**
 * Reads an address as people paste it: SS58 of any network, or the public key in hex.
 * @returns undefined when it is none, or a key of another length than 32 bytes
 */
export function findAccount(text: string): Account | undefined {
  const given = text.trim()
  if (HEX_KEY.test(given)) return accountOf(fromHex(given.toLowerCase()))
  const info = getSs58AddressInfo(given)
  return info.isValid && info.publicKey.length === KEY_BYTES ? accountOf(info.publicKey) : undefined
}

/** The account of a public key of 32 bytes. */
export function accountOf(publicKey: Uint8Array): Account {
  // A copy: the codec reads from the start of the buffer, wherever in it the key begins.
  return { publicKey: toHex(publicKey), address: accountId.dec(Uint8Array.from(publicKey)) }
}
