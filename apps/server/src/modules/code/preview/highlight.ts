import { Worker } from 'node:worker_threads'
import type { TOKEN_KINDS } from '@trove/contract/code/preview'
import { LRUCache } from 'lru-cache'

export type Token = { kind: (typeof TOKEN_KINDS)[number]; text: string }
export type Asked = { text: string; ending: string }

/** Longer than any honest file takes; the thread is ended then, and the next file gets a new one. */
const PATIENCE_MS = 10_000
/** What ended a thread is shown without colours for so long, before it may end another. */
const PLAIN_MS = 10 * 60_000
const HELD_FILES = 200
const WAITING_MOST = 32

const plain = (text: string): Token[][] => text.split('\n').map((line) => (line ? [{ kind: 'plain', text: line }] : []))

const startThread = () => new Worker(new URL('./highlight-worker.ts', import.meta.url))

/** What came of a file: its colours; `slow` when it ended its thread; `unlucky` when another file of the same thread did. */
type Outcome = { lines: Token[][] | null } | 'slow' | 'unlucky'

/** One thread and the files it was given, the first of which it works on. */
function openThread(make: () => Worker, onEnd: () => void) {
  const worker = make()
  const waiting = new Map<number, (outcome: Outcome) => void>()
  let lastId = 0
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(timer)
    onEnd()
    void worker.terminate()
    const [first, ...others] = waiting.values()
    waiting.clear()
    first?.('slow')
    for (const give of others) give('unlucky')
  }
  /** Each file has the whole time, however many wait before it. */
  const waitForFirst = () => {
    clearTimeout(timer)
    timer = waiting.size > 0 ? setTimeout(end, PATIENCE_MS) : undefined
  }
  // It must not keep a process that is done from ending.
  worker.unref()
  worker.on('error', end)
  worker.on('message', ({ id, lines }: { id: number; lines: Token[][] | null }) => {
    const give = waiting.get(id)
    waiting.delete(id)
    waitForFirst()
    give?.({ lines })
  })
  return {
    isFull: () => waiting.size >= WAITING_MOST,
    ask: (asked: Asked) =>
      new Promise<Outcome>((give) => {
        waiting.set(++lastId, give)
        if (waiting.size === 1) waitForFirst()
        worker.postMessage({ id: lastId, asked })
      }),
  }
}

/**
 * Colours of files, in a thread; what could not be coloured in time, or is one too many, comes without colours.
 * @param make starts the thread; tests give one of their own
 */
export function createHighlighting(make: () => Worker = startThread) {
  const held = new LRUCache<string, Token[][]>({ max: HELD_FILES })
  const slow = new LRUCache<string, true>({ max: HELD_FILES, ttl: PLAIN_MS, ttlResolution: 0, perf: Date })
  let thread: ReturnType<typeof openThread> | undefined
  const open = () => {
    const made = openThread(make, () => {
      // Another may have been opened meanwhile.
      if (thread === made) thread = undefined
    })
    return made
  }
  return {
    /** @param key names the very bytes and the language, such as an object's name with an ending */
    async lines(key: string, asked: Asked): Promise<Token[][]> {
      const known = held.get(key)
      if (known) return known
      if (slow.has(key)) return plain(asked.text)
      thread ??= open()
      const outcome = thread.isFull() ? 'unlucky' : await thread.ask(asked)
      if (outcome === 'slow') slow.set(key, true)
      if (typeof outcome === 'string' || !outcome.lines) return plain(asked.text)
      held.set(key, outcome.lines)
      return outcome.lines
    },
  }
}

export type Highlighting = ReturnType<typeof createHighlighting>
