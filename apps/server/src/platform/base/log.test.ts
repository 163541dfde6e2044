import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openDatabase } from '../db/database.ts'
import { openPool, type Pool } from '../db/pool/pool.ts'
import { openLog } from './log.ts'

const lines: string[] = []
const log = openLog('info', { write: (line) => void lines.push(line) })
let base: TestDatabase
let pool: Pool

beforeAll(async () => {
  base = await createTestDatabase()
  pool = openPool({ url: base.url, size: 1, log, name: 'log-test' })
})
afterAll(async () => {
  await pool.end()
  await base.drop()
})

test.each([
  ['a row', sql`insert into sms_notices (id, user_id, message_sealed) values ('Zhang San', 'x', null)`, '23502'],
  ['a line of JSON', sql`select '{"realName": "Zhang San", }'::jsonb`, '22P02'],
])('what the database was given is in no log: %s', async (_, statement, code) => {
  const error: unknown = await statement.execute(openDatabase(pool)).catch((reason: unknown) => reason)
  expect(`${(error as { detail?: string }).detail} ${(error as { where?: string }).where}`).toContain('Zhang San')
  log.error({ err: error }, 'one')
  log.error({ err: new AggregateError([error], 'many') }, 'several')
  const [one, several] = lines.splice(0)
  expect([one, several].join()).not.toContain('Zhang San')
  expect(JSON.parse(one!).err.code).toBe(code)
  expect(JSON.parse(several!).err.aggregateErrors[0].code).toBe(code)
})
