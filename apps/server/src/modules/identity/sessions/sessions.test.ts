import { createSalesTicket } from '@trove/contract/code/sales'
import {
  listSessions,
  logout,
  memberInfo,
  revokeOtherSessions,
  revokeSession,
  token,
} from '@trove/contract/identity/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askCode, freshAddress, readCode, tally } from '../../../../test/world/sign-in.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { createTokens } from './tokens.ts'

const DAY = 24 * 3_600_000
const TOKEN_PATH = token.path.replace('{product}', 'trove')
const BASIC = `Basic ${Buffer.from('trove:trove').toString('base64')}`

let world: World
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
})
afterAll(() => world?.stop())

let lastMobile = 13_700_000_000
const freshMobile = () => String(++lastMobile)

const refresh = (refreshToken: string | undefined) =>
  world.call(token, { body: { grant_type: 'refresh_token', refresh_token: refreshToken } })
const expectSignedOut = (as: WorldUser) =>
  expect(world.call(memberInfo, {}, { as })).rejects.toMatchObject({ code: 'session.expired' })

/** Signs a number in once more. */
async function signInAgain(mobile: string): Promise<WorldUser> {
  await world.advance(60_000)
  return world.signIn(mobile)
}

describe('an access token', () => {
  test('made by nobody, unsigned, of a client or in a cookie or query is refused', async () => {
    const as = await world.signIn(freshMobile())
    const path = memberInfo.path.replace('{product}', 'trove')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const payload = as.accessToken.split('.')[1]
    const tries: RequestInit[] = [
      {},
      { headers: { authorization: `Bearer ${none}.${payload}.` } },
      { headers: { authorization: `Bearer ${as.accessToken}x` } },
      { headers: { authorization: BASIC } },
      { headers: { cookie: `access_token=${as.accessToken}; trove_refresh=${as.refreshToken}` } },
    ]
    for (const init of tries) expect((await world.raw(path, init)).status).toBe(401)
    expect((await world.raw(`${path}?access_token=${as.accessToken}`)).status).toBe(401)
    expect(await world.call(memberInfo, {}, { as })).toMatchObject({ userId: as.userId })
  })

  test('ends half an hour after it was given', async () => {
    const as = await world.signIn(freshMobile())
    const { tokenKey, product } = world.platform.config
    const [session] = await world.call(listSessions, {}, { as })
    const given = async (minutesAgo: number) => {
      const issuedAt = new Date(Date.now() - minutesAgo * 60_000)
      const tokens = createTokens({ key: tokenKey, product })
      return { ...as, accessToken: await tokens.signAccess({ userId: as.userId, sessionId: session!.id, issuedAt }) }
    }
    expect(await world.call(memberInfo, {}, { as: await given(29) })).toMatchObject({ userId: as.userId })
    await expectSignedOut(await given(31))
  })

  test('outlives a jump of the business clock, so that waiting for the end of a lease signs nobody out', async () => {
    const as = await world.signIn(freshMobile())
    await world.advance(400 * DAY)
    expect(await world.call(memberInfo, {}, { as })).toMatchObject({ userId: as.userId })
    expect(await refresh(as.refreshToken)).toMatchObject({ user_id: as.userId })
  })
})

describe('a refresh token', () => {
  test('is exchanged for a new pair, and the session goes on', async () => {
    const as = await world.signIn(freshMobile())
    const pair = await refresh(as.refreshToken)
    expect(pair).toMatchObject({ user_id: as.userId, token_type: 'bearer', expires_in: 1800 })
    expect(pair.refresh_token).not.toBe(as.refreshToken)
    const next = { ...as, accessToken: pair.access_token }
    expect(await world.call(listSessions, {}, { as: next })).toHaveLength(1)
  })

  test('used twenty times at once gives one pair; later reuse kills the family (C11)', async () => {
    const as = await world.signIn(freshMobile())
    const pairs = await Promise.all(Array.from({ length: 20 }, () => refresh(as.refreshToken)))
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1)
    const { rows } = await sql<{ generation: number }>`
      select generation from sessions where user_id = ${as.userId}`.execute(world.db)
    expect(rows).toEqual([{ generation: 1 }])
    await sql`update sessions set rotated_at = now() - interval '3 seconds' where user_id = ${as.userId}`.execute(
      world.db,
    )
    const invalid = { code: 'identity.refresh-invalid' }
    await expect(refresh(as.refreshToken)).rejects.toMatchObject(invalid)
    await expect(refresh(pairs[0]!.refresh_token)).rejects.toMatchObject(invalid)
    await expectSignedOut({ ...as, accessToken: pairs[0]!.access_token })
  })

  test('made up for a known session ends nothing', async () => {
    const as = await world.signIn(freshMobile())
    const [head, id, , mac] = as.refreshToken!.split('.')
    const forged = [`${head}.${id}.1.${mac}`, `${head}.${id}.0.${'A'.repeat(43)}`, 'r1', '', 'x'.repeat(1900)]
    for (const text of forged) await expect(refresh(text)).rejects.toMatchObject({ code: 'identity.refresh-invalid' })
    expect(await refresh(as.refreshToken)).toMatchObject({ user_id: as.userId })
  })

  test('ends after seven days without use', async () => {
    const as = await world.signIn(freshMobile())
    await sql`update sessions set expires_at = now() where user_id = ${as.userId}`.execute(world.db)
    await expect(refresh(as.refreshToken)).rejects.toMatchObject({ code: 'identity.refresh-invalid' })
  })

  test('is stored nowhere', async () => {
    const as = await world.signIn(freshMobile())
    const { rows } = await sql<{ text: string }>`select s::text as text from sessions s`.execute(world.db)
    expect(rows.map((row) => row.text).join()).not.toContain(as.refreshToken!.split('.')[3])
  })
})

