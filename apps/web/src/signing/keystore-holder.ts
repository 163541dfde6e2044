import { type UnlockedAccount, unlockKeystore } from '@trove/chain-client/keystore/keystore-unlock'
import type { KeystoreAnswer, KeystoreQuestion } from './keystore-messages.ts'

/** Answers the page's questions with a key that stays in here. */
export function createKeystoreHolder(): (question: KeystoreQuestion) => KeystoreAnswer {
  let account: UnlockedAccount | undefined
  return (question) => {
    try {
      if (question.type === 'unlock') {
        account = unlockKeystore(question.keystore, question.password)
        return { type: 'unlocked', publicKey: account && alone(account.publicKey) }
      }
      return account ? { type: 'signed', signature: alone(account.sign(question.message)) } : { type: 'failed' }
    } catch {
      return { type: 'failed' }
    }
  }
}

/** A copy in a buffer of its own: an answer takes its whole buffer along, and the key's holds the secret beside it. */
const alone = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)
