import { join } from 'node:path'
import { Worker as Thread } from 'node:worker_threads'
import { vi } from 'vitest'

let thread: Thread | undefined
let nextId = 0
/** Loading the program takes two seconds: all workers of a test file share a thread, each with a holder of its own. */
function theThread(): Thread {
  thread ??= new Thread(join(import.meta.dirname, 'keystore-thread.ts')).setMaxListeners(0)
  thread.unref()
  return thread
}

/** Stands in for the browser's worker, which jsdom has not: the same program in a thread of Node. */
export function fakeKeystoreWorker(): { alive: () => number; hold: () => () => void } {
  let alive = 0
  let answers = Promise.resolve()
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      id = ++nextId
      isAlive = true
      constructor() {
        super()
        alive++
        theThread().on('message', this.tell).on('error', this.fail)
      }
      tell = ({ id, data }: { id: number; data: unknown }) => {
        if (id !== this.id) return
        void answers.then(() => this.isAlive && this.dispatchEvent(new MessageEvent('message', { data })))
      }
      fail = () => this.dispatchEvent(new Event('error'))
      postMessage(question: unknown): void {
        theThread().postMessage({ id: this.id, question })
      }
      terminate(): void {
        if (!this.isAlive) return
        this.isAlive = false
        alive--
        theThread().off('message', this.tell).off('error', this.fail)
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
