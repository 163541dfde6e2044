import { createLiveTicket, LIVE_CLOSE, type LiveMessage, type LiveType } from '@trove/contract/live/routes'
import { useEffect } from 'react'
import { api } from '../calls/api.ts'
import { queryClient } from '../calls/query.ts'
import { useSession } from '../session/session.ts'

/**
 * What changes on the server shows in this tab at once: a WebSocket names what changed, and the answers it touches are asked
 * again. While it is down pages live on their own questions; whenever it opens everything in view is asked again. The first
 * time too: what changed between the page's first answers and the opening was told to nobody here.
 */

/** Query keys whose answers a message makes old; that of an order those of what the markets sell, too. */
const TOUCHED: Record<LiveType, readonly string[]> = {
  notice: ['notices', 'reviews', 'talent', 'certification'],
  order: ['orders', 'reviews', 'wallet'],
  message: ['conversations'],
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** A connection that held so long was good: the next pause is short again. */
const STEADY_MS = 10_000

type Pauses = { nextMs: number }

function take(text: string, goodsKeys: readonly string[]): void {
  const { type } = JSON.parse(text) as LiveMessage
  if (type === 'missed') askAllAgain(goodsKeys)
  // A newer server may name things that this page does not know.
  else askAgain([...(TOUCHED[type] ?? []), ...(type === 'order' ? goodsKeys : [])])
}

function askAllAgain(goodsKeys: readonly string[]): void {
  askAgain([...Object.values(TOUCHED).flat(), ...goodsKeys])
}

function askAgain(keys: readonly string[]): void {
  for (const key of new Set(keys)) void queryClient.invalidateQueries({ queryKey: [key] })
}

/** Runs one connection to its end. Resolves with whether there may be another. */
async function connect(pauses: Pauses, goodsKeys: readonly string[], signal: AbortSignal): Promise<boolean> {
  const { ticket, path } = await api(createLiveTicket, {})
  if (signal.aborted) return false
  const socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}${path}?ticket=${ticket}`)
  const close = () => socket.close()
  signal.addEventListener('abort', close)
  return new Promise((resolve) => {
    let steady: ReturnType<typeof setTimeout> | undefined
    socket.onopen = () => {
      askAllAgain(goodsKeys)
      steady = setTimeout(() => {
        pauses.nextMs = FIRST_PAUSE_MS
      }, STEADY_MS)
    }
    socket.onmessage = ({ data }) => take(String(data), goodsKeys)
    socket.onclose = ({ code }) => {
      clearTimeout(steady)
      signal.removeEventListener('abort', close)
      // The session ended on the server: whatever asks next finds out and says so. Ten other pages are newer than this one.
      if (code === LIVE_CLOSE.signedOut) askAllAgain(goodsKeys)
      resolve(!signal.aborted && code !== LIVE_CLOSE.tooMany && code !== LIVE_CLOSE.signedOut)
    }
  })
}

/** Stays connected until the signal says otherwise; pauses grow from 1 s to a minute, with chance in them. */
export async function stayLive(goodsKeys: readonly string[], signal: AbortSignal): Promise<void> {
  const pauses: Pauses = { nextMs: FIRST_PAUSE_MS }
  while (!signal.aborted) {
    const goesOn = await connect(pauses, goodsKeys, signal).catch(() => !signal.aborted)
    if (!goesOn) return
    await pause(pauses.nextMs * (0.5 + Math.random() / 2), signal)
    pauses.nextMs = Math.min(pauses.nextMs * 2, LONGEST_PAUSE_MS)
  }
}

/** Waits, or until the browser is online again, or the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done, { once: true })
    signal.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}

/** Live updates for whoever is signed in, from now until they sign out. Stands once in the page; the list of keys must stay the same. */
export function useLive(goodsKeys: readonly string[]): void {
  const userId = useSession().user?.userId
  useEffect(() => {
    if (!userId || typeof WebSocket === 'undefined') return
    const ending = new AbortController()
    void stayLive(goodsKeys, ending.signal)
    return () => ending.abort()
  }, [userId, goodsKeys])
}
