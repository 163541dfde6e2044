// In a worker of its own: names are kept for all of a process, and only so many.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { markPaid } from '../../modules/payment/stores/store.ts'
import { openLog } from '../base/log.ts'
import { openDatabase } from './database.ts'
import type { Db, Tx } from './handle.ts'
import { openPool, type Pool } from './pool/pool.ts'
import { textList } from './text-list.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let pool: Pool
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  // Kept plans belong to a connection: there is one.
  pool = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'text-list-test' })
  db = openDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a list keeps its members and their order, also when there are none', async () => {
  for (const list of [[], ['b'], ['b', 'a"\\,{}', '']]) {
    const { rows } = await sql<{ v: string }>`select v from unnest(${textList(list)}) with ordinality as t(v, n)
      where v = any(${textList(list)}) order by n`.execute(db)
    expect(rows.map(({ v }) => v)).toEqual(list)
  }
})

test('taking payments in is planned no more after some runs', async () => {
  const run = (tx: Tx) => markPaid(tx, [{ id: 'none', tradeNo: '1' }], ['open'])
  for (let runs = 0; runs < 10; runs++) await inTransaction(db, run)
  const { rows } = await sql<{ kept: bigint }>`select generic_plans as kept from pg_prepared_statements
    where statement like '%with locked as (select id from payment_attempt %'`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.kept).toBeGreaterThan(0n)
})
