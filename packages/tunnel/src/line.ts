import type { WebSocket } from 'ws'
import { DATA, FRAME_BYTES, writeFrame } from './frames.ts'

/** More bytes than this waiting to be sent stop everything that would add to them. */
const CLOGGED_BYTES = 2 ** 20
/** Memory for frames on their way out, used again by all lines of a process: new memory for each is what costs most. */
const MOST_SPARE = 64
const spare: Buffer[] = []

/** The sending side of the connection: what many streams share. */
export type Line = {
  send(frame: Buffer): void
  /** The bytes may change once it returns. */
  sendData(stream: number, bytes: Buffer): void
  isClogged(): boolean
  /** Called once when there is room again. */
  whenFree(work: () => void): void
}

/** Sends over a WebSocket; what is sent after its end goes nowhere. */
export function createLine(socket: WebSocket): Line {
  const waiting = new Set<() => void>()
  const isClogged = () => socket.bufferedAmount > CLOGGED_BYTES
  const sent = () => {
    if (waiting.size === 0 || isClogged()) return
    const ready = [...waiting]
    waiting.clear()
    for (const work of ready) work()
  }
  const send = (frame: Buffer, done: () => void) => {
    if (socket.readyState === socket.OPEN) socket.send(frame, { binary: true, compress: false }, done)
  }
  return {
    isClogged,
    send: (frame) => send(frame, sent),
    sendData(stream, bytes) {
      const space = spare.pop() ?? Buffer.allocUnsafeSlow(FRAME_BYTES)
      send(writeFrame(DATA, stream, bytes, space), () => {
        if (spare.length < MOST_SPARE) spare.push(space)
        sent()
      })
    },
    whenFree: (work) => void waiting.add(work),
  }
}
