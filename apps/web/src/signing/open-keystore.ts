import type { KeystoreFile } from '@trove/chain-client/keystore/keystore-file'
import type { KeystoreAnswer, KeystoreQuestion } from './keystore-messages.ts'

/** An unlocked keystore in a worker of its own; `close` ends the worker and with it the key. */
export type OpenKeystore = {
  publicKey: Uint8Array
  sign(message: Uint8Array): Promise<Uint8Array>
  close(): void
}

/** The worker could not be started, or broke down. */
export class KeystoreWorkerError extends Error {}

/**
 * Unlocks a keystore in a worker.
 * @returns undefined when the password is wrong
 * @throws KeystoreWorkerError
 */
export async function openKeystore(keystore: KeystoreFile, password: string): Promise<OpenKeystore | undefined> {
  const worker = new Worker(new URL('./keystore.worker.ts', import.meta.url), { type: 'module' })
  const close = () => worker.terminate()
  try {
    const answer = await ask(worker, { type: 'unlock', keystore, password })
    if (answer.type !== 'unlocked') throw new KeystoreWorkerError()
    const { publicKey } = answer
    if (publicKey) return { publicKey, sign: (message) => sign(worker, message), close }
    close()
    return undefined
  } catch (error) {
    close()
    throw error
  }
}

async function sign(worker: Worker, message: Uint8Array): Promise<Uint8Array> {
  const answer = await ask(worker, { type: 'sign', message })
  if (answer.type !== 'signed') throw new KeystoreWorkerError()
  return answer.signature
}

function ask(worker: Worker, question: KeystoreQuestion): Promise<KeystoreAnswer> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new KeystoreWorkerError())
    worker.addEventListener('message', ({ data }: MessageEvent<KeystoreAnswer>) => resolve(data), { once: true })
    worker.addEventListener('error', fail, { once: true })
    worker.addEventListener('messageerror', fail, { once: true })
    worker.postMessage(question)
  })
}
