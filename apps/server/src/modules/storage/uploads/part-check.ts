import { Worker } from 'node:worker_threads'
import { type Bytes, FileDamaged } from '@trove/stored-file/bytes'
import { giveMemory } from './part-memory.ts'

/**
 * Parts are checked in a thread: the hashes of one part and the trees over its frames take some 50 ms, and would hold up every
 * other call. Bytes are lent to it and come back without being copied.
 */

/** What is known of a part: its frames, one after the other in `bytes`, and the SHA-256 of these bytes. */
export type CheckedPart = { bytes: Bytes; sha256: Bytes; frames: { cid: string; root: Bytes; bytes: number }[] }

/** Frames as they come, or with `car` the CAR file of a part by its SHA-256. */
type Question = { bytes: Bytes; lengths: number[]; car?: string }
export type Asked = Question & { id: number }
export type Answered = { id: number } & ({ part: CheckedPart } | { damaged: string; bytes: Bytes })

type Waiting = { resolve: (answer: Answered) => void; reject: (error: unknown) => void }

function openThread(onEnd: () => void) {
  const worker = new Worker(new URL('./part-check-worker.ts', import.meta.url))
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  // It must not keep a process that is done from ending.
  worker.unref()
  worker.on('error', (error) => {
    onEnd()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  })
  worker.on('message', (answer: Answered) => {
    waiting.get(answer.id)?.resolve(answer)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
  })
  return (question: Question) =>
    new Promise<Answered>((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, ...question } satisfies Asked, [question.bytes.buffer])
    })
}

let thread: ReturnType<typeof openThread> | undefined

/**
 * Reads a part as it travelled, or frames one after the other.
 * @param question `bytes` in memory of their own, which is lent: it is empty afterwards. `lengths` of the frames that belong there
 * @throws FileDamaged when it is not the part of this hash, or not one with these frames
 */
export async function checkPart(question: Question): Promise<CheckedPart> {
  thread ??= openThread(() => {
    thread = undefined
  })
  const answer = await thread(question)
  if ('part' in answer) return answer.part
  giveMemory(answer.bytes)
  throw new FileDamaged(answer.damaged)
}
