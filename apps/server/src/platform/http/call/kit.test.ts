import { ContractError } from '@trove/contract/errors/codes'
import { route } from '@trove/contract/kit/route'
import { queryInt } from '@trove/contract/kit/shapes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type KitServer, startKitServer } from '../../../../test/world/kit-server.ts'
import { serve } from './serve.ts'

const Thing = z.object({ id: z.string(), name: z.string() })

const read = route({
  id: 'test.read',
  method: 'GET',
  path: '/api/test/{id}',
  summary: 'x',
  auth: 'optional',
  params: z.object({ id: z.string().max(20) }),
  query: z.object({ page: queryInt(0, 5) }),
  ok: Thing,
})
const write = route({
  id: 'test.write',
  method: 'POST',
  path: '/api/test/write',
  summary: 'x',
  auth: 'user',
  body: z.strictObject({ name: z.string().min(1).max(40), nested: z.object({ n: z.number() }).optional() }),
  ok: Thing,
})
const fail = route({
  id: 'test.fail',
  method: 'POST',
  path: '/api/test/fail/{how}',
  summary: 'x',
  auth: 'none',
  params: z.object({ how: z.string() }),
  ok: Thing,
})
const add = route({
  id: 'test.add',
  method: 'POST',
  path: '/api/test/papers/',
  summary: 'x',
  auth: 'none',
  ok: z.null(),
})
const paper = route({
  id: 'test.paper',
  method: 'GET',
  path: '/api/test/papers/{name}',
  summary: 'x',
  auth: 'none',
  params: z.object({ name: z.string().min(1) }),
  ok: z.null(),
})
const walletOnly = route({
  id: 'test.wallet',
  method: 'GET',
  path: '/api/w',
  summary: 'x',
  auth: 'wallet-bound',
  ok: z.null(),
})
const staffOnly = route({
  id: 'test.staff',
  method: 'GET',
  path: '/api/s',
  summary: 'x',
  auth: 'operator',
  ok: z.null(),
})
const signIn = route({
  id: 'test.sign-in',
  method: 'POST',
  path: '/api/{product}-sso/token',
  summary: 'x',
  auth: 'client',
  envelope: 'token',
  bodyKind: 'form-or-query',
  body: z.object({ grant_type: z.string(), mobile: z.string().optional() }),
  ok: z.object({ access_token: z.string() }),
})
const unsafe = route({
  id: 'test.unsafe',
  method: 'GET',
  path: '/api/unsafe',
  summary: 'x',
  auth: 'user',
  isUnsafeGet: true,
  envelope: 'gateway',
  ok: z.null(),
})

const failures: Record<string, () => never> = {
  refusal: () => {
    throw new ContractError('orders.product-taken')
  },
  bug: () => {
    throw new Error('secret detail 13812345678')
  },
  down: () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  },
  full: () => {
    throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
  },
}

let kit: KitServer
beforeAll(async () => {
  kit = await startKitServer([
    // The extra field is what a careless store would hand over.
    serve(read, ({ params }) => ({ id: params.id, name: 'n', secret: 'leak' }) as never),
    serve(write, ({ body }, { caller }) => ({ id: caller.userId, name: body.name })),
    serve(fail, ({ params }) => (failures[params.how] ?? (() => ({ id: 1 }) as never))()),
    serve(add, () => null),
    serve(paper, () => null),
    serve(walletOnly, () => null),
    serve(staffOnly, () => null),
    serve(signIn, ({ body }) => {
      if (body.grant_type === 'wrong') throw new ContractError('identity.code-wrong')
      return { access_token: `${body.grant_type}:${body.mobile ?? ''}` }
    }),
    serve(unsafe, () => null),
  ])
})
afterAll(() => kit?.stop())

const bearer = (name: string) => ({ authorization: `Bearer token-${name}` })
const get = (url: string, headers: Record<string, string> = {}) => kit.server.inject({ method: 'GET', url, headers })
const post = (url: string, payload: string | object, headers: Record<string, string> = {}) =>
  kit.server.inject({ method: 'POST', url, payload, headers })
const json = { 'content-type': 'application/json' }

