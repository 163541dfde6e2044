import { paths } from '../../lib/addresses/paths.ts'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import type { Session } from '../../lib/session/session.ts'

/** The navigation guard of both specification parts as a pure function. Comfort for people; the server enforces. */

export type GuardInput = {
  route: Pick<RouteEntry, 'access'>
  state: Session['state']
  /** The session ended by itself: that is said instead of "please sign in first". */
  isExpired?: boolean
  device: 'pc' | 'mobile'
  from: string
}

/** Stay, wait until it is known who is here, say that the server is away, or go somewhere; `warn` is what is said; `next` is where to come back to after signing in. */
export type GuardAnswer =
  | { kind: 'stay' }
  | { kind: 'wait' }
  | { kind: 'unreachable' }
  | { kind: 'leave'; to: string; warn: 'sign-in-first' | 'expired'; next: string }

/**
 * Without a session only open routes may be entered: a phone goes to /login, a desktop to /home where the sign-in dialog
 * opens (b-markets 6). While the server cannot be asked nobody is sent away: the page waits for it. Where somebody may be
 * signed in and the answer is on its way, every page waits: what it shows depends on who that is.
 */
export function guard({ route, state, isExpired, device, from }: GuardInput): GuardAnswer {
  if (state === 'unknown') return { kind: 'wait' }
  if (route.access === 'open' || state === 'signed-in') return { kind: 'stay' }
  if (state === 'unreachable') return { kind: 'unreachable' }
  const warn = isExpired ? 'expired' : 'sign-in-first'
  return { kind: 'leave', to: device === 'mobile' ? paths.login() : paths.home(), warn, next: from }
}
