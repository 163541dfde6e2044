import type { WebSocket } from 'ws'

/** More bytes than this waiting to be sent stop everything that would add to them. */
const CLOGGED_BYTES = 2 ** 20

/** The sending side of the connection: what many streams share. */
export type Line = {
  send(frame: Buffer): void
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
  return {
    isClogged,
    send(frame) {
      if (socket.readyState === socket.OPEN) socket.send(frame, { binary: true, compress: false }, sent)
    },
    whenFree: (work) => void waiting.add(work),
  }
}
