import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/base/id.ts'
import { agentName, decideRefresh, type RefreshState } from './rules.ts'
import { createTokens } from './tokens.ts'

const AT_EASE: RefreshState = {
  presented: 3,
  current: 3,
  secondsSinceRotation: 600,
  isRevoked: false,
  isExpired: false,
}

describe('a genuine refresh token', () => {
  test.each<[string, Partial<RefreshState>, ReturnType<typeof decideRefresh>]>([
    ['the current one', {}, 'rotate'],
    ['the one just replaced', { presented: 2, secondsSinceRotation: 1.9 }, 'repeat'],
    ['the one replaced over 2 s ago', { presented: 2, secondsSinceRotation: 2.1 }, 'reuse'],
    ['an older one, even at once', { presented: 1, secondsSinceRotation: 0 }, 'reuse'],
    ['one not given out yet', { presented: 4 }, 'invalid'],
    ['the current one of an ended session', { isRevoked: true }, 'invalid'],
    ['an old one of an ended session', { presented: 1, isRevoked: true }, 'invalid'],
    ['the current one after seven days', { isExpired: true }, 'invalid'],
  ])('%s', (_, state, decision) => {
    expect(decideRefresh({ ...AT_EASE, ...state })).toBe(decision)
  })
})

describe('tokens', () => {
  const key = randomBytes(32)
  const tokens = createTokens({ key, product: 'trove' })
  const session = { userId: newId(), sessionId: newId(), issuedAt: new Date() }

  test('read back what was signed, and the same session and moment give the same token', async () => {
    const token = await tokens.signAccess(session)
    expect(await tokens.readAccess(token)).toEqual({
      userId: session.userId,
      sessionId: session.sessionId,
      expiresAtSeconds: Math.floor(session.issuedAt.getTime() / 1000) + 1800,
    })
    expect(await tokens.signAccess(session)).toBe(token)
  })

  test('made by others, changed, without a signature or of another product are refused', async () => {
    const token = await tokens.signAccess(session)
    const [, payload, signature] = token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const foreign = await createTokens({ key: randomBytes(32), product: 'trove' }).signAccess(session)
    const other = await createTokens({ key, product: 'other' }).signAccess(session)
    const rawKey = await new SignJWT({ sid: session.sessionId })
      .setProtectedHeader({ alg: 'HS512' })
      .setSubject(session.userId)
      .setIssuer('trove')
      .setExpirationTime('1h')
      .sign(key)
    const bad = [
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      foreign,
      other,
      rawKey,
      `${token}x`,
      '',
      'a.b.c',
    ]
    for (const text of bad) expect(await tokens.readAccess(text)).toBeUndefined()
  })

  test('for refreshing are genuine only with their own session, generation and salt', () => {
    const salt = randomBytes(16)
    const text = tokens.makeRefresh(session.sessionId, 4, salt)
    const parts = tokens.readRefresh(text)!
    expect(parts).toMatchObject({ sessionId: session.sessionId, generation: 4 })
    expect(tokens.isGenuine(parts, salt)).toBe(true)
    expect(tokens.isGenuine(parts, randomBytes(16))).toBe(false)
    expect(tokens.isGenuine({ ...parts, generation: 5 }, salt)).toBe(false)
    expect(tokens.isGenuine({ ...parts, sessionId: newId() }, salt)).toBe(false)
    for (const bad of ['', 'r1..1.x', `${text}A`, text.replace('r1', 'r2')])
      expect(tokens.readRefresh(bad)).toBeUndefined()
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', 'Chrome, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge, macOS'],
  ['curl/8.5.0', 'curl'],
  ['<script>alert(1)</script>', '-'],
  [undefined, '-'],
])('the user agent %j is called %s', (agent, name) => {
  expect(agentName(agent)).toBe(name)
})
