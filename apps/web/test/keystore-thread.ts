import { parentPort } from 'node:worker_threads'
import { createKeystoreHolder } from '../src/signing/keystore-holder.ts'

/** The browser's worker as a thread of Node: the same program behind the same door. */
const answer = createKeystoreHolder()
parentPort?.on('message', (question) => parentPort?.postMessage(answer(question)))
