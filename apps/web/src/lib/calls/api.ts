import type { CallExtras } from '@trove/contract/client'
import { ContractError } from '@trove/contract/errors/codes'
import { logout, memberInfo, token } from '@trove/contract/identity/routes'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { inTurn } from '../session/in-turn.ts'
import { loadCodeWords, wordsOfCode } from '../session/language.ts'
import { changePerson, forgetSession, keepToken, keepUser, pauseSession, readSession } from '../session/session.ts'
import { withFactor } from './factor.ts'
import { notifyError } from './notify.ts'
import { queryClient } from './query.ts'
import { createSiteClient } from './site-client.ts'

/** The one way to the server: typed by the contract, signed in, refreshed once on 401 and then given up (decision 41). */

const send = createSiteClient({
  fetch: (input, init) => fetch(input, init),
  authorization: () => {
    const { accessToken } = readSession()
    return accessToken ? `Bearer ${accessToken}` : undefined
  },
})

/** A refusal comes with its words: whoever shows it says them at once. */
const call: typeof send = async (route, input, extras) => {
  try {
    return await send(route, input, extras)
  } catch (error) {
    if (error instanceof ContractError && wordsOfCode(error.code) === undefined) await loadCodeWords()
    throw error
  }
}

let refreshing: Promise<boolean> | undefined

/** Gets a new access token with the refresh cookie; false when there is no session to go on with. Parallel calls share one. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refresh(): Promise<boolean> {
  try {
    // Nobody is told of this refusal: it does not wait for its words.
    const pair = await inTurn('trove-refresh', () =>
      send(token, { body: { grant_type: 'refresh_token', scope: 'server' } }),
    )
    const { state, user } = readSession()
    // Signed out, here or in another tab, while the answer was on its way: nobody comes back by that.
    if (state === 'signed-out') return false
    if (user !== undefined && user.userId !== pair.user_id) {
      takeOver(pair)
      return false
    }
    keepToken(pair.access_token)
    return true
  } catch (error) {
    if (!endsSession(error)) throw error
    expire()
    return false
  }
}

/**
 * This tab missed that one person signed out elsewhere and another one signed in. It goes on as theirs with nothing kept, and
 * the call that waits fails as signed out: it was the first one's.
 */
function takeOver(pair: { access_token: string; user_id: string }): void {
  changePerson(pair.access_token)
  keptFor = pair.user_id
  void queryClient.resetQueries()
  // Not waited for: it may want this very refresh.
  void resumeSession()
}

/** Whether an answer says that there is no session. A server that is too busy or in trouble, or a proxy that knows no such address, says nothing about it. */
function endsSession(error: unknown): boolean {
  return error instanceof ContractError && !/^(service|request|resource)\.|^session\.forbidden$/.test(error.code)
}

/** The session is over though nobody signed out here; who was signed in hears of it, also when a page only read. */
function expire(): void {
  if (readSession().state === 'signed-out') return
  forgetSession({ isExpired: true })
  notifyError(new ContractError('session.expired'))
}

/**
 * Calls a route of the contract; one that wants a second factor asks the person for it. Throws ContractError (a refusal) or
 * CallError (network, time-out, broken answer).
 */
export function api<R extends RouteSpec>(route: R, input: RouteInput<R>, extras?: CallExtras): Promise<RouteData<R>> {
  const once = () => callSignedIn(route, input, extras)
  return route.needsFactor ? withFactor(once) : once()
}

async function callSignedIn<R extends RouteSpec>(
  route: R,
  input: RouteInput<R>,
  extras?: CallExtras,
): Promise<RouteData<R>> {
  try {
    return await call(route, input, extras)
  } catch (error) {
    const isExpired = error instanceof ContractError && error.code === 'session.expired' && route.auth !== 'client'
    if (!isExpired || !(await refreshSession())) throw error
    return call(route, input, extras)
  }
}

/** Whose answers the screens keep. */
let keptFor: string | undefined

/** What was asked for one person never shows to another who signs in at the same page. */
function forgetAnswersOfOthers(userId: string): void {
  if (keptFor !== undefined && keptFor !== userId) void queryClient.resetQueries()
  keptFor = userId
}

/** Asks who is signed in and keeps it; an answer that ends the session clears it (A:71, ADR 1). */
export async function loadUser(): Promise<void> {
  try {
    const user = await api(memberInfo, {})
    // Signed out while the answer was on its way.
    if (readSession().state === 'signed-out') return
    forgetAnswersOfOthers(user.userId)
    keepUser(user)
  } catch (error) {
    if (endsSession(error)) expire()
    throw error
  }
}

/** Asks again who is signed in, after something of theirs was changed: that is done, also when the answer does not come. */
export async function refreshUser(): Promise<void> {
  await loadUser().catch(() => undefined)
}

/** Signs in with a phone and code; keeps the session and loads the person. */
export async function signIn(form: {
  mobile: string
  smsCode: string
  device: 'pc' | 'mobile'
  slider?: string
  agreement: string
}): Promise<void> {
  const pair = await call(token, { body: { grant_type: 'mobile', scope: 'server', ...form } })
  keepToken(pair.access_token)
  await loadUser()
}

/** Signs out here and on the server; the local session goes even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  try {
    // By way of a refresh when the access token ran out: the session has to end on the server, not here alone.
    await api(logout, {})
  } finally {
    forgetSession()
  }
}

/** At start, and again while the server is out of reach: turns a session hint into a session or into none. */
export async function resumeSession(): Promise<void> {
  const { state, user } = readSession()
  if (state === 'signed-out' || user) return
  try {
    if (state === 'signed-in' || (await refreshSession())) await loadUser()
  } catch {
    // The hint and the cookie stay for the next try.
    if (readSession().state !== 'signed-out') pauseSession()
  }
}
