import type { RouteEntry } from './route-entry.ts'

/** The navigation guard of both specification parts as a pure function. Comfort for people; the server enforces. */

export type GuardInput = {
  route: Pick<RouteEntry, 'access'>
  isSignedIn: boolean
  device: 'pc' | 'mobile'
  from: string
}

/** Stay, or go somewhere; `warn` shows "please sign in first"; `next` is where to come back to after signing in. */
export type GuardAnswer = { stay: true } | { stay: false; to: '/login' | '/home'; warn: true; next: string }

/**
 * Without a session only open routes may be entered: a phone goes to /login, a desktop to /home where the sign-in dialog
 * opens (b-markets 6).
 */
export function guard({ route, isSignedIn, device, from }: GuardInput): GuardAnswer {
  if (route.access === 'open' || isSignedIn) return { stay: true }
  return { stay: false, to: device === 'mobile' ? '/login' : '/home', warn: true, next: from }
}
