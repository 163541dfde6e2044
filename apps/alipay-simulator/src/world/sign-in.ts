import { recordEvent } from '../accounts/book.ts'
import { randomToken } from '../base/random.ts'
import type { World } from './world.ts'

export interface Token {
  accessToken: string
  refreshToken: string
  userId: string
  scope: string
  expiresAt: number
  refreshExpiresAt: number
}

const CODE_LIFE_MS = 24 * 3_600_000
const TOKEN_LIFE_MS = 15 * 86_400_000
const REFRESH_LIFE_MS = 30 * 86_400_000

/** A person agreed: makes an auth_code, good once and for a day. */
export function grantCode(world: World, userId: string, scope: string): string {
  const { store, clock } = world
  const authCode = randomToken(16)
  const now = clock.nowMs()
  store.transaction(() => {
    store.run('INSERT INTO authCodes VALUES ($authCode, $userId, $scope, $expiresAt, NULL)', {
      authCode,
      userId,
      scope,
      expiresAt: now + CODE_LIFE_MS,
    })
    recordEvent(store, now, 'authorized', userId, { scope })
  })
  return authCode
}

/** Turns an auth_code into a token; undefined when it is unknown, used or too old. */
export function exchangeCode(world: World, authCode: string): Token | undefined {
  const { store, clock } = world
  const now = clock.nowMs()
  return store.transaction(() => {
    const used = store.run(
      'UPDATE authCodes SET usedAt = $now WHERE authCode = $authCode AND usedAt IS NULL AND expiresAt > $now',
      { now, authCode },
    )
    if (used !== 1) return undefined
    const code = store.find<{ userId: string; scope: string }>(
      'SELECT userId, scope FROM authCodes WHERE authCode = $authCode',
      {
        authCode,
      },
    )
    return code === undefined ? undefined : makeToken(world, code.userId, code.scope)
  })
}

/** Turns a refresh token into a new pair; the old pair ends. */
export function refreshToken(world: World, refresh: string): Token | undefined {
  const { store, clock } = world
  return store.transaction(() => {
    const old = store.find<Token>('SELECT * FROM tokens WHERE refreshToken = $refresh AND refreshExpiresAt > $now', {
      refresh,
      now: clock.nowMs(),
    })
    if (old === undefined) return undefined
    store.run('DELETE FROM tokens WHERE refreshToken = $refresh', { refresh })
    return makeToken(world, old.userId, old.scope)
  })
}

/** The token of an access_token that is still good. */
export function findToken(world: World, accessToken: string): Token | undefined {
  return world.store.find<Token>('SELECT * FROM tokens WHERE accessToken = $accessToken AND expiresAt > $now', {
    accessToken,
    now: world.clock.nowMs(),
  })
}

function makeToken(world: World, userId: string, scope: string): Token {
  const now = world.clock.nowMs()
  const token: Token = {
    accessToken: `authusrB${randomToken(16)}`,
    refreshToken: `authusrR${randomToken(16)}`,
    userId,
    scope,
    expiresAt: now + TOKEN_LIFE_MS,
    refreshExpiresAt: now + REFRESH_LIFE_MS,
  }
  world.store.run(
    'INSERT INTO tokens VALUES ($accessToken, $refreshToken, $userId, $scope, $expiresAt, $refreshExpiresAt)',
    { ...token },
  )
  return token
}
