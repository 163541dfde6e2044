import type { Socket } from 'node:net'
import { DATA, type Frame, OPEN, RESET, writeFrame } from '@trove/tunnel/frames'
import type { Line } from '@trove/tunnel/line'

/** A machine greets at once; our prober waits five seconds for it. */
const LOOK_MS = 4_000
/** What a machine said so lately is said again without asking it. */
const FRESH_MS = 5_000
const MOST_WAITING = 32
/** An SSH server's first line is at most this long. */
const GREETING_BYTES = 255

/**
 * Answers connections that there is no room for with the machine's own first words, and ends them. So whoever fills a
 * machine's port, its renter above all, cannot make it look silent: our prober hears it, and nobody else can use it.
 * The words come over one stream of the relay's own, which no connection can take.
 */
export function createGreetingLook(line: Line, newNumber: () => number) {
  const waiting = new Set<Socket>()
  let running: { number: number; limit: NodeJS.Timeout } | undefined
  let last: { at: number; words: Buffer } | undefined

  function begin(): void {
    const number = newNumber()
    const limit = setTimeout(() => {
      line.send(writeFrame(RESET, number))
      finish()
    }, LOOK_MS)
    running = { number, limit }
    line.send(writeFrame(OPEN, number))
  }

  /** Without words the machine is silent, and so is the answer. */
  function finish(words?: Buffer): void {
    clearTimeout(running?.limit)
    running = undefined
    if (words) last = { at: performance.now(), words }
    for (const socket of waiting) answer(socket, words)
    waiting.clear()
  }

  return {
    /** Takes the connection over, to its end. */
    tell(socket: Socket): void {
      socket.on('error', () => undefined)
      const isFresh = last !== undefined && performance.now() - last.at < FRESH_MS
      if (isFresh || waiting.size >= MOST_WAITING) return void answer(socket, isFresh ? last?.words : undefined)
      socket.once('close', () => waiting.delete(socket))
      waiting.add(socket)
      if (!running) begin()
    },
    /** Whether the frame was for this stream. */
    take({ kind, stream, bytes }: Frame): boolean {
      if (stream !== running?.number) return false
      if (kind === DATA) {
        line.send(writeFrame(RESET, stream))
        finish(Buffer.from(bytes.subarray(0, GREETING_BYTES)))
      } else if (kind === RESET) finish()
      return true
    },
    close(): void {
      finish()
    },
  }
}

function answer(socket: Socket, words: Buffer | undefined): void {
  if (!words) return void socket.destroy()
  socket.write(words)
  // An end alone would wait for the other side's.
  socket.destroySoon()
}
