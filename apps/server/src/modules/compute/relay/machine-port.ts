import { createServer, type Server, type Socket } from 'node:net'
import { type Frame, OPEN, writeFrame } from '@trove/tunnel/frames'
import type { Line } from '@trove/tunnel/line'
import { type Budget, joinStream, type TunnelStream } from '@trove/tunnel/stream'
import { createGreetingLook } from './greeting-look.ts'

/** Connections to one machine at a time, and from one address. */
const MOST_STREAMS = 64
const MOST_OF_ONE_ADDRESS = 24
/** What an address may always keep; of a full machine, one with more makes room for an address with less. */
const FAIR_OF_ONE_ADDRESS = 4
/** A client names itself at once; who says nothing for so long is no SSH client. */
const SILENT_MS = 30_000
/** A session on which nothing passes for so long is given up. */
const IDLE_MS = 2 * 3600_000
/** Bytes that nobody took for so long take room from everybody. */
const UNTAKEN_MS = 120_000
const KEEP_ALIVE_MS = 60_000
/** The connection before this one, in whichever process, gives the port free in a moment. */
const LISTEN_AGAIN_MS = 200

/** The port of one machine for as long as its agent is connected: each connection to it becomes a stream. */
export function createMachinePort({
  line,
  budget,
  bind,
  port,
}: {
  line: Line
  budget: Budget
  bind: string
  port: number
}) {
  const streams = new Map<number, { stream: TunnelStream; from: string }>()
  let next = 1
  const look = createGreetingLook(line, newNumber)
  let isClosed = false
  const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, accept)

  function newNumber(): number {
    const number = next
    next = (next + 1) % 2 ** 32
    return number
  }

  /**
   * Ends what rests longest of the address that holds most: whose lease is over must not keep the machine from being
   * taken back by filling its port. False when no address has more than its share.
   */
  function makeRoom(): boolean {
    const held = [...streams].map(([number, { from, stream }]) => ({ number, from, stream, at: stream.activity().at }))
    const countOf = (address: string) => held.filter(({ from }) => from === address).length
    const most = Math.max(...held.map(({ from }) => countOf(from)))
    if (most <= FAIR_OF_ONE_ADDRESS) return false
    const [oldest] = held.filter(({ from }) => countOf(from) === most).toSorted((one, other) => one.at - other.at)
    const { number, stream } = oldest!
    stream.reset()
    streams.delete(number)
    return true
  }

  function accept(socket: Socket): void {
    const from = socket.remoteAddress ?? ''
    const ofThis = [...streams.values()].filter((other) => other.from === from).length
    if (isClosed) return void socket.destroy()
    if (ofThis >= MOST_OF_ONE_ADDRESS) return void look.tell(socket)
    if (streams.size >= MOST_STREAMS && (ofThis >= FAIR_OF_ONE_ADDRESS || !makeRoom())) return void look.tell(socket)
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    const number = newNumber()
    line.send(writeFrame(OPEN, number))
    const over = () => streams.delete(number)
    streams.set(number, { from, stream: joinStream(number, socket, { line, budget, over }) })
  }

  return {
    /** Waits until the port is free, and listens; false when it was closed before. */
    async listen(): Promise<boolean> {
      while (!isClosed) {
        if (await listenOnce(server, bind, port)) {
          // Closed while it was about to listen: closing what does not listen yet does nothing.
          if (isClosed) server.close(() => undefined)
          return !isClosed
        }
        await new Promise((resolve) => setTimeout(resolve, LISTEN_AGAIN_MS).unref())
      }
      return false
    },
    /** False for what a fair agent does not send. */
    take(frame: Frame): boolean {
      if (frame.kind === OPEN) return false
      if (look.take(frame)) return true
      // Of a stream that is over, frames may still be on their way.
      return streams.get(frame.stream)?.stream.take(frame) ?? true
    },
    /** Gives up what is silent from the beginning, idle for long, or does not take what it is sent. */
    sweep(now: number): void {
      for (const { stream } of streams.values()) {
        const { at, hasSpoken, heldSince } = stream.activity()
        const isUntaken = heldSince !== undefined && now - heldSince > UNTAKEN_MS
        if (isUntaken || now - at > (hasSpoken ? IDLE_MS : SILENT_MS)) stream.reset()
      }
    },
    streams: () => streams.size,
    close(): void {
      isClosed = true
      server.close(() => undefined)
      look.close()
      for (const { stream } of streams.values()) stream.reset()
    },
  }
}

export type MachinePort = ReturnType<typeof createMachinePort>

/** @throws Error for an address that cannot be listened on at all */
function listenOnce(server: Server, bind: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off('listening', opened)
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    }
    const opened = () => {
      server.off('error', failed)
      resolve(true)
    }
    server.once('error', failed)
    server.once('listening', opened)
    server.listen(port, bind)
  })
}
