import type { WebSocket } from '@fastify/websocket'
import { LIVE_CLOSE, LIVE_SOCKETS_PER_USER, type LiveMessage } from '@trove/contract/live/routes'
import type { Log } from '../base/log.ts'

/** How often a socket is pinged and its session looked at. */
const TICK_MS = 20_000
/** Sessions looked at together. */
const CHECKS_AT_ONCE = 10
/** Messages are tiny: a page with this backlog does not read, and reloads the lists when it reconnects. */
const MOST_WAITING_BYTES = 65_536

export type LiveNeeds = {
  /** Whether the session is still valid. */
  isSessionOpen(sessionId: string): Promise<boolean>
  log: Log
  tickMs?: number
}

type Entry = { socket: WebSocket; userId: string; sessionId: string; hasPong: boolean }

/** The open pages of this process, by person. */
export function createLiveSockets({ isSessionOpen, log, tickMs = TICK_MS }: LiveNeeds) {
  const byUser = new Map<string, Set<Entry>>()
  let isStopping = false
  let isChecking = false
  const ticker = setInterval(() => void tick(), tickMs)
  ticker.unref()

  function remove(entry: Entry): void {
    const entries = byUser.get(entry.userId)
    entries?.delete(entry)
    if (entries?.size === 0) byUser.delete(entry.userId)
  }

  function close(entry: Entry, code: number): void {
    remove(entry)
    entry.socket.close(code)
  }

  function send(entry: Entry, message: LiveMessage): void {
    if (entry.socket.bufferedAmount > MOST_WAITING_BYTES) entry.socket.terminate()
    else entry.socket.send(JSON.stringify(message))
  }

  /** Closes sockets whose peer is gone or whose session has ended. A slow database does not delay the pings. */
  async function tick(): Promise<void> {
    const entries = [...byUser.values()].flatMap((set) => [...set])
    for (const entry of entries) ping(entry)
    if (isChecking) return
    isChecking = true
    await lookAt(entries).finally(() => {
      isChecking = false
    })
  }

  async function lookAt(entries: Entry[]): Promise<void> {
    for (let at = 0; at < entries.length; at += CHECKS_AT_ONCE) {
      await Promise.all(entries.slice(at, at + CHECKS_AT_ONCE).map(look)).catch((error: unknown) =>
        log.warn({ err: error }, 'sessions of live pages could not be looked at'),
      )
    }
  }

  function ping(entry: Entry): void {
    if (!entry.hasPong) {
      entry.socket.terminate()
      return
    }
    entry.hasPong = false
    entry.socket.ping()
  }

  async function look(entry: Entry): Promise<void> {
    if (!(await isSessionOpen(entry.sessionId))) close(entry, LIVE_CLOSE.signedOut)
  }

  return {
    add(socket: WebSocket, { userId, sessionId }: { userId: string; sessionId: string }): void {
      if (isStopping) {
        socket.close(LIVE_CLOSE.stopping)
        return
      }
      const entry: Entry = { socket, userId, sessionId, hasPong: true }
      const entries = byUser.get(userId) ?? new Set()
      const [oldest] = entries
      if (oldest && entries.size >= LIVE_SOCKETS_PER_USER) close(oldest, LIVE_CLOSE.tooMany)
      entries.add(entry)
      byUser.set(userId, entries)
      socket.on('pong', () => {
        entry.hasPong = true
      })
      // The page has nothing to say here.
      socket.on('message', () => close(entry, LIVE_CLOSE.denied))
      socket.on('error', () => socket.terminate())
      socket.on('close', () => remove(entry))
    },
    tell(userId: string, message: LiveMessage): void {
      for (const entry of byUser.get(userId) ?? []) send(entry, message)
    },
    tellAll(message: LiveMessage): void {
      for (const entries of byUser.values()) for (const entry of entries) send(entry, message)
    },
    count: () => [...byUser.values()].reduce((sum, entries) => sum + entries.size, 0),
    stop(): void {
      isStopping = true
      clearInterval(ticker)
      for (const entries of [...byUser.values()]) for (const entry of [...entries]) close(entry, LIVE_CLOSE.stopping)
    },
  }
}
