import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createEmptyDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../base/log.ts'
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
