import { getPublicKey, HDKD, secretFromSeed, sign, verify } from '@scure/sr25519'
import { type Account, accountOf } from './base/account.ts'
import { fromHex, type HexText } from './base/hex.ts'
import { signerOf } from './signers.ts'
import type { Signer } from './submit.ts'

/**
 * Keys that a server holds itself; nothing of this goes into a browser. Made with the small library under the large one: the
 * keyring alone would double what a server takes of memory.
 */

export type ServerAccount = Account & {
  signer: Signer
  /** Signs a text that is no transaction. */
  signText(text: string): Uint8Array
}

/** What the development accounts of every Substrate chain are derived from. Everybody knows it. */
const DEVELOPMENT_SEED = '0xfac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e'
const CHAIN_CODE_BYTES = 32

/**
 * The account of a secret.
 * @param secret 32 bytes, the seed of an sr25519 key; or `//Name`, one of the development accounts that everybody knows
 */
export function serverAccount(secret: Uint8Array | `//${string}`): ServerAccount {
  const key = typeof secret === 'string' ? developmentKey(secret.slice(2)) : secretFromSeed(secret)
  const bytes = getPublicKey(key)
  return {
    ...accountOf(bytes),
    signer: signerOf(bytes, (message) => sign(key, message)),
    signText: (text) => sign(key, new TextEncoder().encode(text)),
  }
}

/** Whether the holder of a public key signed this text. */
export function isSignedText(publicKey: HexText, text: string, signature: Uint8Array): boolean {
  try {
    return verify(new TextEncoder().encode(text), signature, fromHex(publicKey))
  } catch {
    return false
  }
}

/** Hard derivation by a name, written as the chain writes texts: its length times four, then its letters. */
function developmentKey(name: string): Uint8Array {
  const letters = new TextEncoder().encode(name)
  const code = new Uint8Array(CHAIN_CODE_BYTES)
  code.set([letters.length * 4, ...letters])
  return HDKD.secretHard(secretFromSeed(fromHex(DEVELOPMENT_SEED)), code)
}
