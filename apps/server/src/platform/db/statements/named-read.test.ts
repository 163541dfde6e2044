import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../base/log.ts'
import { openPool, type Pool } from '../pool/pool.ts'
import { prepared } from './prepared.ts'

let database: TestDatabase
let pool: Pool
beforeEach(async () => {
  database = await createEmptyDatabase()
  // One connection, so that every reading meets what the last one left there.
  pool = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'named-read-test' })
  await pool.query(`create table things (id int primary key, price int8, made_at timestamptz, words text);
    insert into things values (1, 990, '2026-01-01T00:00:00Z', 'one'), (2, null, null, null)`)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

test('a statement answers the same rows and types each time, beside others on its connection', async () => {
  const find = prepared('read.find', 'select id, price, made_at, words from things where id = $1')
  const count = prepared('read.count', 'select count(*) as n from things where id >= $1')
  const one = { id: 1, price: 990n, made_at: new Date('2026-01-01T00:00:00Z'), words: 'one' }
  const two = { id: 2, price: null, made_at: null, words: null }
  for (let times = 0; times < 3; times++) {
    const answers = [find(pool, [1]), count(pool, [0]), find(pool, [2]), find(pool, [3]), count(pool, [2])]
    expect(await Promise.all(answers)).toEqual([[one], [{ n: 2n }], [two], [], [{ n: 1n }]])
  }
})

test('columns of a table changed meanwhile are the new ones', async () => {
  const find = prepared('read.all', 'select * from things where id = $1')
  for (let times = 0; times < 2; times++) expect(Object.keys((await find(pool, [1]))[0]!)).not.toContain('weight')
  await pool.query('alter table things add column weight int not null default 7')
  for (let times = 0; times < 2; times++) expect(await find(pool, [2])).toMatchObject([{ id: 2, weight: 7 }])
})

test('a reading that fails leaves the connection and the statement as they were', async () => {
  const divide = prepared('read.divide', 'select 6 / $1::int as n')
  expect(await divide(pool, [3])).toEqual([{ n: 2 }])
  await expect(divide(pool, [0])).rejects.toMatchObject({ code: '22012' })
  await expect(divide(pool, ['x'])).rejects.toMatchObject({ code: '22P02' })
  expect(await divide(pool, [2])).toEqual([{ n: 3 }])
})
