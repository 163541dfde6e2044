import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/handle.ts'
import type { Caller } from '../people/person.ts'
import { createDatabaseTime } from './database-time.ts'
import { readSessionState } from './store.ts'
import type { AccessClaims, Tokens } from './tokens.ts'

/** How long another process may still trust a session that was just revoked, in milliseconds. */
const TRUST_MS = 4_000
const CACHE_SIZE = 20_000

/**
 * Finds the caller behind an access token. A token's signature is checked once per process, its session is looked up at most
 * every four seconds; a session revoked here is refused at once.
 */
export function createAuthenticator({ db, tokens }: { db: Db; tokens: Tokens }) {
  const claimsByToken = new LRUCache<string, AccessClaims>({ max: CACHE_SIZE })
  const callers = new LRUCache<string, Promise<Caller | undefined>>({
    max: CACHE_SIZE,
    ttl: TRUST_MS,
    ttlResolution: 0,
  })
  const time = createDatabaseTime()

  async function readCaller(sessionId: string): Promise<Caller | undefined> {
    const state = await readSessionState(db, sessionId)
    if (!state) return undefined
    time.set(state.databaseMs)
    return state.isOpen ? { userId: state.userId, sessionId, staff: state.staff } : undefined
  }

  function findCaller(sessionId: string): Promise<Caller | undefined> {
    const kept = callers.get(sessionId)
    if (kept) return kept
    const caller = readCaller(sessionId)
    callers.set(sessionId, caller)
    // A failed look-up is an outage: not remembered, so that the next call tries again.
    caller.catch(() => callers.delete(sessionId))
    return caller
  }

  async function readClaims(token: string): Promise<AccessClaims | undefined> {
    const known = claimsByToken.get(token)
    if (known) return known
    const claims = await tokens.readAccess(token)
    if (claims) claimsByToken.set(token, claims)
    return claims
  }

  return {
    async authenticate(accessToken: string): Promise<Caller | undefined> {
      const claims = await readClaims(accessToken)
      if (!claims) return undefined
      const caller = await findCaller(claims.sessionId)
      const now = time.now()
      if (!caller || caller.userId !== claims.userId || now === undefined) return undefined
      if (now < claims.expiresAtSeconds * 1000) return caller
      claimsByToken.delete(accessToken)
      return undefined
    },
    isSessionOpen: async (sessionId: string): Promise<boolean> => (await findCaller(sessionId)) !== undefined,
    /** Call after a revocation is committed: this process refuses the sessions from now on. */
    forget(sessionIds: string[]): void {
      for (const id of sessionIds) callers.set(id, Promise.resolve(undefined))
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
