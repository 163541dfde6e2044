import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../test/world/postgres.ts'
import { startWorld, type World } from '../../test/world/world.ts'
import { inTransaction } from './db/transaction.ts'

const ASKS_DATABASE = '/api/computing/product/all'

let postgres: TestPostgres
let world: World
beforeAll(async () => {
  postgres = await startTestPostgres()
  world = await startWorld({ hasPayment: false, env: { DATABASE_URL: postgres.url } })
})
afterAll(async () => {
  await world?.stop()
  await postgres?.stop()
})

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('it never came true')
    await sleep(50)
  }
}

test('without its database the site says so in time, and serves again by itself when it is back, jobs included', async () => {
  expect((await world.raw(ASKS_DATABASE)).status).toBe(200)
  await postgres.pause()
  for (let i = 0; i < 3; i++) {
    const answer = await world.raw(ASKS_DATABASE)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(JSON.parse(await answer.text())).toMatchObject({ code: 503, error: 'service.unavailable' })
  }
  await until(async () => (await world.raw('/readyz')).status === 503)
  expect((await world.raw('/healthz')).status).toBe(200)

  await postgres.resume()
  await until(async () => (await world.raw(ASKS_DATABASE)).status === 200)
  const { jobs, db } = world.platform
  const seen: string[] = []
  jobs.onDone(({ name }) => seen.push(name))
  await until(async () => {
    await inTransaction(db, (tx) => jobs.enqueue(tx, 'platform.sweep', {}, { key: 'test' })).catch(() => undefined)
    return seen.includes('platform.sweep')
  })
  await until(async () => JSON.parse(await (await world.raw('/readyz')).text()).parts.database === 'ok')
})
