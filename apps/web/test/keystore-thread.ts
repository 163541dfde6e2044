import { parentPort } from 'node:worker_threads'
import { createKeystoreHolder } from '../src/signing/keystore-holder.ts'
import type { KeystoreQuestion } from '../src/signing/keystore-messages.ts'

/** The browser's workers as one thread of Node: the same program behind the same door, a holder for each of them. */
const holders = new Map<number, ReturnType<typeof createKeystoreHolder>>()
parentPort?.on('message', ({ id, question }: { id: number; question: KeystoreQuestion }) => {
  const answer = holders.get(id) ?? createKeystoreHolder()
  holders.set(id, answer)
  parentPort?.postMessage({ id, data: answer(question) })
})
