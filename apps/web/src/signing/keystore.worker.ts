import { createKeystoreHolder } from './keystore-holder.ts'
import type { KeystoreQuestion } from './keystore-messages.ts'

/** Runs beside the page: unlocking computes for a second or more, and the key never enters the page's own memory. */

const answer = createKeystoreHolder()
self.addEventListener('message', ({ data }: MessageEvent<KeystoreQuestion>) => self.postMessage(answer(data)))
