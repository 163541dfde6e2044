import { Keyring } from '@polkadot/keyring'
import { SS58_PREFIX } from '../base/account.ts'

/**
 * The JSON file of a key that polkadot{.js} wallets import, encrypted under a password (scrypt). Takes a second or more of
 * computing on purpose.
 * @param seed 32 bytes, as `serverAccount` takes them
 */
export function writeKeystore(seed: Uint8Array, name: string, password: string): string {
  const pair = new Keyring({ type: 'sr25519', ss58Format: SS58_PREFIX }).addFromSeed(seed, { name })
  return JSON.stringify(pair.toJson(password))
}