describe('answers', () => {
  test('success wears the envelope and undeclared fields never leave', async () => {
    const answer = await get('/api/test/a?page=2')
    expect(answer.json()).toEqual({ code: 200, message: '', data: { id: 'a', name: 'n' } })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })
  test('gateway answers carry code 0 and token answers stand alone', async () => {
    expect((await get('/api/unsafe', bearer('buyer'))).json()).toEqual({ code: 0, message: '', data: null })
    const basic = { authorization: `Basic ${btoa('trove:trove')}` }
    expect((await post('/api/trove-sso/token?grant_type=a', '', basic)).json()).toEqual({ access_token: 'a:' })
  })
  test('an answer that breaks its shape is a bug, not a leak', async () => {
    const answer = await post('/api/test/fail/shape', '')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ error: 'service.unknown', requestId: answer.headers['x-request-id'] })
  })
  test('the request id is kept when sane and made otherwise', async () => {
    expect((await get('/api/test/a', { 'x-request-id': 'abc-123.def' })).headers['x-request-id']).toBe('abc-123.def')
    expect((await get('/api/test/a', { 'x-request-id': 'a b\u00e9' })).headers['x-request-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })
  test('security headers stand on every answer', async () => {
    const api = (await get('/api/test/a')).headers
    expect(api['content-security-policy']).toContain("default-src 'none'")
    expect(api['x-content-type-options']).toBe('nosniff')
    const page = (await get('/nowhere')).headers
    expect(page['content-security-policy']).toContain("script-src 'self'")
    expect(page['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(page['permissions-policy']).toContain('camera=()')
    expect(page['referrer-policy']).toBe('same-origin')
  })
})

describe('refusals', () => {
  test('a contract code answers its status, its code and the text of the caller’s language', async () => {
    const chinese = await post('/api/test/fail/refusal', '')
    expect(chinese.statusCode).toBe(409)
    expect(chinese.json()).toMatchObject({ code: 409, error: 'orders.product-taken', data: null })
    expect(chinese.json().message).toMatch(/[一-鿿]/)
    const english = await post('/api/test/fail/refusal', '', { 'accept-language': 'en-GB,zh;q=0.5' })
    expect(english.json().message).toMatch(/^[ -~’]+$/)
  })
  test('sign-in refusals carry error_description as OAuth does', async () => {
    const basic = { authorization: `Basic ${btoa('trove:trove')}` }
    const answer = await post('/api/trove-sso/token?grant_type=wrong', '', basic)
    expect(answer.json()).toMatchObject({ error: 'identity.code-wrong', error_description: expect.any(String) })
  })
  test('a bug is logged with its request id and says nothing about itself', async () => {
    const answer = await post('/api/test/fail/bug', '')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret detail')
    const id = answer.headers['x-request-id'] as string
    expect(kit.logLines.some((line) => line.includes(id) && line.includes('test.fail'))).toBe(true)
  })
  test('an outage of the database is 503 with Retry-After, a full disk 507', async () => {
    const down = await post('/api/test/fail/down', '')
    expect(down.statusCode).toBe(503)
    expect(down.headers['retry-after']).toBe('5')
    expect((await post('/api/test/fail/full', '')).statusCode).toBe(507)
  })
  test('unknown addresses are 404 and other methods 405 with Allow', async () => {
    expect((await get('/api/nothing')).json()).toMatchObject({ code: 404, error: 'resource.not-found' })
    const answer = await get('/api/test/write/')
    expect(answer.statusCode).toBe(404)
    const method = await kit.server.inject({ method: 'DELETE', url: '/api/test/write' })
    expect(method.statusCode).toBe(405)
    expect(method.headers.allow).toBe('POST')
  })

  test('a method that an address has not is 405 whatever comes with it, also where a path with a parameter fits', async () => {
    const headers = { 'content-type': 'no/such' }
    for (const ask of [
      { method: 'GET', url: '/api/test/write' },
      { method: 'PUT', url: '/api/test/write', headers, payload: 'x' },
      { method: 'QUERY', url: '/api/test/write' },
    ] as const) {
      const answer = await kit.server.inject(ask as never)
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
      expect(answer.json()).toMatchObject({ error: 'request.method-not-allowed' })
    }
  })

  test('a parameter is never empty: the address that ends before it has the methods of its own', async () => {
    const answer = await get('/api/test/papers/')
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
    expect((await post('/api/test/papers/', '')).statusCode).toBe(200)
    expect((await get('/api/test/papers/a.png')).statusCode).toBe(200)
  })

  test('headers that are too large are refused in the envelope, as the document says', async () => {
    const url = await kit.server.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(url, { headers: { 'x-large': 'x'.repeat(20_000) } })
    expect([answer.status, await answer.json()]).toMatchObject([431, { code: 431, error: 'request.headers-too-large' }])
  })
})

describe('who may call', () => {
  test('a person’s route refuses strangers before it looks at the body', async () => {
    expect((await post('/api/test/write', {})).json()).toMatchObject({ code: 401, error: 'session.expired' })
    expect((await post('/api/test/write', {}, bearer('nobody'))).statusCode).toBe(401)
    expect((await post('/api/test/write', { name: 'x' }, bearer('buyer'))).json().data).toEqual({
      id: 'buyer',
      name: 'x',
    })
  })
  test('a token counts in the Authorization header alone', async () => {
    expect((await get('/api/unsafe?access_token=token-buyer', { cookie: 'access_token=token-buyer' })).statusCode).toBe(
      401,
    )
    expect((await get('/api/unsafe', { authorization: 'token-buyer' })).statusCode).toBe(401)
    expect((await get('/api/unsafe', { authorization: `Basic ${btoa('trove:trove')}` })).statusCode).toBe(401)
  })
  test('wallet and staff routes ask for more than a session', async () => {
    expect((await get('/api/w', bearer('buyer'))).json().error).toBe('wallet.not-bound')
    expect((await get('/api/w', bearer('seller'))).statusCode).toBe(200)
    expect((await get('/api/s', bearer('seller'))).json().error).toBe('session.forbidden')
    expect((await get('/api/s', bearer('operator'))).statusCode).toBe(200)
  })
  test('the sign-in client must name itself rightly', async () => {
    for (const authorization of [
      '',
      `Basic ${btoa('trove:other')}`,
      `Basic ${btoa('trove')}`,
      'Basic !!',
      'Bearer token-buyer',
    ]) {
      const answer = await post('/api/trove-sso/token?grant_type=a', '', authorization ? { authorization } : {})
      expect(answer.json().error).toBe('session.client-unknown')
    }
  })
  test('an old GET that changes something refuses other sites and prefetching, takes bursts, and is limited', async () => {
    expect((await get('/api/unsafe', { ...bearer('seller'), 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await get('/api/unsafe', { ...bearer('seller'), 'sec-purpose': 'prefetch' })).statusCode).toBe(403)
    expect((await get('/api/unsafe', { ...bearer('seller'), 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    const burst = (size: number) =>
      Promise.all(Array.from({ length: size }, () => get('/api/unsafe', bearer('operator'))))
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push(...(await burst(100)).map((answer) => answer.statusCode))
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = (await burst(10)).filter((answer) => answer.statusCode === 429)
    expect(refused).toHaveLength(10)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('bad input', () => {
  const basic = { authorization: `Basic ${btoa('trove:trove')}` }
  test('every refused field is named', async () => {
    const answer = await post('/api/test/write', { name: '', nested: { n: 'x' }, role: 'operator' }, bearer('buyer'))
    expect(answer.statusCode).toBe(400)
    const paths = answer.json().fields.map((field: { path: string }) => field.path)
    expect(paths.sort()).toEqual(['name', 'nested.n', 'role'])
    expect((await get('/api/test/a?page=9')).json().fields[0].path).toBe('page')
  })
  test.each([
    ['zh-CN', ['必填', '最多 40 个字符', '格式不正确', '不支持的字段']],
    ['en', ['Required', 'At most 40 characters', 'Not in the right format', 'This field is not known']],
  ])('what is wrong with a field is said in %s', async (language, words) => {
    const headers = { ...bearer('buyer'), 'accept-language': language }
    const said = async (body: object) => {
      const { fields } = (await post('/api/test/write', body, headers)).json() as { fields: { message: string }[] }
      return fields.map(({ message }) => message)
    }
    const long = 'x'.repeat(41)
    expect([...(await said({})), ...(await said({ name: long, nested: { n: 'x' }, role: 1 }))]).toEqual(words)
  })
  test.each([
    ['broken JSON', '{"name":', json],
    ['a prototype key', '{"name":"x","__proto__":{"a":1}}', json],
    ['a constructor key', '{"name":"x","constructor":{"prototype":{"a":1}}}', json],
    ['an escaped NUL', '{"name":"a\\u0000b"}', json],
    ['half a surrogate pair', '{"name":"a\\ud800b"}', json],
    ['no body at all', '', json],
    ['a list', '[]', json],
    ['a bare null', 'null', json],
  ])('%s is a clear 400', async (_, payload, headers) => {
    const answer = await post('/api/test/write', payload, { ...headers, ...bearer('buyer') })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 400, error: 'request.invalid', fields: expect.any(Array) })
  })
  test.each([
    ['plain text', { 'content-type': 'text/plain' }],
    ['XML', { 'content-type': 'application/xml' }],
    ['a form where JSON is meant', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['multipart where JSON is meant', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('%s is 415', async (_, headers) => {
    const answer = await post('/api/test/write', 'name=x', { ...headers, ...bearer('buyer') })
    expect(answer.json()).toMatchObject({ code: 415, error: 'request.unsupported-media' })
  })
  test('a body beyond the limit is 413', async () => {
    const answer = await post('/api/test/write', { name: 'x'.repeat(300_000) }, bearer('buyer'))
    expect(answer.json()).toMatchObject({ code: 413, error: 'request.too-large' })
  })
  test.each([
    '/api/test/a?page=1&page=2',
    '/api/test/a?__proto__=1',
    '/api/test/a?constructor=1',
    '/api/test/a?page=%zz',
    '/api/test/a?page=%ff',
    '/api/test/a?x=%00',
    '/api/test/a%00b',
    '/api/test/%zz',
    '/api/test/%ff',
  ])('the address %s is a clear 400', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 400, error: 'request.invalid' })
  })
  test('a form may not name a field twice, hide a NUL, or have a hundred fields', async () => {
    const form = { ...basic, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post('/api/trove-sso/token', 'grant_type=a&mobile=%2B86+1', form)).json().access_token).toBe(
      'a:+86 1',
    )
    const many = Array.from({ length: 101 }, (_, i) => `f${i}=1`).join('&')
    for (const body of [
      'grant_type=a&grant_type=b',
      'grant_type=a%00',
      'grant_type=%zz',
      '__proto__=1&grant_type=a',
      many,
    ])
      expect((await post('/api/trove-sso/token', body, form)).statusCode).toBe(400)
  })
  test('query, form and JSON are merged where the route says so, the body first', async () => {
    const answer = await post('/api/trove-sso/token?grant_type=q&mobile=1', { mobile: '2' }, basic)
    expect(answer.json().access_token).toBe('q:2')
  })
})

test('no address, query, body or token ever reaches the log', async () => {
  await post('/api/test/write?mobile=13899990000&access_token=token-x', { name: 'canary-body' }, bearer('buyer'))
  await get('/api/test/canary-param?page=77')
  const log = kit.logLines.join('')
  for (const canary of ['13899990000', 'token-x', 'canary-body', 'canary-param', 'token-buyer'])
    expect(log).not.toContain(canary)
  expect(log).toContain('test.write')
})

test('calls that are refused for who makes them count for the address they come from', async () => {
  const calm = await startKitServer([serve(write, ({ body }) => ({ id: '1', name: body.name }))], { callsPerMinute: 5 })
  const call = async (authorization: string) => {
    const answer = await calm.server.inject({
      method: 'POST',
      url: write.path,
      headers: { authorization },
      payload: { name: 'x' },
    })
    return answer.json().error ?? 'done'
  }
  const errors = []
  for (let i = 0; i < 6; i++) errors.push(await call(`Bearer wrong${i}`))
  expect(errors).toEqual([...Array(5).fill('session.expired'), 'request.too-frequent'])
  expect(await call('Bearer token-seller')).toBe('done')
  await calm.stop()
})
