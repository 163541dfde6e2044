import { Keyring } from '@polkadot/keyring'
import { blake2AsHex } from '@polkadot/util-crypto/blake2'
import { accountOf } from './account.ts'
import type { HexText } from './hex.ts'
import { signerOf } from './signers.ts'
import type { Signer } from './submit.ts'

/** Keys that a server holds itself; nothing of this goes into a browser. */

export type ServerAccount = { address: string; publicKey: HexText; signer: Signer }

/**
 * The account of a secret.
 * @param secret 32 bytes, the seed of an sr25519 key; or `//Name`, one of the development accounts that everybody knows
 */
export function serverAccount(secret: Uint8Array | `//${string}`): ServerAccount {
  const keyring = new Keyring({ type: 'sr25519' })
  const pair = typeof secret === 'string' ? keyring.addFromUri(secret) : keyring.addFromSeed(secret)
  const { address, publicKey } = accountOf(pair.publicKey)
  return { address, publicKey: publicKey as HexText, signer: signerOf(pair.publicKey, (bytes) => pair.sign(bytes)) }
}

/** The hash by which explorers know a signed transaction. */
export function transactionHash(bytes: HexText): HexText {
  return blake2AsHex(bytes, 256)
}
