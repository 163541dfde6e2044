import type { Socket } from 'node:net'
import { CREDIT, DATA, DATA_BYTES, END, type Frame, RESET, WINDOW_BYTES, writeCredit, writeFrame } from './frames.ts'
import type { Line } from './line.ts'

/** Small pieces that follow each other this soon are gathered for so long: a frame costs the same, however short. */
const GATHER_MS = 1
const SOON_MS = 2
/** After the other side gave a stream up, the bytes that came before have so long to be taken. */
const LINGER_MS = 5_000

/** Bytes held for sockets that do not take them, over all streams of a process. `passed` is told of all that pass. */
export type Budget = { held: number; readonly most: number; passed?: (bytes: number) => void }

export type TunnelStream = {
  /** False for a frame that a fair other side does not send. */
  take(frame: Frame): boolean
  /** Ends both directions at once. */
  reset(): void
  /** When bytes last passed, and whether any came from the socket yet. By `performance.now()`. */
  activity(): { at: number; hasSpoken: boolean }
}

/**
 * Joins a socket with a stream of the line. Each direction passes only as much as the other end has room for, so that what
 * is held for a slow reader stays within a window. `over` is called once, when nothing of the stream is left.
 */
export function joinStream(
  number: number,
  socket: Socket,
  { line, budget, over }: { line: Line; budget: Budget; over: () => void },
): TunnelStream {
  let [credit, room, taken] = [WINDOW_BYTES, WINDOW_BYTES, 0]
  let [hasSpoken, isEndSent, isEndTaken, isGone] = [false, false, false, false]
  let at = performance.now()
  let pumpedAt = 0
  let gathering: NodeJS.Timeout | undefined

  function pump(): void {
    while (credit > 0 && !isGone) {
      if (line.isClogged()) {
        line.whenFree(pump)
        return
      }
      const most = Math.min(credit, DATA_BYTES, socket.readableLength)
      // Reading nothing is how a stream is asked to say that it has ended.
      const bytes = socket.read(most) as Buffer | null
      if (!bytes) return
      credit -= bytes.length
      at = performance.now()
      hasSpoken = true
      line.sendData(number, bytes)
      budget.passed?.(bytes.length)
    }
  }

  function pumpAll(): void {
    gathering = undefined
    pump()
    pumpedAt = performance.now()
  }

  /** What comes alone, as a key that is pressed, goes at once; so does a whole frame. */
  function gather(): void {
    if (gathering) return
    const isAlone = performance.now() - pumpedAt > SOON_MS
    if (isAlone || socket.readableLength >= DATA_BYTES) pumpAll()
    else gathering = setTimeout(pumpAll, GATHER_MS)
  }

  function write(bytes: Buffer): boolean {
    room -= bytes.length
    if (room < 0) return false
    at = performance.now()
    budget.held += bytes.length
    budget.passed?.(bytes.length)
    socket.write(bytes, () => {
      budget.held -= bytes.length
      taken += bytes.length
      if (taken < WINDOW_BYTES / 2 || isGone) return
      room += taken
      line.send(writeCredit(number, taken))
      taken = 0
    })
    if (budget.held > budget.most) stream.reset()
    return true
  }

  socket.on('readable', gather)
  socket.on('end', () => {
    isEndSent = true
    if (!isGone) line.send(writeFrame(END, number))
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    if (!isGone && !(isEndSent && isEndTaken)) line.send(writeFrame(RESET, number))
    isGone = true
    clearTimeout(gathering)
    over()
  })
  const stream: TunnelStream = {
    take({ kind, bytes }) {
      if (kind === DATA) return !isEndTaken && write(bytes)
      if (kind === END) {
        isEndTaken = true
        socket.end()
      } else if (kind === CREDIT) {
        credit += bytes.readUInt32LE(0)
        if (credit > WINDOW_BYTES) return false
        pump()
      } else if (kind === RESET) {
        isGone = true
        socket.destroySoon()
        setTimeout(() => socket.destroy(), LINGER_MS).unref()
      } else return false
      return true
    },
    reset: () => void socket.destroy(),
    activity: () => ({ at, hasSpoken }),
  }
  return stream
}
