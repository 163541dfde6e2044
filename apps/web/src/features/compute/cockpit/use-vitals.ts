import {
  COCKPIT_SILENCE_SECONDS,
  type CockpitClientMessage,
  CockpitServerMessage,
  type VitalsSample,
} from '@trove/contract/compute/machine/cockpit'
import { openCockpit } from '@trove/contract/compute/routes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/calls/api.ts'
import { errorText } from '../../../lib/calls/notify.ts'
import { socketAddress } from '../terminal/terminal-session.ts'

type EndReason = Extract<CockpitServerMessage, { type: 'closed' }>['reason'] | 'lost'
export type VitalsState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** `text` is a refusal's words when nothing was opened. */
  | { kind: 'closed'; reason?: EndReason; text?: string }
export type TimedSample = VitalsSample & { at: number }

/** Samples kept for the lines: the last three minutes. */
const KEPT = 90
const WATCHING_EVERY_MS = (COCKPIT_SILENCE_SECONDS * 1000) / 4
const CLOSE_NORMAL = 1000

function readMessage(data: unknown): CockpitServerMessage | undefined {
  try {
    return CockpitServerMessage.safeParse(JSON.parse(String(data))).data
  } catch {
    return undefined
  }
}

type Events = { onReady(): void; onSample(sample: TimedSample): void; onEnd(reason: EndReason): void }

/** One socket from its ticket to its end; the ticket is the first message and never stands in an address. */
function watch(address: string, ticket: string, events: Events): () => void {
  const socket = new WebSocket(address)
  let isOver = false
  const send = (message: CockpitClientMessage) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  // A page that nobody sees says nothing, and the server stops asking the machine.
  const seen = setInterval(
    () => document.visibilityState === 'visible' && send({ type: 'watching' }),
    WATCHING_EVERY_MS,
  )
  const end = (reason: EndReason) => {
    clearInterval(seen)
    if (isOver) return
    isOver = true
    events.onEnd(reason)
  }
  socket.addEventListener('open', () => send({ type: 'open', ticket }))
  socket.addEventListener('message', ({ data }) => {
    const message = isOver ? undefined : readMessage(data)
    if (message?.type === 'ready') events.onReady()
    if (message?.type === 'sample') events.onSample({ ...message.sample, at: Date.now() })
    if (message?.type === 'closed') end(message.reason)
  })
  socket.addEventListener('close', () => end('lost'))
  return () => {
    isOver = true
    clearInterval(seen)
    socket.close(CLOSE_NORMAL)
  }
}

/** What a leased machine is doing, live, while the page is open; `reconnect` begins anew after an end. */
export function useVitals(productId: string) {
  const [state, setState] = useState<VitalsState>({ kind: 'connecting' })
  const [samples, setSamples] = useState<readonly TimedSample[]>([])
  const stop = useRef<() => void>(undefined)
  const attempt = useRef(0)

  const connect = useCallback(async () => {
    const mine = ++attempt.current
    const ifMine = (next: VitalsState) => mine === attempt.current && setState(next)
    stop.current?.()
    setState({ kind: 'connecting' })
    setSamples([])
    try {
      const { ticket, path } = await api(openCockpit, { body: { productId } })
      if (mine !== attempt.current) return
      stop.current = watch(socketAddress(path, window.location), ticket, {
        onReady: () => ifMine({ kind: 'live' }),
        onSample: (sample) => mine === attempt.current && setSamples((all) => [...all.slice(1 - KEPT), sample]),
        onEnd: (reason) => ifMine({ kind: 'closed', reason }),
      })
    } catch (error) {
      ifMine({ kind: 'closed', text: errorText(error) })
    }
  }, [productId])

  // Who comes back to the page need not ask for what was paused because they were away.
  const isPaused = state.kind === 'closed' && state.reason === 'idle'
  useEffect(() => {
    if (!isPaused) return
    const goOn = () => document.visibilityState === 'visible' && void connect()
    document.addEventListener('visibilitychange', goOn)
    return () => document.removeEventListener('visibilitychange', goOn)
  }, [isPaused, connect])

  useEffect(() => {
    void connect()
    return () => {
      attempt.current += 1
      stop.current?.()
    }
  }, [connect])

  return { state, samples, reconnect: () => void connect() }
}