describe('a browser', () => {
  const web = { 'x-trove-client': 'web' }

  async function webSignIn(): Promise<{ accessToken: string; cookie: string; setCookie: string; body: object }> {
    const mobile = freshMobile()
    const smsCode = await askCode(world, mobile)
    const answer = await world.raw(TOKEN_PATH, {
      method: 'POST',
      headers: { ...web, authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'mobile', scope: 'server', mobile, smsCode, device: 'pc' }).toString(),
    })
    const body = (await answer.json()) as { access_token: string }
    const setCookie = answer.headers.getSetCookie().find((text) => text.startsWith('trove_refresh='))!
    return { accessToken: body.access_token, cookie: setCookie.split(';')[0]!, setCookie, body }
  }
  const webRefresh = (cookie: string, headers: Record<string, string> = web) =>
    world.raw(`${TOKEN_PATH}?grant_type=refresh_token`, {
      method: 'POST',
      headers: { ...headers, authorization: BASIC, cookie },
    })

  test('gets its refresh token in a cookie no script and no other path sees', async () => {
    const { body, setCookie } = await webSignIn()
    expect(body).not.toHaveProperty('refresh_token')
    expect(setCookie).toContain(`Path=${TOKEN_PATH}`)
    expect(setCookie).toContain('HttpOnly')
    expect(setCookie).toContain('SameSite=Lax')
    expect(setCookie).toContain('Max-Age=604800')
    expect(setCookie).not.toContain('Secure')
  })

  test('refreshes by the cookie, with the header only its own pages can send', async () => {
    const { cookie } = await webSignIn()
    expect((await webRefresh(cookie, {})).status).toBe(401)
    const answer = await webRefresh(cookie)
    expect(answer.status).toBe(200)
    expect(await answer.json()).not.toHaveProperty('refresh_token')
    expect(answer.headers.getSetCookie().join()).toMatch(/trove_refresh=r1\./)
  })

  test('loses the cookie when it is worth nothing, and at logout', async () => {
    const { accessToken } = await webSignIn()
    const refused = await webRefresh('trove_refresh=r1.x')
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({
      error: 'identity.refresh-invalid',
      error_description: '登录已失效，请重新登录',
    })
    expect(refused.headers.getSetCookie().join()).toMatch(/trove_refresh=; Max-Age=0/)
    const out = await world.raw(logout.path.replace('{product}', 'trove'), {
      method: 'POST',
      headers: { ...web, authorization: `Bearer ${accessToken}` },
    })
    expect(await out.json()).toMatchObject({ code: 0, data: null })
    expect(out.headers.getSetCookie().join()).toMatch(/trove_refresh=; Max-Age=0/)
  })
})

