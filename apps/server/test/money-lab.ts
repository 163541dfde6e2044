import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openDatabase } from '../src/platform/db/database.ts'
import type { Db } from '../src/platform/db/handle.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openPool } from '../src/platform/db/pool.ts'
import { createJobQueue, type JobQueue } from '../src/platform/jobs-runner.ts'
import { type Log, openLog } from '../src/platform/log.ts'

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

let server: Promise<{ url: string; end: () => Promise<void> }> | undefined

/** Starts (once per test file) or finds a PostgreSQL and makes a fresh database in it. */
export async function startLab(): Promise<MoneyLab> {
  server ??= startServer()
  const { url } = await server
  const log = openLog(process.env.TROVE_TEST_LOG === '1' ? 'debug' : 'silent')
  const name = `lab_${randomBytes(6).toString('hex')}`
  const root = openPool({ url, size: 1, log, name: 'root' })
  await root.query(`create database ${name}`)
  const ours = url.replace(/\/[^/?]+(\?|$)/, `/${name}$1`)
  await migrate(ours, log)
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
      await root.query(`drop database ${name} with (force)`)
      await root.end()
    },
  }
}

/** Ends the PostgreSQL this file started; call in the last `afterAll`. */
export async function stopServer(): Promise<void> {
  await (await server)?.end()
  server = undefined
}

async function settle(db: Db, jobs: JobQueue): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await jobs.poke()
    for (;;) {
      const { rows } = await sql<{ due: bigint }>`
        select count(*) as due from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`.execute(db)
      if (rows[0]!.due === 0n) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function startServer() {
  const given = process.env.TROVE_TEST_DATABASE_URL
  if (given) return { url: given, end: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'trove-lab-'))
  const child = spawnApp('embedded-postgres', { PG_DATA_DIR: dataDir, PG_PARENT_WATCH: '1' })
  const { url } = (await firstLine(child)) as { url: string }
  return {
    url,
    async end() {
      await endProcess(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
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
  let child = spawnApp('alipay-simulator', { ...env, SIM_PORT: '0' })
  await firstLine(child)
  const merchant = JSON.parse(await readFile(join(dataDir, 'merchant.json'), 'utf8')) as Record<string, string>
  const origin = new URL(merchant.gatewayUrl!).origin
  const port = new URL(origin).port
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
  const main = fileURLToPath(new URL(`../../${app}/src/main.ts`, import.meta.url))
  return spawn(process.execPath, [main], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
}

/** The first JSON line a part prints when it is ready. */
async function firstLine(child: ChildProcess): Promise<Record<string, unknown>> {
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.startsWith('{')) {
      child.stdout!.resume()
      return JSON.parse(line) as Record<string, unknown>
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
