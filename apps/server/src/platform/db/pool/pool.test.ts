import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createEmptyDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../base/log.ts'
import { isDatabaseDown } from '../errors.ts'
import { openPool } from './pool.ts'

test('a connection that only listens is kept alive, so that one dropped in silence is noticed', async () => {
  const database = await createEmptyDatabase()
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const pool = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'pool-test' })
  await pool.query('select 1')
  expect(keepAlive).toHaveBeenCalledWith(true, 30_000)
  await pool.end()
  keepAlive.mockRestore()
  await database.drop()
})

test.each([
  { keepsPlans: true, mode: 'force_generic_plan' },
  { keepsPlans: false, mode: 'auto' },
])('a pool plans its statements once only where that is asked for ($mode)', async ({ keepsPlans, mode }) => {
  const database = await createEmptyDatabase()
  const pool = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'pool-test', keepsPlans })
  expect((await pool.query('show plan_cache_mode')).rows).toEqual([{ plan_cache_mode: mode }])
  await pool.end()
  await database.drop()
})

test('a pool compiles no statement, also where the database server would', async () => {
  const database = await createEmptyDatabase()
  const owner = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'pool-test' })
  await owner.query(
    `do $$ begin execute format('alter role current_user in database %I set jit = on', current_database()); end $$`,
  )
  await owner.end()
  const pool = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'pool-test' })
  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
  await pool.end()
  await database.drop()
})

test('who asks a database that is gone or given up hears that it is down, also from another process', async () => {
  const database = await createEmptyDatabase()
  const pool = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'pool-test' })
  const client = await pool.connect()
  const asking = client.query('select pg_sleep(60)').catch((error: Error) => error)
  await database.drop()
  const cut = await asking
  expect(isDatabaseDown(cut)).toBe(true)
  client.release(true)
  await pool.end()
  const late = await pool.query('select 1').catch((error: Error) => error)
  expect(isDatabaseDown(late)).toBe(true)
  expect(isDatabaseDown({ message: (late as Error).message })).toBe(true)
  expect(isDatabaseDown(new Error('column does not exist'))).toBe(false)
})
