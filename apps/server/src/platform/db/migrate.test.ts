import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../base/log.ts'
import { ConfigError } from '../config/error.ts'
import { openDatabase } from './database.ts'
import { isUniqueViolation } from './errors.ts'
import { MIGRATIONS_DIR, migrate, readMigrations } from './migrate.ts'
import { openPool, type Pool } from './pool/pool.ts'
import { prepared } from './statements/prepared.ts'
import { inTransaction } from './transaction.ts'

const log = openLog('silent')
let database: TestDatabase
let pool: Pool
beforeEach(async () => {
  database = await createEmptyDatabase()
  pool = openPool({ url: database.url, size: 5, log, name: 'migrate-test' })
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

test('every migration runs once, also when two processes start together, and a second start runs none', async () => {
  const all = Object.keys(await readMigrations())
  const [first, second] = await Promise.all([migrate(database.url, log), migrate(database.url, log)])
  expect([...first, ...second].sort()).toEqual(all)
  expect(await migrate(database.url, log)).toEqual([])
})

test('a broken migration leaves nothing behind and names itself', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'trove-migrations-'))
  await writeFile(join(dir, '0001-good.sql'), 'create table good (id int);')
  await writeFile(join(dir, '0002-bad.sql'), 'create table half (id int); select nonsense;')
  await expect(migrate(database.url, log, { dir })).rejects.toThrow('0002-bad')
  const { rows } = await pool.query("select to_regclass('good') as good, to_regclass('half') as half")
  expect(rows).toEqual([{ good: null, half: null }])
  await rm(dir, { recursive: true })
})

test('a migration may have a digit in its name; SQL under a name that would never run is refused', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'trove-migrations-'))
  await writeFile(join(dir, '0001-ipv6.sql'), 'select 1')
  expect(await readMigrations(dir)).toEqual({ '0001-ipv6': 'select 1' })
  await writeFile(join(dir, '0002_ipv6.sql'), 'select 1')
  await expect(readMigrations(dir)).rejects.toThrow('0002_ipv6.sql')
  await rm(dir, { recursive: true })
})

describe('a migration edited after it ran', () => {
  const TEXTS = '0003-platform-migration-texts.sql'
  let dir: string
  let said: string[]
  const told = openLog('warn', { write: (line) => void said.push((JSON.parse(line) as { msg: string }).msg) })
  const run = (options: object = {}) => migrate(database.url, told, { dir, ...options })
  const edit = (text: string) => writeFile(join(dir, '0001-first.sql'), text)
  beforeEach(async () => {
    said = []
    dir = await mkdtemp(join(tmpdir(), 'trove-migrations-'))
    await edit('create table first (id int);')
    await writeFile(join(dir, TEXTS), await readFile(join(MIGRATIONS_DIR, TEXTS), 'utf8'))
    await run()
  })
  afterEach(() => rm(dir, { recursive: true }))

  test('refuses the start with one line that names it, before anything new runs', async () => {
    await edit('create table first (id bigint);')
    await writeFile(join(dir, '0004-later.sql'), 'create table later (id int);')
    await expect(run()).rejects.toThrow(ConfigError)
    await expect(run()).rejects.toThrow(/^migrations were edited after they ran: 0001-first \([^\n]+\)$/)
    const { rows } = await pool.query("select to_regclass('later') as later")
    expect(rows).toEqual([{ later: null }])
  })

  test('is said in the log in development, which goes on', async () => {
    await edit('create table first (id bigint);')
    expect(await run({ isStrict: false })).toEqual([])
    expect(said).toEqual([expect.stringContaining('0001-first')])
  })

  test('may be accepted once, and is then the one to compare with', async () => {
    await edit('create table first (id int); -- a comment')
    await run({ accepted: ['0001-first'] })
    await run()
    await edit('create table first (id int);')
    await expect(run()).rejects.toThrow('0001-first')
  })

  test('is none when only its line ends are others, or when it is new', async () => {
    await writeFile(join(dir, '0004-later.sql'), 'create table later (id int);\n')
    expect(await run()).toEqual(['0004-later'])
    await writeFile(join(dir, '0004-later.sql'), 'create table later (id int);\r\n')
    expect(await run()).toEqual([])
  })

  test('that is gone refuses the start and is named', async () => {
    await rm(join(dir, '0001-first.sql'))
    await expect(run()).rejects.toThrow('0001-first')
  })
})

