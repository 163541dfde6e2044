// In a worker of its own: names are kept for all of a process, and only so many.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../base/log.ts'
import { openDatabase } from '../database.ts'
import type { Db } from '../handle.ts'
import { openPool, type Pool } from '../pool/pool.ts'
import { inTransaction } from '../transaction.ts'
import { prepared } from './prepared.ts'
import { createStatementNames, PLANNED_ANEW } from './statement-names.ts'

let database: TestDatabase
let pool: Pool
let db: Db
beforeEach(async () => {
  database = await createEmptyDatabase()
  pool = open(true)
  db = openDatabase(pool)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

/** One connection, so that what it keeps is what is asked about. */
function open(keepsStatements: boolean): Pool {
  return openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'names-test', keepsStatements })
}

async function kept(of: Pool): Promise<string[]> {
  const { rows } = await of.query('select statement from pg_prepared_statements order by statement')
  return rows.map(({ statement }) => statement)
}

test('a statement that says so is planned at each run, for the values it has', async () => {
  const run = (word: string) =>
    sql<{ n: number }>`select ${sql.raw(PLANNED_ANEW)} char_length(${word}::text) as n`.execute(db)
  for (const word of ['one', 'three', 'eleven', 'two']) expect((await run(word)).rows).toEqual([{ n: word.length }])
  expect(await kept(pool)).toEqual([])
})

test('a text gets its name when it comes again, and only so many texts get one', () => {
  const names = createStatementNames(2)
  const twice = (text: string) => [names.nameOf(text), names.nameOf(text)]
  const [first, second] = twice('select $1')
  expect(first).toBeUndefined()
  expect(second).toMatch(/^q-[\w-]{22}$/)
  expect(twice('select $1, 2')[1]).not.toBe(second)
  expect(twice('select $1, 3')).toEqual([undefined, undefined])
  expect(names.nameOf('select $1')).toBe(second)
})

test('texts that grow with their values, and very long ones, never get a name', () => {
  const names = createStatementNames()
  for (const text of [
    'select 1 from t where id in ($1, $2)',
    'select 1 from t where id in ($1::text, $2::text)',
    'insert into t (a, b) values ($1, $2), ($3, $4)',
    `select $1 -- ${'x'.repeat(8_000)}`,
  ])
    expect([names.nameOf(text), names.nameOf(text)]).toEqual([undefined, undefined])
})

test('the query builder prepares what it runs again, and nothing for a pool that keeps none', async () => {
  const plain = open(false)
  for (const each of [pool, plain]) {
    const builder = openDatabase(each)
    for (const n of [20, 21, 22]) {
      const { rows } = await sql<{ n: number }>`select ${n}::int * 2 as n`.execute(builder)
      expect(rows).toEqual([{ n: n * 2 }])
      expect(await prepared<{ n: number }>('names.twice', 'select $1::int * 3 as n')(each, [n])).toEqual([{ n: n * 3 }])
    }
  }
  expect(await kept(pool)).toEqual(['select $1::int * 2 as n', 'select $1::int * 3 as n'])
  expect(await kept(plain)).toEqual([])
  await plain.end()
})

test('a table altered while plans of it are kept still answers, also inside a transaction', async () => {
  await pool.query('create table t (id int); insert into t values (1)')
  const hot = prepared('names.star', 'select * from t where id = $1')
  const read = (handle: Db) => sql`select t.* from t where id = ${1}`.execute(handle)
  for (let i = 0; i < 3; i++) await read(db)
  await hot(pool, [1])
  await pool.query('alter table t add column a int default 5')
  expect((await inTransaction(db, read)).rows).toEqual([{ id: 1, a: 5 }])
  await pool.query('alter table t add column b int default 6')
  expect((await read(db)).rows).toEqual([{ id: 1, a: 5, b: 6 }])
  await hot(pool, [1])
  await pool.query('alter table t drop column b')
  expect(await hot(pool, [1])).toEqual([{ id: 1, a: 5 }])
})
