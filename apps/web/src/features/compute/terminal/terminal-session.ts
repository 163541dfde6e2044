import { type TerminalClientMessage, TerminalServerMessage } from '@trove/contract/compute/terminal'

/** One shell over a WebSocket: output as binary frames, everything else as JSON text (contract/terminal.ts). */

export type CloseReason = Extract<TerminalServerMessage, { type: 'closed' }>['reason'] | 'lost'
type Size = { cols: number; rows: number }

export type SessionEvents = {
  onReady: () => void
  onOutput: (bytes: Uint8Array) => void
  /** Called once; `lost` when the connection broke without a word. */
  onClosed: (reason: CloseReason) => void
}
export type TerminalSession = { input: (data: string) => void; resize: (size: Size) => void; close: () => void }

/** The longest text of one input message. */
const INPUT_MAX = 32_768
const CLOSE_NORMAL = 1000

/** Where the socket is: the page's own host, with the page's own security. */
export function socketAddress(path: string, location: Pick<Location, 'protocol' | 'host'>): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`
}

/** Keeps a size inside what the contract allows. */
export function boundedSize({ cols, rows }: Size): Size {
  return { cols: Math.min(500, Math.max(10, cols)), rows: Math.min(200, Math.max(3, rows)) }
}

/** Opens a shell with a ticket; the ticket is the first message and never stands in an address. */
export function openSession(address: string, ticket: string, size: Size, events: SessionEvents): TerminalSession {
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  let isOver = false
  const send = (message: TerminalClientMessage) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const end = (reason: CloseReason) => {
    if (isOver) return
    isOver = true
    events.onClosed(reason)
  }
  socket.addEventListener('open', () => send({ type: 'open', ticket, ...boundedSize(size) }))
  socket.addEventListener('message', ({ data }) => {
    if (isOver) return
    if (data instanceof ArrayBuffer) return events.onOutput(new Uint8Array(data))
    const message = readMessage(data)
    if (message?.type === 'ready') events.onReady()
    if (message?.type === 'closed') end(message.reason)
  })
  socket.addEventListener('close', () => end('lost'))
  return {
    input(data) {
      for (let at = 0; at < data.length; at += INPUT_MAX) send({ type: 'input', data: data.slice(at, at + INPUT_MAX) })
    },
    resize: (next) => send({ type: 'resize', ...boundedSize(next) }),
    close() {
      isOver = true
      socket.close(CLOSE_NORMAL)
    },
  }
}

function readMessage(data: unknown): TerminalServerMessage | undefined {
  try {
    return TerminalServerMessage.safeParse(JSON.parse(String(data))).data
  } catch {
    return undefined
  }
}
