import type { Socket } from 'node:net'
import { CREDIT, DATA, DATA_BYTES, END, type Frame, RESET, WINDOW_BYTES, writeCredit, writeFrame } from './frames.ts'
import type { Line } from './line.ts'

/** Small pieces that follow each other this soon are gathered for so long: a frame costs the same, however short. */
const GATHER_MS = 1
const SOON_MS = 2
/** After the other side gave a stream up, the bytes that came before have so long to be taken. */
const LINGER_MS = 5_000

/** Bytes held for sockets that do not take them, over all streams of a process. `passed` is told of all that pass. */
export type Budget = { held: number; readonly most: number; passed?: (bytes: number) => void; holders: Set<Holder> }
/** What one stream holds, of which line it is, and how it is given up. */
type Holder = { held: number; readonly line: Line; reset(): void }

/** A budget of this many bytes, of which none is used yet. */
export function createBudget(most: number, passed?: (bytes: number) => void): Budget {
  return { held: 0, most, holders: new Set(), ...(passed && { passed }) }
}

/**
 * Over the budget, of the line that holds most the stream that holds most goes. The one that is written to next may hold
 * nothing, and a fair reader that is slow holds a window, but on one stream.
 */
function keepWithin(budget: Budget): void {
  while (budget.held > budget.most) {
    const ofLine = new Map<Line, number>()
    for (const { line, held } of budget.holders) ofLine.set(line, (ofLine.get(line) ?? 0) + held)
    const weight = ({ line, held }: Holder) => [ofLine.get(line)!, held] as const
    let heaviest: Holder | undefined
    for (const holder of budget.holders) {
      const [lines, own] = weight(holder)
      const [most, mostOwn] = heaviest ? weight(heaviest) : [0, 0]
      if (lines > most || (lines === most && own > mostOwn)) heaviest = holder
    }
    if (!heaviest) return
    heaviest.reset()
  }
}

export type TunnelStream = {
  /** False for a frame that a fair other side does not send. */
  take(frame: Frame): boolean
  /** Ends both directions at once. */
  reset(): void
  /**
   * When bytes last passed, and whether any came from the socket yet. `heldSince`: bytes are held for the socket, and none
   * were taken since then. By `performance.now()`.
   */
  activity(): { at: number; hasSpoken: boolean; heldSince: number | undefined }
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
  let [pumpedAt, takenAt] = [0, 0]
  const holder: Holder = {
    held: 0,
    line,
    reset() {
      letGo()
      socket.destroy()
    },
  }

  /** Nothing is held any more: what a socket that is destroyed did not take is gone with it. */
  function letGo(): void {
    budget.held -= holder.held
    holder.held = 0
    budget.holders.delete(holder)
  }
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
    if (socket.destroyed) return true
    at = performance.now()
    if (holder.held === 0) takenAt = at
    holder.held += bytes.length
    budget.held += bytes.length
    budget.holders.add(holder)
    budget.passed?.(bytes.length)
    socket.write(bytes, () => {
      takenAt = performance.now()
      const mine = Math.min(bytes.length, holder.held)
      holder.held -= mine
      budget.held -= mine
      if (holder.held === 0) budget.holders.delete(holder)
      taken += bytes.length
      if (taken < WINDOW_BYTES / 2 || isGone) return
      room += taken
      line.send(writeCredit(number, taken))
      taken = 0
    })
    keepWithin(budget)
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
    letGo()
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
    reset: holder.reset,
    activity: () => ({ at, hasSpoken, heldSince: holder.held > 0 ? takenAt : undefined }),
  }
  return stream
}
