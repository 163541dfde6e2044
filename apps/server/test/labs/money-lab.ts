import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { freePort } from '../../../../tools/start/free-port.ts'
import { type Log, openLog } from '../../src/platform/base/log.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { Db } from '../../src/platform/db/handle.ts'
import { openPool } from '../../src/platform/db/pool/pool.ts'
import { createJobQueue, type JobQueue } from '../../src/platform/jobs/runner.ts'
import { createTestDatabase } from '../world/database.ts'

/** Only ends what would never come. */
const SETTLE_LIMIT_MS = 200_000

/** A database of its own with a job queue, for tests of the money modules alone. */
export type MoneyLab = {
  db: Db
  log: Log
  url: string
  jobs: JobQueue
  /** Moves business time. */
  advance(ms: number): Promise<void>
  /** A further queue over the same database, as another process would have it. */
  openJobs(): JobQueue
  /** Runs what is due until nothing is: waiting jobs and every sweep. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** A database of its own in the run's PostgreSQL. */
export async function startLab(): Promise<MoneyLab> {
  const log = openLog(process.env.TEST_LOG ? 'debug' : 'silent')
  const database = await createTestDatabase()
  const ours = database.url
  const pool = openPool({ url: ours, size: 20, log, name: 'lab' })
  const db = openDatabase(pool)
  const pools = [pool]
  const openJobs = () => {
    const jobPool = openPool({ url: ours, size: 6, log, name: 'jobs', hasPlainTypes: true })
    pools.push(jobPool)
    return createJobQueue({ db, pool: jobPool, log, concurrency: 4, pollMs: 50 })
  }
  const jobs = openJobs()
  return {
    db,
    log,
    url: ours,
    jobs,
    openJobs,
    async advance(ms) {
      await sql`update platform_clock set offset_ms = offset_ms + ${ms}`.execute(db)
    },
    settle: () => settle(db, jobs),
    async stop() {
      await Promise.all(pools.map((one) => one.end()))
      await database.drop()
    },
  }
}

async function settle(db: Db, jobs: JobQueue): Promise<void> {
  const end = performance.now() + SETTLE_LIMIT_MS
  for (let round = 0; round < 3; round++) {
    await jobs.poke()
    for (let due = await countDue(db); due > 0n; due = await countDue(db)) {
      if (performance.now() > end) throw new Error(`${due} jobs are still due`)
      await sleep(20)
    }
  }
}

async function countDue(db: Db): Promise<bigint> {
  const { rows } = await sql<{ due: bigint }>`
    select count(*) as due from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`.execute(db)
  return rows[0]!.due
}

export type Simulator = {
  merchant: Record<string, string>
  /** Calls the control interface. */
  control<T = Record<string, never>>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  stop(): Promise<void>
  /** Ends the process at once and starts it again on the same data and port. */
  restart(): Promise<void>
  kill(): Promise<void>
}

/** Starts the payment gateway's stand-in as a process of its own. */
export async function startSimulator(): Promise<Simulator> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trove-sim-'))
  const env = { SIM_DATA_DIR: dataDir, SIM_CONTROL: '1', SIM_NOTIFY_HOUR_MS: '100' }
  // Not one that the system hands out: while the process is gone that may be given to another program.
  const port = String(await freePort())
  let child = spawnApp('alipay-simulator', { ...env, SIM_PORT: port })
  await firstLine(child)
  const merchant = JSON.parse(await readFile(join(dataDir, 'merchant.json'), 'utf8')) as Record<string, string>
  const origin = new URL(merchant.gatewayUrl!).origin
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
    }
  }
  return {
    merchant,
    async control(method, path, body) {
      const answer = await fetch(`${origin}/control/${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${text}`)
      return JSON.parse(text)
    },
    kill,
    async restart() {
      await kill()
      child = spawnApp('alipay-simulator', { ...env, SIM_PORT: port })
      await firstLine(child)
    },
    async stop() {
      await endProcess(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function spawnApp(app: string, env: Record<string, string>): ChildProcess {
  const main = fileURLToPath(new URL(`../../../${app}/src/main.ts`, import.meta.url))
  return spawn(process.execPath, [main], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
}

/** The first JSON line a part prints when it is ready. */
async function firstLine(child: ChildProcess): Promise<Record<string, unknown>> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const isJson = line.startsWith('{')
    if (isJson || line.startsWith('ready ')) {
      child.stdout!.resume()
      return isJson ? (JSON.parse(line) as Record<string, unknown>) : { url: line.slice('ready '.length) }
    }
  }
  throw new Error('a part ended before it was ready')
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
