import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { firstLine } from '../../../test/world/postgres.ts'
import { openLog } from '../base/log.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/handle.ts'
import { openPool, type Pool } from '../db/pool/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { giveBack } from './liveness.ts'
import { createJobQueue, type JobQueue } from './runner.ts'

const HANGING_WORKER = fileURLToPath(new URL('../../../test/stand-ins/hanging-worker.ts', import.meta.url))
const log = openLog('silent')
let database: TestDatabase
let pool: Pool
let db: Db
const pools: Pool[] = []
const queues: JobQueue[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, size: 10, log, name: 'jobs-test' })
  db = openDatabase(pool)
})
// A queue that a failed test left running would take the next test's jobs.
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()))
  await Promise.all(pools.splice(0).map((one) => one.end()))
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** A queue as a process of its own would have it. */
function openQueue(lookMs = 60_000): JobQueue {
  const own = openPool({ url: database.url, size: 8, log, name: 'jobs', hasPlainTypes: true })
  pools.push(own)
  const queue = createJobQueue({ db, pool: own, log, concurrency: 3, slowConcurrency: 2, pollMs: 50, lookMs })
  queues.push(queue)
  return queue
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('it never came true')
    await sleep(20)
  }
}

const isFetch = (asked: unknown) =>
  /^with j(_raw)? as .*for update\s+skip locked/s.test((asked as { text?: string })?.text ?? '')

const countWaiting = async (name: string) => {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${name}`.execute(db)
  return Number(rows[0]!.n)
}

test('a job runs after its transaction commits, and never when it was rolled back', async () => {
  const ran: unknown[] = []
  const jobs = openQueue()
  jobs.define('test.commit', async (payload) => void ran.push(payload.n))
  await jobs.start()
  const failed = inTransaction(db, async (tx) => {
    await jobs.enqueue(tx, 'test.commit', { n: 'rolled back' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.commit', { n: 'kept' }))
  // The job's row goes a moment after its handler has ended.
  await until(async () => ran.length > 0 && (await countWaiting('test.commit')) === 0)
  expect(ran).toEqual(['kept'])
})

test('many jobs are added and fetched together, and each key keeps one', async () => {
  const jobs = openQueue()
  const ran: unknown[] = []
  jobs.define('test.many', async ({ n }) => void ran.push(n))
  const added = Array.from({ length: 30 }, (_, n) => ({ name: 'test.many', payload: { n }, key: `many:${n}` }))
  await inTransaction(db, (tx) => jobs.enqueueAll(tx, added))
  await inTransaction(db, (tx) => jobs.enqueueAll(tx, [{ ...added[0]!, payload: { n: 'again' } }]))
  const fetches = vi.spyOn(pg.Client.prototype, 'query')
  await jobs.start()
  await until(() => ran.length === 30)
  const count = fetches.mock.calls.filter(([asked]) => isFetch(asked)).length
  fetches.mockRestore()
  expect(new Set(ran)).toEqual(new Set(['again', ...added.slice(1).map(({ payload }) => payload.n)]))
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(30)
})

test('a fetched job that waits behind one that hangs goes back, and another process runs it', async () => {
  const release: (() => void)[] = []
  const ran: unknown[] = []
  const open = (name: string, work: (payload: Record<string, unknown>) => Promise<void>) => {
    const jobs = openQueue()
    jobs.define('test.behind', work, { lane: 'slow' })
    jobs.define(`test.only-${name}`, async () => {}, { lane: 'slow' })
    return jobs
  }
  const hanging = open('a', () => new Promise<void>((resolve) => void release.push(resolve)))
  const add = (n: number) => ({ name: 'test.behind', payload: { n }, key: `behind:${n}` })
  await inTransaction(db, (tx) => hanging.enqueueAll(tx, [0, 1, 2, 3].map(add)))
  await hanging.start()
  await until(() => release.length === 2)
  await open('b', async ({ n }) => void ran.push(n)).start()
  await until(() => ran.length === 2)
  expect(release).toHaveLength(2)
  for (const end of release) end()
  await until(async () => (await countWaiting('test.behind')) === 0)
})

test('a key keeps one waiting job, the latest', async () => {
  const ran: unknown[] = []
  const jobs = openQueue()
  jobs.define('test.key', async (payload) => void ran.push(payload.n))
  for (const n of [1, 2, 3]) await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.key', { n }, { key: 'k' }))
  expect(await countWaiting('test.key')).toBe(1)
  await jobs.start()
  await until(() => ran.length > 0)
  expect(ran).toEqual([3])
})

test('slow jobs take no place of the others, however many of them wait', async () => {
  const jobs = openQueue()
  const release: (() => void)[] = []
  const ran: unknown[] = []
  jobs.define('test.slow', () => new Promise<void>((resolve) => void release.push(resolve)), { lane: 'slow' })
  jobs.define('test.quick', async (payload) => void ran.push(payload.n))
  jobs.every('test.money', 3600, async () => void ran.push('money'))
  await jobs.start()
  for (let n = 0; n < 10; n++) await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.slow', { n }))
  // As many as may run at once are under way, and none of them ends.
  await until(() => release.length === 2)
  await until(() => ran.includes('money'))
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.quick', { n: 1 }))
  await until(() => ran.includes(1))
  expect(release).toHaveLength(2)
  await until(async () => {
    for (const end of release.splice(0)) end()
    return (await countWaiting('test.slow')) === 0
  })
})

test('a flood of other jobs does not delay those of money, nor its sweeps', async () => {
  const jobs = openQueue()
  const release: (() => void)[] = []
  const ran: unknown[] = []
  jobs.define('test.flood', () => new Promise<void>((resolve) => void release.push(resolve)))
  jobs.define('test.refund', async (payload) => void ran.push(payload.n), { lane: 'money' })
  jobs.every('test.pursue', 3600, async () => void ran.push('sweep'), { lane: 'money' })
  for (let n = 0; n < 10; n++) await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.flood', { n }))
  await jobs.start()
  // Every place of the common lane is taken, and none of them ends.
  await until(() => release.length === 3)
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.refund', { n: 'refund' }))
  await until(() => ran.includes('refund') && ran.includes('sweep'))
  expect(release).toHaveLength(3)
  await until(async () => {
    for (const end of release.splice(0)) end()
    return (await countWaiting('test.flood')) === 0
  })
})

test('a failed job is tried again', async () => {
  let tries = 0
  const jobs = openQueue()
  jobs.define('test.retry', async () => {
    if (++tries === 1) throw new Error('first time')
  })
  await jobs.start()
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.retry', {}))
  await until(() => tries === 1)
  // The pause before the next try is the library's; here it is cut short.
  await until(async () => {
    await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null`.execute(
      db,
    )
    return tries === 2
  })
  await until(async () => (await countWaiting('test.retry')) === 0)
})

