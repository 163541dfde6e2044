import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/world/database.ts'
import { openLog } from './base/log.ts'
import { openDatabase } from './db/database.ts'
import { openPool, type Pool } from './db/pool/pool.ts'
import { createLimiter, type Limiter } from './rate-limit.ts'

let database: TestDatabase
let pools: Pool[]
let limiters: Limiter[]

beforeAll(async () => {
  database = await createTestDatabase()
  pools = [1, 2].map((n) => openPool({ url: database.url, size: 10, log: openLog('silent'), name: `limit-${n}` }))
  limiters = pools.map((pool) => createLimiter(openDatabase(pool)))
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

const LIMIT = { limit: 5, windowSeconds: 60 }

test('two processes together allow no more than the limit', async () => {
  const takes = await Promise.all(Array.from({ length: 40 }, (_, i) => limiters[i % 2]!.take('sms', 'a', LIMIT)))
  expect(takes.filter((taken) => taken.isAllowed)).toHaveLength(5)
  expect(await limiters[0]!.count('sms', 'a', LIMIT)).toBe(40)
  const last = await limiters[1]!.take('sms', 'a', LIMIT)
  expect(last).toMatchObject({ isAllowed: false, remaining: 0 })
  expect(last.retryAfterSeconds).toBeGreaterThan(50)
})

test('keys, buckets and windows are counted apart', async () => {
  const [one] = limiters as [Limiter]
  for (let i = 0; i < 5; i++) await one.take('sms', 'b', LIMIT)
  expect((await one.take('sms', 'b', LIMIT)).isAllowed).toBe(false)
  expect((await one.take('sms', 'c', LIMIT)).isAllowed).toBe(true)
  expect((await one.take('other', 'b', LIMIT)).isAllowed).toBe(true)
  expect((await one.take('sms', 'b', { limit: 5, windowSeconds: 3600 })).isAllowed).toBe(true)
})

test('a window that is over starts anew, and a reset forgets it at once', async () => {
  const [one] = limiters as [Limiter]
  const db = openDatabase(pools[0]!)
  for (let i = 0; i < 6; i++) await one.take('sms', 'd', LIMIT)
  await sql`update platform_rate_limit set window_start = now() - interval '61 seconds' where key = 'd'`.execute(db)
  expect(await one.count('sms', 'd', LIMIT)).toBe(0)
  expect(await one.take('sms', 'd', LIMIT)).toMatchObject({ isAllowed: true, remaining: 4 })
  await one.reset('sms', 'd')
  expect(await one.count('sms', 'd', LIMIT)).toBe(0)
})

test('require throws the contract code with the seconds to wait', async () => {
  const [one] = limiters as [Limiter]
  await one.require('sms', 'e', { limit: 1, windowSeconds: 60 })
  const second = one.require('sms', 'e', { limit: 1, windowSeconds: 60 })
  await expect(second).rejects.toMatchObject({ code: 'request.too-frequent', params: { seconds: expect.any(Number) } })
})

test('old windows are swept away', async () => {
  const [one] = limiters as [Limiter]
  const db = openDatabase(pools[0]!)
  await one.take('sms', 'f', LIMIT)
  await sql`update platform_rate_limit set window_start = now() - interval '3 days' where key = 'f'`.execute(db)
  await one.sweep()
  const { rows } = await sql`select from platform_rate_limit where key = 'f'`.execute(db)
  expect(rows).toHaveLength(0)
})