test('a database from before there were checksums takes those of the files it ran', async () => {
  await migrate(database.url, log)
  await pool.query('delete from platform_migration_text')
  await migrate(database.url, log)
  const { rows } = await pool.query('select count(*)::int as n from platform_migration_text')
  expect(rows).toEqual([{ n: Object.keys(await readMigrations()).length }])
})

test('parts of a day are judged from when their rule came, also in a database that ran it before it was kept', async () => {
  await migrate(database.url, log)
  await pool.query(`update platform_clock set offset_ms = 86400000;
    delete from platform_migration where name = '0028-wallet-rule-start'; drop table wallet_rule;
    update platform_migration set timestamp = '2026-11-01T08:00:00.000Z' where name = '0028-wallet-parts-and-returns'`)
  await migrate(database.url, log)
  const { rows } = await pool.query('select since from wallet_rule')
  // A migration's statement begins a little after its transaction, and the rule's time is later by as much.
  const came = new Date('2026-11-02T08:00:00.000Z').getTime()
  expect(rows[0].since.getTime()).toBeGreaterThanOrEqual(came)
  expect(rows[0].since.getTime()).toBeLessThan(came + 60_000)
})

test('int8 comes as bigint, lists of it too, timestamps as Date, jsonb as what it holds', async () => {
  const { rows } = await pool.query(
    `select 9007199254740993::int8 as big, array[1,2]::int8[] as bigs, now() as at, '{"a":[1]}'::jsonb as json, count(*) as n from pg_class where false`,
  )
  expect(rows[0]).toMatchObject({ big: 9007199254740993n, bigs: [1n, 2n], json: { a: [1] }, n: 0n })
  expect(rows[0].at).toBeInstanceOf(Date)
})

test('a prepared statement answers rows and is planned once per connection', async () => {
  const find = prepared<{ n: number }>('test.twice', 'select $1::int * 2 as n')
  expect(await find(pool, [21])).toEqual([{ n: 42 }])
  const client = await pool.connect()
  const { rows } = await client.query('select name from pg_prepared_statements')
  expect(rows).toEqual([{ name: 'test.twice' }])
  client.release()
})

test('transactions that lock each other out are run again until both are done', async () => {
  const db = openDatabase(pool)
  await pool.query('create table t (id int primary key, n int); insert into t values (1, 0), (2, 0)')
  let runs = 0
  const { promise: bothHold, resolve } = Promise.withResolvers<void>()
  const add = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await sql`update t set n = n + 1 where id = ${first}`.execute(tx)
      if (++runs === 2) resolve()
      await bothHold
      await sql`update t set n = n + 1 where id = ${second}`.execute(tx)
    })
  await Promise.all([add(1, 2), add(2, 1)])
  const { rows } = await pool.query('select n from t order by id')
  expect(rows).toEqual([{ n: 2 }, { n: 2 }])
  // The one that was run again may take the freed row before the other one wakes, and then they meet once more.
  expect(runs).toBeGreaterThan(2)
})

test('a unique violation is known, also by the name of its constraint', async () => {
  await pool.query('create table u (id int constraint u_id primary key); insert into u values (1)')
  const error = await pool.query('insert into u values (1)').catch((caught: unknown) => caught)
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, 'u_id')).toBe(true)
  expect(isUniqueViolation(error, 'other')).toBe(false)
  expect(isUniqueViolation(new Error('x'))).toBe(false)
})
