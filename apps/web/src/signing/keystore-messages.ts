import type { KeystoreFile } from '@trove/chain-client/keystore/keystore-file'

/** What the page and the worker that holds an unlocked key say to each other. Each question gets one answer. */

export type KeystoreQuestion =
  | { type: 'unlock'; keystore: KeystoreFile; password: string }
  | { type: 'sign'; message: Uint8Array }

/** `publicKey` is absent when the password was wrong. */
export type KeystoreAnswer =
  | { type: 'unlocked'; publicKey?: Uint8Array }
  | { type: 'signed'; signature: Uint8Array }
  | { type: 'failed' }
