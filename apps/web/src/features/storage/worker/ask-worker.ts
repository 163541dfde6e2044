import type { Answer, Asks, Question } from './messages.ts'

/** What the worker could not do. `isWrong`: the passphrase does not open the box. */
export class WorkerRefusal extends Error {
  readonly isWrong: boolean
  constructor(message: string, isWrong: boolean) {
    super(message)
    this.isWrong = isWrong
  }
}

type Waiting = { done?: (bytes: number) => void; resolve: (answer: never) => void; reject: (error: Error) => void }

let worker: Worker | undefined
let count = 0
const waiting = new Map<number, Waiting>()

function hear({ data }: MessageEvent<Answer>): void {
  const asked = waiting.get(data.id)
  if (!asked) return
  if ('done' in data) {
    asked.done?.(data.done)
    return
  }
  waiting.delete(data.id)
  if ('answer' in data) asked.resolve(data.answer as never)
  else asked.reject(new WorkerRefusal(data.failed, data.isWrong))
}

/** A worker that cannot be loaded, or breaks down, answers nobody; the next question starts another. */
function breakDown(): void {
  worker?.terminate()
  worker = undefined
  for (const { reject } of waiting.values()) reject(new WorkerRefusal('the worker broke down', false))
  waiting.clear()
}

function open(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./storage.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', hear)
  worker.addEventListener('error', breakDown)
  worker.addEventListener('messageerror', breakDown)
  return worker
}

/**
 * Asks the worker. Once `signal` says so the worker is told to stop, and whatever it still answers is not heard.
 * @throws WorkerRefusal, or the reason of the signal
 */
export function askWorker<Name extends keyof Asks>(
  name: Name,
  given: Asks[Name]['given'],
  { done, signal }: { done?: (bytes: number) => void; signal?: AbortSignal } = {},
): Promise<Asks[Name]['answer']> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const id = ++count
    waiting.set(id, { done, resolve, reject })
    open().postMessage({ id, name, given } as Question)
    signal?.addEventListener('abort', () => {
      if (!waiting.delete(id)) return
      worker?.postMessage({ id, name: 'stop' } satisfies Question)
      reject(signal.reason)
    })
  })
}
