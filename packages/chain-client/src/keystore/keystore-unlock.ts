import { createPair } from '@polkadot/keyring/pair'
import { base64Decode } from '@polkadot/util-crypto/base64'
import { accountOf, findAccount } from '../base/account.ts'
import type { KeystoreFile } from './keystore-file.ts'

/** Opening a keystore takes a second or more of computing on purpose: in a browser only ever in a worker. */

/** Signs as the account; the secret stays inside. */
export type UnlockedAccount = { publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array }

/**
 * Unlocks a keystore.
 * @returns undefined when the password is wrong, or the key inside is not the one the file names
 */
export function unlockKeystore(keystore: KeystoreFile, password: string): UnlockedAccount | undefined {
  const named = findAccount(keystore.address)
  if (!named || password === '') return undefined
  const pair = createPair(
    { toSS58: () => named.address, type: 'sr25519' },
    { publicKey: new Uint8Array(), secretKey: new Uint8Array() },
    {},
    base64Decode(keystore.encoded),
    ['scrypt', 'xsalsa20-poly1305'],
  )
  try {
    pair.unlock(password)
  } catch {
    return undefined
  }
  // A file may name one account and carry another's key; nobody signs as somebody they did not choose.
  return accountOf(pair.publicKey).publicKey === named.publicKey ? pair : undefined
}