describe('sessions', () => {
  test('logout ends the session at once, its refresh token too, and no other session', async () => {
    const mobile = freshMobile()
    const here = await world.signIn(mobile)
    const there = await signInAgain(mobile)
    await world.call(logout, {}, { as: here })
    await expectSignedOut(here)
    await expect(refresh(here.refreshToken)).rejects.toMatchObject({ code: 'identity.refresh-invalid' })
    expect(await world.call(memberInfo, {}, { as: there })).toMatchObject({ userId: there.userId })
  })

  test('are listed, ended one by one or all but this', async () => {
    const mobile = freshMobile()
    const users = [await world.signIn(mobile), await signInAgain(mobile), await signInAgain(mobile)] as const
    const list = await world.call(listSessions, {}, { as: users[2] })
    expect(list.map((session) => session.isCurrent)).toEqual([true, false, false])
    expect(list[0]).toMatchObject({ device: 'pc', agent: 'node' })
    await world.call(revokeSession, { params: { id: list[2]!.id } }, { as: users[2] })
    await expectSignedOut(users[0])
    const again = world.call(revokeSession, { params: { id: list[2]!.id } }, { as: users[2] })
    await expect(again).rejects.toMatchObject({ code: 'identity.session-not-found' })
    expect(await world.call(revokeOtherSessions, {}, { as: users[2] })).toEqual({ revoked: 1 })
    await expectSignedOut(users[1])
    expect(await world.call(listSessions, {}, { as: users[2] })).toHaveLength(1)
  })

  test('take their tickets along when they end, and those of no other session', async () => {
    const mobile = freshMobile()
    const here = await world.signIn(mobile)
    const there = await signInAgain(mobile)
    const address = async (as: WorldUser) => (await world.call(createSalesTicket, { body: {} }, { as })).url
    const [one, kept] = [await address(here), await address(there)]
    await world.call(revokeOtherSessions, {}, { as: there })
    expect((await world.raw(one)).status).toBe(404)
    expect((await world.raw(kept)).status).toBe(200)
  })

  test('of another person cannot be ended', async () => {
    const owner = await world.signIn(freshMobile())
    const thief = await world.signIn(freshMobile())
    const [session] = await world.call(listSessions, {}, { as: owner })
    const call = world.call(revokeSession, { params: { id: session!.id } }, { as: thief })
    await expect(call).rejects.toMatchObject({ code: 'identity.session-not-found' })
    expect(await world.call(memberInfo, {}, { as: owner })).toMatchObject({ userId: owner.userId })
  })

  test('ended in one process are refused by another within seconds', async () => {
    const as = await world.signIn(freshMobile())
    const other = await world.spawnServer({}, ['--roles=http'])
    const ask = () =>
      fetch(other.url + memberInfo.path.replace('{product}', 'trove'), {
        headers: { authorization: `Bearer ${as.accessToken}` },
      })
    expect((await ask()).status).toBe(200)
    await world.call(logout, {}, { as })
    await expect.poll(async () => (await ask()).status, { interval: 250 }).toBe(401)
    await other.stop()
  })

  test('on a new device are told to the person, the first of all and those on a known one are not', async () => {
    const mobile = freshMobile()
    const first = await world.signIn(mobile)
    const told = async () => (await world.call(listNotices, { query: {} }, { as: first })).content
    expect(await told()).toEqual([])
    await signInAgain(mobile)
    expect(await told()).toMatchObject([
      { kind: 'identity.signed-in-elsewhere', params: { agent: 'node' }, isRead: false },
    ])
  })
})

describe('the sign-in call', () => {
  test('refuses clients it does not know, other grants and missing fields, as OAuth does', async () => {
    const post = (query: string, authorization = BASIC) =>
      world.raw(`${TOKEN_PATH}?${query}`, { method: 'POST', headers: { authorization, 'accept-language': 'en' } })
    expect((await post('grant_type=mobile', 'Basic eDp5')).status).toBe(401)
    expect((await post('grant_type=mobile', '')).status).toBe(401)
    expect(await (await post('grant_type=password&username=a&password=b')).json()).toMatchObject({
      code: 400,
      error: 'identity.grant-unsupported',
      error_description: 'This way of signing in is not supported',
    })
    expect(await (await post('grant_type=mobile')).json()).toMatchObject({ error: 'identity.phone-invalid' })
    expect(await (await post('')).json()).toMatchObject({ error: 'request.invalid', fields: [{ path: 'grant_type' }] })
    const wrong = await post('grant_type=mobile&mobile=13711112222&smsCode=123456')
    expect(wrong.status).toBe(428)
    expect(await wrong.json()).toMatchObject({
      error: 'identity.code-wrong',
      error_description: 'Wrong verification code',
    })
  })

  test('takes the old query form and answers the pair at the top level', async () => {
    const mobile = freshMobile()
    const smsCode = await askCode(world, mobile)
    const query = new URLSearchParams({ grant_type: 'mobile', scope: 'server', mobile, smsCode, device: 'mobile' })
    const answer = await world.raw(`${TOKEN_PATH}?${query}`, { method: 'POST', headers: { authorization: BASIC } })
    expect(Object.keys((await answer.json()) as object).sort()).toEqual([
      'access_token',
      'expires_in',
      'refresh_token',
      'token_type',
      'user_id',
    ])
  })

  test('two people at once get two accounts, one person twice gets one', async () => {
    const mobiles = [freshMobile(), freshMobile()]
    const users = await Promise.all(mobiles.map((mobile) => world.signIn(mobile)))
    expect(users[0]!.userId).not.toBe(users[1]!.userId)
    await world.advance(60_000)
    await askCode(world, mobiles[0]!, freshAddress())
    const smsCode = await readCode(world, mobiles[0]!)
    const body = { grant_type: 'mobile', mobile: mobiles[0]!, smsCode }
    expect(await tally([world.call(token, { body })])).toEqual({ kept: 1, refused: {} })
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from sessions where user_id = ${users[0]!.userId}`.execute(world.db)
    expect(rows[0]!.n).toBe(2)
  })
})
