import { getPolkadotSigner } from 'polkadot-api/signer'
import type { Signer } from './submit.ts'

/**
 * A signer from a key that is at hand: an unlocked keystore, or one in a worker that signs.
 * @param sign signs the bytes it is given with sr25519; may take its time and may throw, which counts as abandoned
 */
export function signerOf(publicKey: Uint8Array, sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>): Signer {
  return getPolkadotSigner(publicKey, 'Sr25519', async (bytes) => sign(bytes))
}
