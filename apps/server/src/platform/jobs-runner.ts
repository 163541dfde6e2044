import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from './db/handle.ts'
import type { Pool } from './db/pool.ts'
import { afterCommit } from './db/transaction.ts'
import { canKeepStatements } from './db/unprepared.ts'
import type { Jobs } from './jobs.ts'
import { createJobReaper } from './jobs-liveness.ts'
import { createWakes } from './jobs-wakes.ts'
import { createLiveness, type Liveness } from './liveness.ts'
import type { Log } from './log.ts'

/** The queue as its owner (app.ts) sees it. */
export type JobQueue = Jobs & {
  start(): Promise<void>
  /** Waits for running jobs up to the limit; what does not end is given back and runs again later. */
  stop(): Promise<void>
  /** Makes every sweep due now, for instance after business time was moved. */
  poke(): Promise<void>
  /** Called after each run of a job. */
  onDone(listener: (done: JobDone) => void): void
  isRunning(): boolean
  /** Names of the sweeps given to `every`. */
  sweepNames(): string[]
}

export type JobDone = { name: string; seconds: number; error: unknown }

type Handler = (payload: Record<string, unknown>) => Promise<void>
type Options = { db: Db; pool: Pool; log: Log; liveness?: Liveness; concurrency?: number; pollMs?: number }

const MAX_ATTEMPTS = 25
const STOP_LIMIT_MS = 6000
const RESTART_MS = 1000

/**
 * Ends of jobs are told in batches without a delay: that path handles a lost database, while the other one leaves the
 * rejection to nobody, which ends the process.
 */
const BATCHED = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/**
 * Signs that a runner takes no jobs any more. Its own promise is not enough: when two ends of jobs meet a lost
 * database, the library counts one of them twice and waits for ever for what is no longer there.
 */
const ENDS = ['gracefulShutdown:complete', 'forcefulShutdown:complete', 'forcefulShutdown:error']

