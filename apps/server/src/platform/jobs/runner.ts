import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/handle.ts'
import { createLiveness, type Liveness } from '../db/pool/liveness.ts'
import type { Pool } from '../db/pool/pool.ts'
import { afterCommit } from '../db/transaction.ts'
import type { JobLane, JobOptions, Jobs } from './jobs.ts'
import { createLane } from './lane.ts'
import { createJobReaper } from './liveness.ts'
import { createWakes } from './wakes.ts'

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
type Options = {
  db: Db
  pool: Pool
  log: Log
  liveness?: Liveness
  /** Jobs that run at once, and slow ones and those of money besides. */
  concurrency?: number
  slowConcurrency?: number
  moneyConcurrency?: number
  pollMs?: number
  /** Between two looks for sweeps that nobody runs any more. */
  lookMs?: number
}

const MAX_ATTEMPTS = 25

/**
 * Jobs on graphile-worker, in lanes that never wait for each other: slow jobs, those of money, rounds of probes, and all others. `pool` is
 * the worker's own, with the driver's plain types.
 */
export function createJobQueue({ db, pool, log, liveness: given, ...how }: Options): JobQueue {
  const { concurrency = 8, slowConcurrency = 8, moneyConcurrency = 4, pollMs = 1000, lookMs = 60_000 } = how
  const handlers = new Map<string, { handler: Handler; lane: JobLane }>()
  const sweeps = new Map<string, { seconds: number; handler: () => Promise<void>; lane: JobLane }>()
  const listeners: ((done: JobDone) => void)[] = []
  const liveness = given ?? createLiveness(pool, log)
  const reaper = createJobReaper({ pool, log, liveness })
  const wakes = createWakes((name) => planSweep(db, name, 0), log)
  const laneOf = (lane: JobLane, atOnce: number) =>
    createLane({
      ...{ pool, log, pollMs, concurrency: atOnce, lockers: reaper.lockers() },
      taskList: () => taskList(lane),
      onRestarted: poke,
    })
  const lanes = [
    ...[laneOf('common', concurrency), laneOf('slow', slowConcurrency), laneOf('money', moneyConcurrency)],
    // A round at a time; the next waits for it anyway.
    laneOf('probe', 1),
  ]
  let looking: NodeJS.Timeout | undefined

  /** One after the other: a statement that adds them all meets those of other processes in a deadlock. */
  async function poke(): Promise<void> {
    for (const name of sweeps.keys()) await planSweep(db, name, 0)
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
      // Reported above; the next run is the retry.
    }
    // Sweeps woken by this run are written before it ends, so a caller that waits for all work to be done sees them.
    await wakes.written()
    // Also while this process stops: the others run what is planned, and plan nothing that is not there.
    await planSweep(db, name, sweep.seconds)
  }

  /** Plans sweeps that have no run ahead: a row that an operator deleted, or that died with its process too often. */
  async function planMissing(): Promise<void> {
    try {
      const { rows } = await sql<{ name: string }>`select name from unnest(${[...sweeps.keys()]}::text[]) as name
        where not exists (select from graphile_worker.jobs j
          where j.key = 'every:' || name and (j.locked_at is not null or j.attempts < j.max_attempts))`.execute(db)
      for (const { name } of rows) {
        log.warn({ job: name }, 'a sweep had no run ahead and was planned')
        await planSweep(db, name, 0)
      }
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'looking for sweeps without a run failed')
    } finally {
      if (looking) looking = setTimeout(planMissing, lookMs).unref()
    }
  }

  function taskList(lane: JobLane): TaskList {
    const own = [...handlers]
      .filter(([, job]) => job.lane === lane)
      .map(([name, { handler }]) => [
        name,
        (payload: unknown) => timed(name, () => handler((payload ?? {}) as Record<string, unknown>)),
      ])
    const due = [...sweeps].filter(([, sweep]) => sweep.lane === lane).map(([name]) => [name, () => runSweep(name)])
    return Object.fromEntries([...own, ...due])
  }

  return {
    async enqueue(tx, name, payload, options = {}) {
      const { key = null, delayMs = 0, maxAttempts = MAX_ATTEMPTS } = options
      await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
        run_at := now() + ${delayMs} * interval '1 millisecond', max_attempts := ${maxAttempts}::int,
        job_key := ${key})`.execute(tx)
    },
    async enqueueAll(tx, added) {
      if (added.length === 0) return
      await sql`select graphile_worker.add_jobs(array(
        select row(name, payload, null, now(), ${MAX_ATTEMPTS}::int, key, null, null)::graphile_worker.job_spec
        from unnest(${added.map(({ name }) => name)}::text[],
          ${added.map(({ payload }) => JSON.stringify(payload))}::json[],
          ${added.map(({ key }) => key)}::text[]) as j(name, payload, key)))`.execute(tx)
    },
    define(name, handler, { lane = 'common' }: JobOptions = {}) {
      assertNew(name)
      handlers.set(name, { handler, lane })
    },
    every(name, seconds, handler, { lane = 'common' }: JobOptions = {}) {
      assertNew(name)
      sweeps.set(name, { seconds, handler, lane })
    },
    soon(sweep, after) {
      if (!sweeps.has(sweep)) throw new Error(`there is no sweep ${sweep}`)
      if (after) afterCommit(after, () => wakes.wake(sweep))
      else wakes.wake(sweep)
    },
    async start() {
      if (!given) await liveness.start()
      await Promise.all(lanes.map((lane) => lane.start()))
      reaper.start()
      await poke()
      looking = setTimeout(planMissing, lookMs).unref()
    },
    async stop() {
      clearTimeout(looking)
      looking = undefined
      await Promise.all(lanes.map((lane) => lane.stop()))
      await wakes.written()
      await reaper.stop()
      if (!given) await liveness.stop()
    },
    poke,
    onDone: (listener) => void listeners.push(listener),
    isRunning: () => lanes.every((lane) => lane.isRunning()),
    sweepNames: () => [...sweeps.keys()],
  }

  function assertNew(name: string): void {
    if (handlers.has(name) || sweeps.has(name)) throw new Error(`job ${name} is defined twice`)
  }
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
