import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { createLiveness, type Liveness } from '../../../platform/db/pool/liveness.ts'
import { openPool, type Pool } from '../../../platform/db/pool/pool.ts'
import type { JobOptions } from '../../../platform/jobs/jobs.ts'
import { defineComputeJobs } from '../jobs.ts'
import { createMachineUse, type WithMachine } from './use.ts'

const log = openLog('silent')
let database: TestDatabase
let pool: Pool
let db: Db
/** Two processes. */
let processes: Liveness[]
let use: WithMachine[]

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, size: 20, log, name: 'machine-use' })
  db = openDatabase(pool)
  processes = [createLiveness(pool, log), createLiveness(pool, log)]
  for (const one of processes) await one.start()
  use = processes.map((one) => createMachineUse(db, one))
})
afterAll(async () => {
  for (const one of processes) await one.stop()
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  await sql`truncate compute_offers cascade`.execute(db)
  for (const [seller, machines] of Object.entries({ slow: 30, other: 2 }))
    await sql`insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps,
        os, period_days, price_fen, username)
      select ${seller} || i, ${seller}, 'CP-' || ${seller}::text || i, '8.8.8.8', i + ${seller === 'slow' ? 0 : 100}::int, 1, 1, 1, 1, '1', 7, 990,
        'root' from generate_series(1, ${machines}::int) i`.execute(db)
})

/** Work on machines that never answer, until it is let go. */
function hanging() {
  const going: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = (id: string) => () => {
    going.push(id)
    return promise
  }
  return { going, end: resolve, work }
}

it('gives thirty silent machines of one seller three turns over all processes, and others theirs', async () => {
  const { going, end, work } = hanging()
  const turns = Array.from({ length: 30 }, (_, i) => use[i % 2]!(`slow${i + 1}`, work(`slow${i + 1}`)))
  // Those without a turn say so at once; the others hang.
  let refused = 0
  for (const turn of turns)
    void turn.then((hadTurn) => {
      if (!hadTurn) refused++
    })
  await expect.poll(() => refused, { timeout: 20_000 }).toBe(27)
  expect(going).toHaveLength(3)
  const others = [use[0]!('other1', work('other1')), use[1]!('other2', work('other2'))]
  await expect.poll(() => going.filter((id) => id.startsWith('other')).length, { timeout: 20_000 }).toBe(2)
  expect(await use[0]!('slow30', async () => {})).toBe(going.includes('slow30'))
  end()
  expect((await Promise.all(turns)).filter(Boolean)).toHaveLength(3)
  expect(await Promise.all(others)).toEqual([true, true])
  expect(await use[1]!('slow30', async () => {})).toBe(true)
})

it('gives a machine to one user at a time, and the places of a process that died to others', async () => {
  const { going, end, work } = hanging()
  const first = use[0]!('slow1', work('slow1'))
  await expect.poll(() => going.length, { timeout: 20_000 }).toBe(1)
  expect(await use[1]!('slow1', async () => {})).toBe(false)
  end()
  expect(await first).toBe(true)
  await sql`update compute_offers set busy_token = 'dead', busy_by = 1, busy_until = now() + interval '1 hour'
    where id in ('slow1', 'slow2', 'slow3')`.execute(db)
  expect(await use[0]!('slow1', async () => {})).toBe(true)
  expect(await use[0]!('slow4', async () => {})).toBe(true)
})

it('has every job that talks to machines run beside the others', () => {
  const slow: string[] = []
  const others: string[] = []
  const jobs = {
    define: (name: string, _: unknown, options?: JobOptions) =>
      void (options?.lane === 'slow' ? slow : others).push(name),
    every: () => {},
  }
  const parts = {
    sweep: {},
    market: {},
    checks: {},
    keyChange: {},
    recipeRuns: {},
    rounds: {},
    downtime: {},
    faults: {},
    relisting: {},
  }
  defineComputeJobs(jobs as never, parts as never)
  expect(slow).toEqual([
    'compute.check',
    'compute.begin-lease',
    'compute.end-lease',
    'compute.change-keys',
    'compute.run-recipe',
  ])
  expect(others).toEqual([])
})
