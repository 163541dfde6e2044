import { setTimeout as sleep } from 'node:timers/promises'
import { ContractError } from '@trove/contract/errors/codes'
import { route } from '@trove/contract/kit/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type MoneyLab, startLab } from '../../../../test/labs/money-lab.ts'
import { type KitServer, startKitServer } from '../../../../test/world/kit-server.ts'
import { createLiveness } from '../../db/pool/liveness.ts'
import { openPool } from '../../db/pool/pool.ts'
import { createSealer } from '../../sealing/sealing.ts'
import { createIdempotency, type KeptAnswer, type KeyedCall } from './idempotency.ts'
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

describe('a key whose first call never ended', () => {
  let lab: MoneyLab
  const sealer = createSealer([{ id: 'test', key: Buffer.alloc(32, 1) }], Buffer.alloc(32, 2))
  const call: KeyedCall = { owner: 'buyer', route: '/pay', key: 'k', content: { product: 'p' } }
  const answer = (text: string): KeptAnswer => ({ status: 200, text, headers: {} })
  beforeAll(async () => {
    lab = await startLab()
  })
  afterAll(() => lab.stop())

  /** A process of its own: what it holds it loses when it stops, as when it dies. */
  async function startProcess() {
    const pool = openPool({ url: lab.url, size: 2, log: lab.log, name: 'idempotency' })
    const liveness = createLiveness(pool, lab.log)
    await liveness.start()
    const die = async () => {
      await liveness.stop()
      await pool.end()
    }
    return { idempotency: createIdempotency(lab.db, liveness.processKey, sealer), die }
  }

  test('is held while its process lives, runs again when that died, and a late answer of the dead changes nothing', async () => {
    const [dying, living] = [await startProcess(), await startProcess()]
    let runs = 0
    let endFirst = (_: KeptAnswer) => {}
    const first = dying.idempotency.once(call, () => {
      runs += 1
      return new Promise((resolve) => {
        endFirst = resolve
      })
    })
    while (runs === 0) await sleep(5)
    const second = living.idempotency.once(call, async () => {
      runs += 1
      return answer('second')
    })
    // Long enough for several looks; a machine that is slow only looks less often.
    await sleep(300)
    expect(runs).toBe(1)
    // Its age is no reason to run it again, however long this takes.
    await sql`update platform_idempotency set created_at = now() + interval '1 hour' where key = ${call.key}`.execute(
      lab.db,
    )
    await dying.die()
    expect((await second).text).toBe('second')
    expect(runs).toBe(2)
    endFirst(answer('first'))
    await first
    const again = await living.idempotency.once(call, async () => answer('third'))
    expect([again.text, again.headers['idempotent-replayed']]).toEqual(['second', 'true'])
    await living.die()
  })

  test('with other content is refused also after its process died', async () => {
    const dying = await startProcess()
    const other = { ...call, key: 'k-other' }
    void dying.idempotency.once(other, () => new Promise(() => {}))
    const isClaimed = async () =>
      (await sql`select from platform_idempotency where key = 'k-other'`.execute(lab.db)).rows.length > 0
    while (!(await isClaimed())) await sleep(5)
    await dying.die()
    const living = await startProcess()
    const changed = living.idempotency.once({ ...other, content: { product: 'q' } }, async () => answer('x'))
    await expect(changed).rejects.toMatchObject({ code: 'request.idempotency-mismatch' })
    await living.die()
  })
})
