import { connect, type Socket } from 'node:net'
import type { MalwareScanner, MalwareSession, MalwareVerdict } from '../model/malware-scanner.ts'

/** Where clamd listens: a path of a unix socket, or host and port. */
export type ClamdAddress = { path: string } | { host: string; port: number }

/** clamd looks at a file of some MB in seconds; one that is silent for longer does not answer at all. */
const SILENT_MS = 60_000
const CHUNK_BYTES = 64 * 1024
const REPLY_BYTES = 4096
const NAME_CHARS = 200

/** ClamAV's daemon by its own protocol: one session, and INSTREAM for each file. */
export function createClamd(address: ClamdAddress, silentMs = SILENT_MS): MalwareScanner {
  return {
    async version() {
      const socket = connect(address)
      const replies = readReplies(socket, silentMs)
      await replies.connected
      socket.write('zVERSION\0')
      const said = await replies.next().finally(() => socket.destroy())
      // Engine and signatures; the date behind them says no more.
      const name = /^ClamAV [^/\s]{1,60}(?:\/\d{1,10})?/.exec(said)?.[0]
      if (!name) throw new Error(`clamd said ${JSON.stringify(said)}`)
      return name
    },
    async open() {
      const socket = connect(address)
      const replies = readReplies(socket, silentMs)
      await replies.connected
      socket.write('zIDSESSION\0')
      return sessionOf(socket, replies)
    },
  }
}

type Replies = { connected: Promise<void>; next(): Promise<string>; hasEnded(): boolean }

/** Answers end with a NUL. One that never comes, a cut and a text without end are failures of whoever waits. */
function readReplies(socket: Socket, silentMs: number): Replies {
  let [text, failed] = ['', undefined as Error | undefined]
  let waiting: { resolve: (reply: string) => void; reject: (error: Error) => void } | undefined
  const settle = () => {
    const end = text.indexOf('\0')
    if (waiting && end >= 0) {
      const reply = text.slice(0, end)
      text = text.slice(end + 1)
      waiting.resolve(reply)
    } else if (waiting && failed) waiting.reject(failed)
    else return
    waiting = undefined
  }
  const fail = (error: Error) => {
    failed ??= error
    socket.destroy()
    settle()
  }
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('close', () => reject(failed ?? new Error('clamd is not there')))
  })
  connected.catch(() => {})
  socket.setTimeout(silentMs, () => fail(new Error('clamd is silent')))
  socket.setEncoding('utf8')
  socket.on('data', (data: string) => {
    text += data
    if (text.length > REPLY_BYTES) fail(new Error('clamd answers without end'))
    settle()
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('clamd hung up')))
  return {
    connected,
    hasEnded: () => text.includes('\0') || failed !== undefined,
    next: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        settle()
      }),
  }
}

function sessionOf(socket: Socket, replies: Replies): MalwareSession {
  let files = 0
  return {
    async look(bytes) {
      files++
      socket.write('zINSTREAM\0')
      // It says so at once when a file is too large, and reads no more of it.
      for await (const piece of bytes) {
        for (let at = 0; at < piece.length && !replies.hasEnded(); at += CHUNK_BYTES)
          await send(socket, piece.subarray(at, at + CHUNK_BYTES))
        if (replies.hasEnded()) break
      }
      if (!replies.hasEnded()) socket.write(Buffer.alloc(4))
      return verdictOf(await replies.next(), files)
    },
    end() {
      if (!socket.destroyed) socket.end('zEND\0')
    },
  }
}

const OVER = ['drain', 'data', 'close'] as const

/** One chunk with its length before it; returns once there is room for the next, or an answer, which ends the file. */
async function send(socket: Socket, chunk: Uint8Array): Promise<void> {
  if (socket.destroyed) return
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  socket.write(length)
  if (socket.write(chunk)) return
  await new Promise<void>((resolve) => {
    const done = () => {
      for (const event of OVER) socket.off(event, done)
      resolve()
    }
    for (const event of OVER) socket.on(event, done)
  })
}

/** Reads `1: stream: OK` and its like. @throws Error for every answer that is none of them */
function verdictOf(reply: string, number: number): MalwareVerdict {
  const [, id, said = ''] = /^(\d+): (.*)$/s.exec(reply.trim()) ?? []
  if (/^INSTREAM size limit exceeded/.test(said)) return { kind: 'too-large' }
  const [, verdict = ''] = /^stream: (.*)$/s.exec(said) ?? []
  const name = /^(.+) FOUND$/s.exec(verdict)?.[1]
  if (Number(id) !== number || (verdict !== 'OK' && !name)) throw new Error(`clamd said ${JSON.stringify(reply)}`)
  return name ? { kind: 'found', name: name.toWellFormed().slice(0, NAME_CHARS) } : { kind: 'clean' }
}
