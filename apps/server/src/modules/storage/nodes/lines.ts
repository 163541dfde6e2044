import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import type { AuditOutcome } from '@trove/contract/storage/audits'
import {
  NODE_READS_ALIVE,
  NODE_READS_ALIVE_MS,
  NODE_READS_REPLACED,
  type NodeQuestion,
} from '@trove/contract/storage/node'
import type { Bytes } from '@trove/stored-file/bytes'
import { isBlockOf } from '@trove/stored-file/reading'
import type { RawData } from 'ws'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Elsewhere } from './elsewhere.ts'
import { ANSWER_MS, type FrameWish } from './frame-wish.ts'

/** Nodes connected to one process. */
const MOST_LINES = 10_000
/** Frames asked of one node at a time: what its answers may hold in memory together, 8 MiB. */
const MOST_ASKED = 32
/** A node that was slow, or gave other bytes, is asked nothing for so long. */
const LEFT_ALONE_MS = 60_000
const BUSY_MS = 25
const NUMBER_BYTES = 4
const [GOING_AWAY, POLICY] = [1001, 1008]

/** The connection of one node. Whoever asks gets the bytes, or nothing; never an error. */
function createLine(socket: WebSocket) {
  const asked = new Map<number, (bytes: Bytes | undefined) => void>()
  let next = 0
  let hasPong = true
  const beat = setInterval(() => {
    if (!hasPong) return socket.terminate()
    hasPong = false
    socket.ping()
    socket.send(NODE_READS_ALIVE)
  }, NODE_READS_ALIVE_MS)
  socket.on('pong', () => {
    hasPong = true
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(beat)
    for (const settle of asked.values()) settle(undefined)
  })
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const answer = Buffer.isBuffer(data) ? data : undefined
    if (!isBinary || !answer || answer.length < NUMBER_BYTES) return socket.close(POLICY)
    // Not copied: the memory of a message is nobody else's.
    const bytes = answer.subarray(NUMBER_BYTES) as Bytes
    // An answer that comes too late has nobody waiting for it.
    asked.get(answer.readUInt32LE(0))?.(bytes.length > 0 ? bytes : undefined)
  })
  return {
    id: newId(),
    isBusy: () => asked.size >= MOST_ASKED,
    close: (code: number) => socket.close(code),
    ask(wish: FrameWish): Promise<Bytes | undefined> {
      const number = next
      next = (next + 1) % 2 ** 32
      return new Promise((resolve) => {
        const settle = (bytes: Bytes | undefined) => {
          clearTimeout(limit)
          asked.delete(number)
          resolve(bytes)
        }
        const limit = setTimeout(() => settle(undefined), ANSWER_MS)
        asked.set(number, settle)
        socket.send(JSON.stringify({ number, ...wish } satisfies NodeQuestion))
      })
    },
  }
}

type Line = ReturnType<typeof createLine>
type Answer = Bytes | 'busy' | undefined

/**
 * The nodes that are connected to this process, and reads through them and through those of other processes. A node behind a home
 * router opens the connection itself; other bytes than those that were asked for are never passed on.
 */
export function createNodeLines(log: Log, elsewhere: Elsewhere) {
  const lines = new Map<string, Line>()
  const leftAlone = new Map<string, number>()
  const beat = setInterval(
    () => elsewhere.repeat(() => [...lines].map(([account, { id }]) => ({ account, line: id }))),
    NODE_READS_ALIVE_MS,
  )

  /** Nothing more is asked of it for a while; the others are. */
  function leave(account: string, reason: string): void {
    log.warn({ account, reason }, 'a storage node did not give a frame it keeps')
    leftAlone.set(account, performance.now() + LEFT_ALONE_MS)
  }

  /** @returns `busy` when it is to be asked again in a moment, `absent` when it is not connected to this process */
  async function askHere(account: string, wish: FrameWish, frameCid: string): Promise<Answer | 'absent'> {
    const line = lines.get(account)
    if (!line) return 'absent'
    if (leftAlone.has(account)) return undefined
    if (line.isBusy()) return 'busy'
    return await askLine(account, line, wish, frameCid).then((answer) =>
      typeof answer === 'string' ? undefined : answer,
    )
  }

  /** Whoever gave nothing, or other bytes, is left alone after it. */
  async function askLine(account: string, line: Line, wish: FrameWish, frameCid: string) {
    const bytes = await line.ask(wish)
    if (bytes && (await isBlockOf(frameCid, bytes))) return bytes
    leave(account, bytes ? 'other bytes' : 'no answer')
    return bytes ? 'wrong' : 'silent'
  }

  /** Asks each in turn, until one gives the frame or all refuse. */
  async function askAll(accounts: string[], ask: (account: string) => Promise<Answer>): Promise<Bytes | undefined> {
    const end = performance.now() + ANSWER_MS
    for (;;) {
      let isBusy = false
      for (const [account, until] of leftAlone) if (until <= performance.now()) leftAlone.delete(account)
      for (const account of accounts) {
        const answer = await ask(account)
        if (answer === 'busy') isBusy = true
        else if (answer) return answer
      }
      if (!isBusy || performance.now() > end) return undefined
      await sleep(BUSY_MS)
    }
  }

  return {
    /** Takes a node's connection; one that it opened before is closed. */
    add(account: string, socket: WebSocket): void {
      if (lines.size >= MOST_LINES) {
        socket.close(GOING_AWAY)
        return
      }
      lines.get(account)?.close(NODE_READS_REPLACED)
      const line = createLine(socket)
      lines.set(account, line)
      elsewhere.note({ account, line: line.id })
      socket.on('close', () => {
        if (lines.get(account) === line) lines.delete(account)
        elsewhere.forget(line.id)
      })
    },
    /**
     * A frame from any of these nodes, held against its identifier; undefined when none of them gives it now.
     * @param last nodes that are asked when the others do not give it
     */
    read(accounts: string[], wish: FrameWish, frameCid: string, last: string[] = []): Promise<Bytes | undefined> {
      // Each frame begins at another node: all of them carry the load.
      const turn = wish.frame % Math.max(1, accounts.length)
      return askAll([...accounts.slice(turn), ...accounts.slice(0, turn), ...last], async (account) => {
        const answer = await askHere(account, wish, frameCid)
        return answer === 'absent' ? elsewhere.read(account, wish, frameCid) : answer
      })
    },
    /** The same from a node that is connected to this process: what other processes ask for. */
    readHere(account: string, wish: FrameWish, frameCid: string): Promise<Bytes | undefined> {
      return askAll([account], async () => {
        const answer = await askHere(account, wish, frameCid)
        return answer === 'absent' ? undefined : answer
      })
    },
    /** What a node answers that should be connected to this process: also one that is left alone. Unknown while others keep it busy. */
    async sampleHere(account: string, wish: FrameWish, frameCid: string): Promise<AuditOutcome> {
      for (const end = performance.now() + ANSWER_MS; ; await sleep(BUSY_MS)) {
        const line = lines.get(account)
        if (!line) return 'absent'
        if (line.isBusy() && performance.now() > end) return 'unknown'
        if (line.isBusy()) continue
        const answer = await askLine(account, line, wish, frameCid)
        return typeof answer === 'string' ? answer : 'given'
      }
    },
    stop(): void {
      clearInterval(beat)
      for (const line of lines.values()) line.close(GOING_AWAY)
    },
  }
}

export type NodeLines = ReturnType<typeof createNodeLines>
