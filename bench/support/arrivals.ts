import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Calls that arrive when they are due, whether or not earlier ones were answered, over a fixed number of connections. */

/** One call: its status (0 when the connection broke), milliseconds from when it was due, and when that was. */
export type Outcome = { status: number; ms: number; dueMs: number }

export type Arrivals = { url: string; path: (index: number) => string; connections: number }

type Waiting = { path: string; dueMs: number }

const LENGTH = /content-length: (\d+)/i

/** A reader of answers as small as can be: the machine that asks is the machine that answers. */
class Line {
  readonly #socket: Socket
  #text: Buffer[] = []
  #size = 0
  #wanted = Number.POSITIVE_INFINITY
  #status = 0
  #settle: ((status: number) => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) => this.#take(bytes as Buffer))
    socket.on('error', () => this.#end(0))
    socket.on('close', () => this.#end(0))
  }

  static async open(url: URL): Promise<Line> {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new Line(socket)
  }

  get(path: string): Promise<number> {
    if (!this.#socket.writable) return Promise.resolve(0)
    return new Promise((resolve) => {
      this.#settle = resolve
      this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#size += bytes.length
    if (this.#wanted === Number.POSITIVE_INFINITY) {
      this.#text.push(bytes)
      const head = Buffer.concat(this.#text).toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.#status = Number(head.slice(9, 12))
      this.#wanted = end + 4 + Number(LENGTH.exec(head.slice(0, end))?.[1] ?? 0)
    }
    if (this.#size >= this.#wanted) this.#end(this.#status)
  }

  #end(status: number): void {
    this.#text = []
    this.#size = 0
    this.#wanted = Number.POSITIVE_INFINITY
    this.#settle?.(status)
    this.#settle = undefined
  }
}

/** Calls at a fixed rate of arrival; one that finds every connection taken waits, and its wait counts. */
export async function arrive(at: Arrivals, perSecond: number, seconds: number): Promise<Outcome[]> {
  const url = new URL(at.url)
  const lines = await Promise.all(Array.from({ length: at.connections }, () => Line.open(url)))
  const idle = [...lines]
  const waiting: Waiting[] = []
  const outcomes: Outcome[] = []
  const running = new Set<Promise<void>>()

  async function serve(line: Line, first: Waiting): Promise<void> {
    for (let one: Waiting | undefined = first; one; one = waiting.shift()) {
      const status = await line.get(one.path)
      outcomes.push({ status, ms: performance.now() - one.dueMs, dueMs: one.dueMs })
    }
    idle.push(line)
  }

  const start = performance.now()
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueMs = start + (index * 1000) / perSecond
    const early = dueMs - performance.now()
    if (early > 1) await sleep(early)
    const one = { path: at.path(index), dueMs }
    const line = idle.shift()
    if (!line) waiting.push(one)
    else {
      const task: Promise<void> = serve(line, one).finally(() => running.delete(task))
      running.add(task)
    }
  }
  while (running.size > 0) await Promise.all(running)
  for (const line of lines) line.close()
  return outcomes
}

/** How many calls a second are answered when as many clients ask again as soon as they are answered. */
export async function capacity(at: Arrivals, seconds: number): Promise<number> {
  const url = new URL(at.url)
  const until = performance.now() + seconds * 1000
  let index = 0
  async function client(): Promise<void> {
    const line = await Line.open(url)
    while (performance.now() < until) {
      const status = await line.get(at.path(index++))
      if (status !== 200) throw new Error(status === 0 ? 'the connection broke' : `answered ${status}`)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: at.connections }, client))
  return index / seconds
}
