import type { MemberInfo } from '@trove/contract/identity'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { keep, readKept } from './kept.ts'

/**
 * Who is signed in, as this tab knows it. The access token lives in memory only; the refresh token is an HttpOnly cookie
 * that scripts never see (decision 29). Local storage holds no more than a hint that there may be a session.
 */

export type User = z.output<typeof MemberInfo>
export type Session = {
  state: 'unknown' | 'signed-out' | 'signed-in'
  accessToken: string | undefined
  user: User | undefined
}

const HINT = 'trove-signed-in'
let session: Session = {
  state: readKept(HINT) ? 'unknown' : 'signed-out',
  accessToken: undefined,
  user: undefined,
}
const listeners = new Set<() => void>()

function change(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

/** The session right now. */
export function readSession(): Session {
  return session
}

/** Keeps a fresh access token. */
export function keepToken(accessToken: string): void {
  keep(HINT, '1')
  change({ ...session, state: 'signed-in', accessToken })
}

/** Keeps what the server says of the signed-in person. */
export function keepUser(user: User): void {
  change({ ...session, user })
}

/** Forgets the session in this tab and tells the other tabs. */
export function forgetSession(): void {
  keep(HINT, null)
  change({ state: 'signed-out', accessToken: undefined, user: undefined })
}

/** Goes on as signed out in this tab without giving the session up: the server could not be asked. */
export function pauseSession(): void {
  change({ state: 'signed-out', accessToken: undefined, user: undefined })
}

/** Another tab signed out: this one follows. Call once at start. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === HINT && event.newValue === null && session.state === 'signed-in')
      change({ state: 'signed-out', accessToken: undefined, user: undefined })
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session for a component; draws again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, readSession)
}
