import type { KeyObject } from 'node:crypto'
import { connect } from 'node:net'
import { OPEN, readFrame } from '@trove/tunnel/frames'
import {
  AGENT_LINE_PATH,
  ALIVE_MS,
  type Question,
  REFUSED,
  REPLACED,
  signHello,
  type Welcome,
} from '@trove/tunnel/hello'
import { createLine } from '@trove/tunnel/line'
import { createBudget, joinStream, type TunnelStream } from '@trove/tunnel/stream'
import { type RawData, WebSocket } from 'ws'
import type { Settings } from './settings.ts'

/** Streams at a time; the relay opens half as many. */
const MOST_STREAMS = 128
const POLICY = 1008
const HANDSHAKE_MS = 15_000
const WORDS_BYTES = 4096

/**
 * A mask of nothing costs neither side a pass over each byte. Masks keep a browser's scripts from writing what an old proxy
 * takes for a request of its own; no script speaks here, and TLS keeps proxies out.
 */
const maskNothing = (mask: Buffer) => void mask.fill(0)

export type Events = { welcomed: (welcome: Welcome) => void }
export type End = 'refused' | 'replaced' | 'lost' | 'not-reached'

/** One connection to the relay, to its end. Streams go to the machine's own SSH server and nowhere else. */
export function serveOnce(settings: Settings, key: KeyObject, events: Events, signal: AbortSignal): Promise<End> {
  const { relayUrl, token, sshPort } = settings
  const url = relayUrl.replace(/\/+$/, '').replace(/^http/, 'ws') + AGENT_LINE_PATH
  return new Promise((resolve) => {
    const socket = new WebSocket(url, {
      ...{ perMessageDeflate: false, handshakeTimeout: HANDSHAKE_MS, maxPayload: 2 ** 17 },
      generateMask: maskNothing,
    })
    const line = createLine(socket)
    const streams = new Map<number, TunnelStream>()
    const budget = createBudget(2 ** 26)
    let wasWelcome = false
    const silence = setTimeout(() => socket.terminate(), 3 * ALIVE_MS)
    const heard = () => void silence.refresh()
    const close = () => socket.terminate()
    signal.addEventListener('abort', close)

    function open(number: number): void {
      const local = connect({ host: '127.0.0.1', port: sshPort, noDelay: true, allowHalfOpen: true })
      streams.set(number, joinStream(number, local, { line, budget, over: () => streams.delete(number) }))
    }
    function pass(message: Buffer): boolean {
      const frame = readFrame(message)
      if (!frame || !wasWelcome) return false
      if (frame.kind !== OPEN) return streams.get(frame.stream)?.take(frame) ?? true
      if (streams.has(frame.stream) || streams.size >= MOST_STREAMS) return false
      open(frame.stream)
      return true
    }
    function hear(words: string): void {
      const said = readWords(words)
      if (said && 'nonce' in said) socket.send(JSON.stringify(signHello(key, relayUrl, said, token)))
      else if (said) {
        wasWelcome = true
        events.welcomed(said)
      }
    }
    socket.on('ping', heard)
    socket.on('message', (data: RawData, isBinary: boolean) => {
      heard()
      if (!isBinary) hear(String(data))
      else if (!pass(data as Buffer)) socket.close(POLICY)
    })
    socket.on('error', () => undefined)
    socket.on('close', (code) => {
      clearTimeout(silence)
      signal.removeEventListener('abort', close)
      for (const stream of streams.values()) stream.reset()
      if (code === REFUSED) resolve('refused')
      else if (code === REPLACED) resolve('replaced')
      else resolve(wasWelcome ? 'lost' : 'not-reached')
    })
  })
}

/** Undefined for words of a later relay. */
function readWords(words: string): Question | Welcome | undefined {
  if (words.length > WORDS_BYTES) return undefined
  try {
    const said = JSON.parse(words) as Partial<Question & Welcome>
    if (typeof said.nonce === 'string') return { nonce: said.nonce }
    const { host, port, name } = said
    if (typeof host === 'string' && typeof port === 'number' && typeof name === 'string') return { host, port, name }
  } catch {
    // Said below.
  }
  return undefined
}
