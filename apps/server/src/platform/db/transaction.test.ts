import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../base/log.ts'
import { openDatabase } from './database.ts'
import type { Db, Tx } from './handle.ts'
import { openPool, type Pool } from './pool/pool.ts'
import { afterCommit, inTransaction, later } from './transaction.ts'

let database: TestDatabase
let pool: Pool
let db: Db
/** How often something went to the database. */
let messages = 0
beforeEach(async () => {
  database = await createEmptyDatabase()
  pool = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'transaction-test' })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      messages++
      return query(...args)
    }) as pg.PoolClient['query']
  })
  db = openDatabase(pool)
  await sql`create table t (id int primary key, n int not null default 0 check (n < 100))`.execute(db)
  messages = 0
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const add = (id: number, n = 0) => sql`insert into t (id, n) values (${id}, ${n})`
async function ids(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from t order by id`.execute(db)
  return rows.map(({ id }) => id)
}

test('writes without hurry go with the next statement or the commit, in their order', async () => {
  const found = await inTransaction(db, async (tx) => {
    await later(tx, add(1))
    await later(tx, add(2))
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from t where id > ${0}`.execute(tx)
    await later(tx, add(3))
    await later(tx, sql`delete from t where id = ${3}`)
    await later(tx, add(4))
    return rows[0]?.n
  })
  expect(found).toBe(2n)
  expect(messages).toBe(2)
  expect(await ids()).toEqual([1, 2, 4])
})

test('a transaction that writes nothing sends nothing', async () => {
  await inTransaction(db, async () => {})
  await expect(inTransaction(db, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(messages).toBe(0)
})

test('what goes wrong with a write without hurry undoes the whole transaction, whatever stands behind it', async () => {
  await add(1).execute(db)
  const fails = (work: (tx: Tx) => Promise<unknown>) => expect(inTransaction(db, work)).rejects
  await fails(async (tx) => {
    await later(tx, add(2))
    await later(tx, add(1))
    await later(tx, add(3))
  }).toMatchObject({ code: '23505', constraint: 't_pkey' })
  await fails(async (tx) => {
    await later(tx, add(4, 100))
    await add(5).execute(tx)
  }).toMatchObject({ code: '23514' })
  expect(await ids()).toEqual([1])
})

test('a value that cannot be written keeps the commit behind it from being sent', async () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  const failing = inTransaction(db, async (tx) => {
    await add(1).execute(tx)
    await later(tx, sql`insert into t (id) select 2 where ${circle}::jsonb is not null`)
    await later(tx, add(3))
  })
  await expect(failing).rejects.toThrow('circular')
  expect(await ids()).toEqual([])
})

test('a statement that failed is prepared again, and the connection goes on', async () => {
  for (let i = 0; i < 3; i++) {
    const failing = inTransaction(db, async (tx) => {
      await later(tx, add(1, 100))
      await later(tx, sql`update t set n = n + ${1} where id = ${1}`)
    })
    await expect(failing).rejects.toMatchObject({ code: '23514' })
  }
  await inTransaction(db, async (tx) => {
    await later(tx, add(1, 1))
    await later(tx, sql`update t set n = n + ${1} where id = ${1}`)
  })
  const { rows } = await sql`select id, n from t`.execute(db)
  expect(rows).toEqual([{ id: 1, n: 2 }])
})

test('what is wished for after the commit happens after it, and only then', async () => {
  const seen: number[][] = []
  let told: Promise<void> = Promise.resolve()
  const tell = () => {
    told = ids().then((found) => void seen.push(found))
  }
  await inTransaction(db, async (tx) => {
    afterCommit(tx, tell)
    await add(1).execute(tx)
  })
  await told
  expect(seen).toEqual([[1]])
  const failing = inTransaction(db, async (tx) => {
    afterCommit(tx, tell)
    await add(1).execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(seen).toHaveLength(1)
})
