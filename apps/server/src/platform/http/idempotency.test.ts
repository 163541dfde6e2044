import { setTimeout as sleep } from 'node:timers/promises'
import { ContractError } from '@trove/contract/errors'
import { route } from '@trove/contract/kit/route'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type KitServer, startKitServer } from '../../../test/kit-server.ts'
import { serve } from './serve.ts'

const order = route({
  id: 'test.order',
  method: 'POST',
  path: '/api/order/{shop}',
  summary: 'x',
  auth: 'user',
  params: z.object({ shop: z.string() }),
  body: z.object({ product: z.string(), fails: z.string().optional() }),
  ok: z.object({ number: z.number() }),
})
const signIn = route({
  id: 'test.sign-in',
  method: 'POST',
  path: '/api/sign-in',
  summary: 'x',
  auth: 'client',
  envelope: 'token',
  ok: z.object({ access_token: z.string() }),
})

let runs = 0
let kit: KitServer
beforeAll(async () => {
  kit = await startKitServer([
    serve(order, async ({ body }, { reply }) => {
      const number = ++runs
      await sleep(30)
      if (body.fails === 'taken') throw new ContractError('orders.product-taken')
      if (body.fails === 'bug') throw new Error('a bug')
      reply.header('x-order-id', `o${number}`)
      return { number }
    }),
    serve(signIn, () => ({ access_token: `secret-${++runs}` })),
  ])
})
beforeEach(() => {
  runs = 0
})
afterAll(() => kit?.stop())

function ask(key: string, payload: object, who = 'buyer', shop = 'a') {
  const headers = { authorization: `Bearer token-${who}`, 'idempotency-key': key }
  return kit.server.inject({ method: 'POST', url: `/api/order/${shop}`, payload, headers })
}

test('the same key and content gets the first answer again, headers included', async () => {
  const first = await ask('k1', { product: 'p' })
  const again = await ask('k1', { product: 'p' })
  expect(runs).toBe(1)
  expect(again.body).toBe(first.body)
  expect(again.headers['x-order-id']).toBe('o1')
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(first.headers['idempotent-replayed']).toBeUndefined()
})

test('fifty copies at once have one effect and one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('k2', { product: 'p' })))
  expect(runs).toBe(1)
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(answers.every((answer) => answer.statusCode === 200)).toBe(true)
})

test('the same key with other content is refused', async () => {
  await ask('k3', { product: 'p' })
  expect((await ask('k3', { product: 'q' })).json()).toMatchObject({ code: 422, error: 'request.idempotency-mismatch' })
  expect((await ask('k3', { product: 'p' }, 'buyer', 'b')).statusCode).toBe(422)
  expect(runs).toBe(1)
})

test('a key belongs to its person', async () => {
  await ask('k4', { product: 'p' })
  expect((await ask('k4', { product: 'p' }, 'seller')).json().data.number).toBe(2)
})

test('a refusal is kept as an answer, a failure of ours is not', async () => {
  await ask('k5', { product: 'p', fails: 'taken' })
  const again = await ask('k5', { product: 'p', fails: 'taken' })
  expect([again.statusCode, runs]).toEqual([409, 1])
  await ask('k6', { product: 'p', fails: 'bug' })
  expect((await ask('k6', { product: 'p', fails: 'bug' })).statusCode).toBe(500)
  expect(runs).toBe(3)
})

test('a call refused for its input keeps no key', async () => {
  expect((await ask('k7', {})).statusCode).toBe(400)
  expect((await ask('k7', { product: 'p' })).statusCode).toBe(200)
})

test('sign-in answers are never kept', async () => {
  const headers = { authorization: `Basic ${btoa('trove:trove')}`, 'idempotency-key': 'k8' }
  const answers = [1, 2].map(() => kit.server.inject({ method: 'POST', url: '/api/sign-in', headers }))
  expect(new Set((await Promise.all(answers)).map((answer) => answer.body)).size).toBe(2)
})

test.each(['', 'a b', 'é', 'x'.repeat(201)])('the key %j is refused', async (key) => {
  expect((await ask(key, { product: 'p' })).json().fields[0].path).toBe('Idempotency-Key')
})
