import type { MemberInfo } from '@trove/contract/identity/routes'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { keep, readKept } from './kept.ts'

/**
 * Who is signed in, as this tab knows it. The access token lives in memory only; the refresh token is an HttpOnly cookie
 * that scripts never see (decision 29). Local storage holds no more than a hint that there may be a session.
 */

export type User = z.output<typeof MemberInfo>
export type Session = {
  /** `unknown`: somebody was signed in, and is asked about. `unreachable`: there may well be a session, but the server could not be asked. */
  state: 'unknown' | 'signed-out' | 'signed-in' | 'unreachable'
  /** It ended without the person's doing: time ran out, or it was revoked elsewhere. */
  isExpired: boolean
  accessToken: string | undefined
  user: User | undefined
}

const HINT = 'trove-signed-in'
let session: Session = {
  state: readKept(HINT) ? 'unknown' : 'signed-out',
  isExpired: false,
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

/** Keeps a fresh access token. At the start of the site nobody is called signed in before it is known who that is. */
export function keepToken(accessToken: string): void {
  keep(HINT, '1')
  const state = session.state === 'unknown' ? 'unknown' : 'signed-in'
  change({ ...session, state, isExpired: false, accessToken })
}

/** Another person signed in, in another tab: nothing of the one before stays. */
export function changePerson(accessToken: string): void {
  keep(HINT, '1')
  change({ ...NOBODY, state: 'signed-in', isExpired: false, accessToken })
}

/** Keeps what the server says of the signed-in person. */
export function keepUser(user: User): void {
  change({ ...session, state: 'signed-in', user })
}

const NOBODY = { accessToken: undefined, user: undefined }

/** Forgets the session in this tab and tells the other tabs. */
export function forgetSession({ isExpired = false } = {}): void {
  keep(HINT, null)
  change({ state: 'signed-out', isExpired, ...NOBODY })
}

/** The server could not be asked who is here: nobody is signed out by that, and the next try may find the session. */
export function pauseSession(): void {
  change({ state: 'unreachable', isExpired: false, ...NOBODY })
}

/** Another tab signed out: this one follows. Call once at start. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === HINT && event.newValue === null && session.state !== 'signed-out')
      change({ state: 'signed-out', isExpired: false, ...NOBODY })
  })
}

/** Calls `listener` at every change of the session. @returns what ends it */
export function followSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session for a component; draws again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(followSession, readSession, readSession)
}