/** Jobs on graphile-worker. `pool` is the worker's own, with the driver's plain types. */
export function createJobQueue({ db, pool, log, liveness: given, concurrency = 8, pollMs = 1000 }: Options): JobQueue {
  const handlers = new Map<string, Handler>()
  const sweeps = new Map<string, { seconds: number; handler: () => Promise<void> }>()
  const listeners: ((done: JobDone) => void)[] = []
  const liveness = given ?? createLiveness(pool, log)
  const reaper = createJobReaper({ pool, log, liveness })
  const wakes = createWakes((name) => planSweep(db, name, 0), log)
  let runner: Runner | undefined
  let restart: NodeJS.Timeout | undefined
  let isStopping = false

  async function poke(): Promise<void> {
    for (const name of sweeps.keys()) await planSweep(db, name, 0)
  }

  async function startRunner(): Promise<void> {
    const logger = new Logger(() => (level, message) => log.debug({ level }, message))
    // A runner that gave up may have left jobs locked in its own name, which no other would touch.
    await reaper.giveBackOwn()
    const events = new EventEmitter() as WorkerEvents
    reaper.watch(events)
    const shutDown = ENDS.map((name) => once(events, `pool:${name}`))
    const started = await run({
      preset: BATCHED,
      pgPool: pool,
      noPreparedStatements: !canKeepStatements(pool),
      taskList: taskList(),
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: STOP_LIMIT_MS,
      events,
      logger,
    })
    if (isStopping) return withinLimit(started.stop(), log)
    runner = started
    const ended = Promise.race([started.promise, ...shutDown])
    ended.catch(() => undefined).then(() => runner === started && restartLater())
  }

  /** Sweeps that could not be made due now run in their own time, or when another asks. */
  async function restartNow(): Promise<void> {
    try {
      await startRunner()
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'the job runner could not be started')
      return restartLater()
    }
    await poke().catch((error: Error) => log.warn({ error: error.message }, 'sweeps could not be made due'))
  }

  /** The library gives up when the database goes away in the middle of a job; we come back when it does. */
  function restartLater(): void {
    runner = undefined
    if (isStopping) return
    log.warn('the job runner ended and will be started again')
    restart = setTimeout(restartNow, RESTART_MS).unref()
  }

  async function timed(name: string, work: () => Promise<void>): Promise<void> {
    await reaper.noted()
    const start = performance.now()
    let failure: unknown
    try {
      await work()
    } catch (error) {
      failure = error ?? new Error('rejected without a reason')
      log.warn({ job: name, err: error }, 'a job failed and will be tried again')
      throw error
    } finally {
      for (const tell of listeners) tell({ name, seconds: (performance.now() - start) / 1000, error: failure })
    }
  }

  /** A sweep always plans its next run, also after a failure. */
  async function runSweep(name: string): Promise<void> {
    const sweep = sweeps.get(name)!
    try {
      await timed(name, sweep.handler)
    } catch {
      // Told above; the next run is the retry.
    }
    // What this run woke is written down before it ends: who waits for all work to be done finds it waiting.
    await wakes.written()
    if (!isStopping) await planSweep(db, name, sweep.seconds)
  }

  function taskList() {
    const own = [...handlers].map(([name, handler]) => [
      name,
      (payload: unknown) => timed(name, () => handler((payload ?? {}) as Record<string, unknown>)),
    ])
    return Object.fromEntries([...own, ...[...sweeps.keys()].map((name) => [name, () => runSweep(name)])])
  }

  return {
    async enqueue(tx, name, payload, options = {}) {
      const { key = null, delayMs = 0, maxAttempts = MAX_ATTEMPTS } = options
      await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
        run_at := now() + ${delayMs} * interval '1 millisecond', max_attempts := ${maxAttempts}::int,
        job_key := ${key})`.execute(tx)
    },
    define(name, handler) {
      assertNew(name)
      handlers.set(name, handler)
    },
    every(name, seconds, handler) {
      assertNew(name)
      sweeps.set(name, { seconds, handler })
    },
    soon(sweep, after) {
      if (!sweeps.has(sweep)) throw new Error(`there is no sweep ${sweep}`)
      if (after) afterCommit(after, () => wakes.wake(sweep))
      else wakes.wake(sweep)
    },
    async start() {
      isStopping = false
      if (!given) await liveness.start()
      await startRunner()
      reaper.start()
      await poke()
    },
    async stop() {
      isStopping = true
      clearTimeout(restart)
      const ending = runner
      runner = undefined
      if (ending) await withinLimit(ending.stop(), log)
      await wakes.written()
      await reaper.stop()
      if (!given) await liveness.stop()
    },
    poke,
    onDone: (listener) => void listeners.push(listener),
    isRunning: () => runner !== undefined,
    sweepNames: () => [...sweeps.keys()],
  }

  function assertNew(name: string): void {
    if (handlers.has(name) || sweeps.has(name)) throw new Error(`job ${name} is defined twice`)
  }
}

/** A job that does not end in time goes on until the process does; others then see it as dead and run it again. */
async function withinLimit(ending: Promise<void>, log: Log): Promise<void> {
  const late = sleep(STOP_LIMIT_MS, 'late', { ref: false })
  const outcome = await Promise.race([
    ending.catch((error: unknown) => log.warn({ err: error }, 'jobs ended badly')),
    late,
  ])
  if (outcome === 'late') log.warn('a job did not end in time')
}

/**
 * One waiting run per sweep over all processes: the job key replaces an earlier one, and the queue of its own keeps it
 * from starting while one still runs. A run in its own time leaves one that was asked for sooner.
 */
async function planSweep(db: Db, name: string, seconds: number): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, run_at := now() + ${seconds} * interval '1 second',
    max_attempts := ${MAX_ATTEMPTS}::int, job_key := ${`every:${name}`}, queue_name := ${`every:${name}`},
    job_key_mode := ${seconds === 0 ? 'replace' : 'preserve_run_at'})`.execute(db)
}
