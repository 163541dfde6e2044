import { join } from 'node:path'
import { Worker as Thread } from 'node:worker_threads'
import { vi } from 'vitest'

/** Stands in for the browser's worker, which jsdom has not: the same program in a thread of Node. */
export function fakeKeystoreWorker(): { alive: () => number; hold: () => () => void } {
  let alive = 0
  let answers = Promise.resolve()
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      thread = new Thread(join(import.meta.dirname, 'keystore-thread.ts'))
      isAlive = true
      constructor() {
        super()
        alive++
        this.thread.on('message', (data) => {
          void answers.then(() => this.isAlive && this.dispatchEvent(new MessageEvent('message', { data })))
        })
        this.thread.on('error', () => this.dispatchEvent(new Event('error')))
      }
      postMessage(question: unknown): void {
        this.thread.postMessage(question)
      }
      terminate(): void {
        if (!this.isAlive) return
        this.isAlive = false
        alive--
        void this.thread.terminate()
      }
    },
  )
  return {
    alive: () => alive,
    /** Answers nothing until the answer to this is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      answers = promise
      return resolve
    },
  }
}
