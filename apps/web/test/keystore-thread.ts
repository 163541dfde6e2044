import { parentPort } from 'node:worker_threads'
import { createKeystoreHolder } from '../src/features/wallet/chain/keystore-holder.ts'

/** The browser's worker as a thread of Node: the same program behind the same door. */
const answer = createKeystoreHolder()
parentPort?.on('message', (question) => parentPort?.postMessage(answer(question)))
