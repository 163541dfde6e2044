import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { MIGRATIONS_DIR, migrate } from '../../../platform/db/migrate.ts'
import { openPool, type Pool } from '../../../platform/db/pool/pool.ts'
import { createKeyStore } from './store.ts'

/** People with one key each, and leases with and without it, are carried over the migration that made keys several. */

const BEFORE = '0164'
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
const FINGERPRINT = 'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU'
let database: TestDatabase
let pool: Pool
let db: Db

beforeAll(async () => {
  database = await createEmptyDatabase()
  const log = openLog('silent')
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const file of await readdir(MIGRATIONS_DIR))
    if (file < BEFORE) await cp(join(MIGRATIONS_DIR, file), join(dir, file))
  await migrate(database.url, log, { dir })
  await rm(dir, { recursive: true })
  pool = openPool({ url: database.url, size: 1, log, name: 'keys-migration' })
  db = openDatabase(pool)
  for (const user of ['ada', 'bob'])
    await sql`insert into compute_ssh_keys (user_id, public_key, fingerprint, created_at)
      values (${user}, ${KEY}, ${FINGERPRINT}, '2026-01-02')`.execute(db)
  await sql`insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os,
      period_days, price_fen, username) values ('m', 'seller', 'CP-1', '8.8.8.8', 22, 1, 1, 1, 1, '1', 30, 100, 'root')
  `.execute(db)
  for (const [order, key] of [
    ['with', KEY],
    ['without', null],
  ])
    await sql`insert into compute_leases (order_id, offer_id, buyer_id, seller_id, state, public_key, period_days)
      values (${order}, 'm', 'ada', 'seller', 'cleaned', ${key}, 30)`.execute(db)
  await migrate(database.url, log)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('each key is its person’s first and only one, called by its type', async () => {
  for (const user of ['ada', 'bob']) {
    const keys = await createKeyStore(db).list(user)
    expect(keys).toMatchObject([{ name: 'ssh-ed25519', public_key: KEY, fingerprint: FINGERPRINT }])
    expect(keys[0]!.created_at.toISOString()).toMatch(/^2026-01-0[12]/)
    expect(keys[0]!.id).toMatch(/^[0-9a-f]{32}$/)
  }
})

it('a lease has the key it had, and one that had none has none', async () => {
  const { rows } = await sql`select order_id as id, public_keys as keys, wanted_keys as wanted from compute_leases
    order by order_id`.execute(db)
  expect(rows).toEqual([
    { id: 'with', keys: [KEY], wanted: null },
    { id: 'without', keys: [], wanted: null },
  ])
})
