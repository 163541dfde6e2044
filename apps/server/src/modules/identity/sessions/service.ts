import { randomBytes } from 'node:crypto'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Authenticator } from './authenticate.ts'
import { ACCESS_SECONDS, agentName, decideRefresh } from './rules.ts'
import * as store from './store.ts'
import type { RefreshParts, Tokens } from './tokens.ts'

export type Pair = {
  sessionId: string
  accessToken: string
  refreshToken: string
  expiresInSeconds: number
  userId: string
}

export type SessionsDeps = { db: Db; tokens: Tokens; authenticator: Authenticator; log: Log }

const SALT_BYTES = 16

/** Sessions of people: opened at sign-in, carried on by refreshing, ended by anyone of several ways. */
export function createSessions({ db, tokens, authenticator, log }: SessionsDeps) {
  async function pairOf(session: {
    id: string
    userId: string
    generation: number
    salt: Buffer
    at: Date
  }): Promise<Pair> {
    const { id, userId, generation, salt, at } = session
    return {
      sessionId: id,
      accessToken: await tokens.signAccess({ userId, sessionId: id, issuedAt: at }),
      refreshToken: tokens.makeRefresh(id, generation, salt),
      expiresInSeconds: ACCESS_SECONDS,
      userId,
    }
  }

  /** What a genuine refresh token is worth now; an old one ends the family, and that must be committed. */
  async function exchange(tx: Tx, parts: RefreshParts): Promise<Pair | { reused: string } | undefined> {
    const row = await store.lockSession(tx, parts.sessionId)
    if (!row || !tokens.isGenuine(parts, row.salt)) return undefined
    const decision = decideRefresh({
      presented: parts.generation,
      current: row.generation,
      secondsSinceRotation: row.seconds_since_rotation,
      isRevoked: row.revoked_at !== null,
      isExpired: row.is_expired,
    })
    const session = { id: row.id, userId: row.user_id, salt: row.salt }
    if (decision === 'repeat') return pairOf({ ...session, generation: row.generation, at: row.rotated_at })
    if (decision === 'rotate') {
      const generation = row.generation + 1
      return pairOf({ ...session, generation, at: await store.rotateSession(tx, { id: row.id, generation }) })
    }
    if (decision === 'invalid') return undefined
    await store.revokeSessions(tx, { userId: row.user_id, only: row.id }, 'reuse')
    return { reused: row.id }
  }

  return {
    /** Opens a session in the caller's transaction. */
    async open(tx: Tx, who: { userId: string; device: 'pc' | 'mobile'; userAgent: string | undefined }): Promise<Pair> {
      const session = { id: newId(), userId: who.userId, salt: randomBytes(SALT_BYTES) }
      const at = await store.insertSession(tx, { ...session, device: who.device, agent: agentName(who.userAgent) })
      return pairOf({ ...session, generation: 0, at })
    },

    /** Exchanges a refresh token for the next pair. @throws identity.refresh-invalid */
    async refresh(refreshToken: string): Promise<Pair> {
      const parts = tokens.readRefresh(refreshToken)
      requireThat(parts, 'identity.refresh-invalid')
      const result = await inTransaction(db, (tx) => exchange(tx, parts))
      if (result && 'reused' in result) {
        authenticator.forget([result.reused])
        log.warn({ sessionId: result.reused }, 'a used refresh token came back: its session was ended')
        throw new ContractError('identity.refresh-invalid')
      }
      requireThat(result, 'identity.refresh-invalid')
      return result
    },

    async logout(userId: string, sessionId: string): Promise<void> {
      await store.revokeSessions(db, { userId, only: sessionId }, 'logout')
      authenticator.forget([sessionId])
    },

    /** @throws identity.session-not-found for one that is not open, or another's */
    async revoke(userId: string, sessionId: string): Promise<void> {
      const ended = await store.revokeSessions(db, { userId, only: sessionId }, 'revoked')
      requireThat(ended.length > 0, 'identity.session-not-found')
      authenticator.forget(ended)
    },

    /** Ends all sessions of a person but this one, in the caller's transaction if there is one; answers how many. */
    async revokeOthers(userId: string, sessionId: string, by: Db = db): Promise<number> {
      const ended = await store.revokeSessions(by, { userId, except: sessionId }, 'revoked')
      authenticator.forget(ended)
      return ended.length
    },

    /** Ends every session of a person, in the caller's transaction if there is one. */
    async revokeAll(userId: string, by: Db = db): Promise<void> {
      authenticator.forget(await store.revokeSessions(by, { userId }, 'revoked'))
    },

    async list(userId: string, currentId: string) {
      const rows = await store.listOpenSessions(db, userId)
      return rows.map((row) => ({
        id: row.id,
        device: row.device,
        agent: row.agent,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.rotated_at.toISOString(),
        isCurrent: row.id === currentId,
      }))
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
