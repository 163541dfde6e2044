import { Worker } from 'node:worker_threads'
import type { TOKEN_KINDS } from '@trove/contract/code/preview'

export type Token = { kind: (typeof TOKEN_KINDS)[number]; text: string }
export type Asked = { text: string; ending: string }

/** Longer than any honest file takes; the thread is ended then, and the next file gets a new one. */
const PATIENCE_MS = 10_000
const HELD_FILES = 200
const WAITING_MOST = 32

const plain = (text: string): Token[][] => text.split('\n').map((line) => (line ? [{ kind: 'plain', text: line }] : []))

/** Colours of files, in a thread; what could not be coloured in time, or is one too many, comes without colours. */
export function createHighlighting() {
  const held = new Map<string, Token[][]>()
  const waiting = new Map<number, (lines: Token[][] | null) => void>()
  let worker: Worker | undefined
  let lastId = 0
  const end = () => {
    void worker?.terminate()
    worker = undefined
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
  }
  const start = () => {
    const made = new Worker(new URL('./highlight-worker.ts', import.meta.url))
    // It must not keep a process that is done from ending.
    made.unref()
    made.on('message', ({ id, lines }: { id: number; lines: Token[][] | null }) => waiting.get(id)?.(lines))
    made.on('error', end)
    worker = made
    return made
  }
  const ask = (asked: Asked) =>
    new Promise<Token[][] | null>((resolve) => {
      const id = ++lastId
      const timer = setTimeout(end, PATIENCE_MS)
      waiting.set(id, (lines) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(lines)
      })
      ;(worker ?? start()).postMessage({ id, asked })
    })
  return {
    /** @param key names the very bytes and the language, such as an object's name with an ending */
    async lines(key: string, asked: Asked): Promise<Token[][]> {
      const known = held.get(key)
      if (known) return known
      if (waiting.size >= WAITING_MOST) return plain(asked.text)
      const lines = (await ask(asked)) ?? plain(asked.text)
      held.set(key, lines)
      if (held.size > HELD_FILES) held.delete(held.keys().next().value!)
      return lines
    },
  }
}

export type Highlighting = ReturnType<typeof createHighlighting>
