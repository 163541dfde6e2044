import { Worker } from 'node:worker_threads'
import type { Bytes } from '@trove/stored-file/bytes'

/** The trees over frames are made in a thread: those of one part are 16,000 hashes, and would hold up every other call. */

export type Asked = { id: number; bytes: Bytes; lengths: number[] }
export type Answered = { id: number; roots: Bytes[] }

type Waiting = { resolve: (roots: Bytes[]) => void; reject: (error: unknown) => void }

function openThread(onEnd: () => void) {
  const worker = new Worker(new URL('./frame-roots-worker.ts', import.meta.url))
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  // It must not keep a process that is done from ending.
  worker.unref()
  worker.on('error', (error) => {
    onEnd()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  })
  worker.on('message', ({ id, roots }: Answered) => {
    waiting.get(id)?.resolve(roots)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
  })
  return (bytes: Bytes, lengths: number[]) =>
    new Promise<Bytes[]>((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, bytes, lengths } satisfies Asked, [bytes.buffer])
    })
}

let thread: ReturnType<typeof openThread> | undefined

/**
 * The root over the leaves of each frame, in order.
 * @param bytes the frames, one after the other, in memory of their own, which is empty afterwards
 */
export function frameRoots(bytes: Bytes, lengths: number[]): Promise<Bytes[]> {
  thread ??= openThread(() => {
    thread = undefined
  })
  return thread(bytes, lengths)
}