test('a sweep runs in one process at a time, goes on after a failure, and comes at once when poked', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const pair = [openQueue(), openQueue()]
  for (const jobs of pair)
    jobs.every('test.sweep', 3600, async () => {
      most = Math.max(most, ++running)
      await sleep(30)
      running--
      runs++
      if (runs === 1) throw new Error('a bad run')
    })
  await Promise.all(pair.map((jobs) => jobs.start()))
  await until(() => runs >= 1 && running === 0)
  for (let round = 0; round < 5; round++) {
    const before = runs
    await pair[0]!.poke()
    await until(() => runs > before)
    await until(async () => (await countWaiting('test.sweep')) === 1 && running === 0)
  }
  expect(most).toBe(1)
})

test('a process that ends in the middle of a sweep leaves its next run to the others', async () => {
  const [staying, ending] = [openQueue(), openQueue()]
  const [isUnderWay, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isEnding = false
  staying.every('test.handed-on', 3600, async () => undefined)
  ending.every('test.handed-on', 3600, async () => {
    isEnding = true
    isUnderWay.resolve()
    await goOn.promise
  })
  await staying.start()
  await ending.start()
  // Either of them takes a run that is due.
  await until(async () => {
    if (!isEnding && (await countWaiting('test.handed-on')) === 1) await staying.poke()
    return isEnding
  })
  const stopping = ending.stop()
  goOn.resolve()
  await stopping
  expect(await countWaiting('test.handed-on')).toBe(1)
})

test.each([
  ['is gone', 'delete from graphile_worker._private_jobs where key = $1'],
  [
    'died with its processes too often',
    'update graphile_worker._private_jobs set attempts = max_attempts where key = $1',
  ],
])('a sweep whose next run %s is planned anew', async (_, lose) => {
  const jobs = openQueue(50)
  let runs = 0
  jobs.every('test.lost', 3600, async () => void runs++)
  await jobs.start()
  // The next run, and not the row of the one under way, which plans the next when it ends.
  const isPlanned = async () => {
    const { rows } = await pool.query(
      'select from graphile_worker._private_jobs where key = $1 and locked_at is null and run_at > now()',
      ['every:test.lost'],
    )
    return rows.length === 1
  }
  await until(async () => runs > 0 && (await isPlanned()))
  const before = runs
  await pool.query(lose, ['every:test.lost'])
  await until(() => runs > before)
})

test('a job of a process that died is given to another within seconds', async () => {
  const doomed = spawn(process.execPath, [HANGING_WORKER], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await inTransaction(db, (tx) => openQueue().enqueue(tx, 'test.hang', { n: 1 }))
  expect(await firstLine(doomed)).toBe('running')
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')
  const ran: unknown[] = []
  const survivor = openQueue()
  survivor.define('test.hang', async (payload) => void ran.push(payload.n))
  await survivor.start()
  await until(() => ran.length > 0)
  expect(ran).toEqual([1])
})

test('however long a job runs, it is not taken from a living process', async () => {
  let runs = 0
  let end = () => {}
  const jobs = openQueue()
  jobs.define('test.long', () => {
    runs++
    return new Promise((resolve) => {
      end = resolve
    })
  })
  await jobs.start()
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.long', {}))
  await until(() => runs === 1)
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_at is not null`.execute(
    db,
  )
  expect(await giveBack(pool)).toBe(false)
  end()
  await until(async () => (await countWaiting('test.long')) === 0)
  expect(runs).toBe(1)
})

test('nor after another process found it dead for a moment', async () => {
  let runs = 0
  let end = () => {}
  const jobs = openQueue()
  jobs.define('test.forgotten', () => {
    runs++
    return new Promise((resolve) => {
      end = resolve
    })
  })
  await jobs.start()
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.forgotten', {}))
  await until(() => runs === 1)
  const isNoted = async () => {
    const { rows } = await sql`select from platform_worker w join graphile_worker._private_jobs j
      on j.locked_by = w.locker_id`.execute(db)
    return rows.length > 0
  }
  expect(await isNoted()).toBe(true)
  // What the other process does to the lockers of one that it takes for dead.
  await sql`delete from platform_worker`.execute(db)
  await until(isNoted)
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_at is not null`.execute(
    db,
  )
  expect(await giveBack(pool)).toBe(false)
  end()
  await until(async () => (await countWaiting('test.forgotten')) === 0)
  expect(runs).toBe(1)
})

test('jobs come back after two ends of jobs met a lost database', async () => {
  const jobs = openQueue()
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined)
  let waitingEnds = 0
  let isLost = false
  pools.at(-1)!.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const isEnd = (asked: unknown) => /delete from .*_private_jobs/s.test((asked as { text?: string })?.text ?? '')
    const asking = (...args: unknown[]) => {
      if (!isLost || !isEnd(args[0])) return query(...args)
      waitingEnds++
      return lost.promise
    }
    Object.assign(client, { query: asking })
  })
  const release: (() => void)[] = []
  const ran: unknown[] = []
  jobs.define('test.held', async () => {
    if (waitingEnds === 0) await new Promise<void>((resolve) => void release.push(resolve))
  })
  jobs.define('test.after', async (payload) => void ran.push(payload.n))
  // One of the other lane is under way all the while: it is nobody's to give back.
  let slowRuns = 0
  let endSlow = () => {}
  const slow = new Promise<void>((resolve) => {
    endSlow = resolve
  })
  jobs.define(
    'test.beside',
    () => {
      slowRuns++
      return slow
    },
    { lane: 'slow' },
  )
  await jobs.start()
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.beside', {}))
  await until(() => slowRuns === 1)
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.held', {}))
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.held', {}))
  await until(() => release.length === 2)
  isLost = true
  for (const count of [1, 2]) {
    release.shift()!()
    await until(() => waitingEnds === count)
  }
  lost.reject(new Error('Connection terminated unexpectedly'))
  isLost = false
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'test.after', { n: 1 }))
  await until(() => ran.length > 0)
  endSlow()
  await until(async () => (await countWaiting('test.beside')) === 0)
  expect(slowRuns).toBe(1)
})

test('a name may be defined once', () => {
  const jobs = openQueue()
  jobs.define('test.twice', async () => undefined)
  expect(() => jobs.every('test.twice', 1, async () => undefined)).toThrow('defined twice')
})
