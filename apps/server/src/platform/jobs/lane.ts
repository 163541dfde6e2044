import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Log } from '../base/log.ts'
import type { Pool } from '../db/pool/pool.ts'
import { canKeepStatements } from '../db/pool/unprepared.ts'
import type { Lockers } from './liveness.ts'

/** One runner of the queue. */
export type Lane = {
  start(): Promise<void>
  /** Waits for running jobs up to the limit; what does not end is given back and runs again later. */
  stop(): Promise<void>
  isRunning(): boolean
}

type Options = {
  pool: Pool
  log: Log
  lockers: Lockers
  concurrency: number
  pollMs: number
  /** Asked at each start. */
  taskList: () => TaskList
  /** Called after the lane came back by itself. */
  onRestarted: () => Promise<void>
}

const STOP_LIMIT_MS = 6000
const RESTART_MS = 1000

/**
 * Finished jobs are reported in batches without a delay: that path handles a lost database connection. The unbatched path
 * leaves an unhandled rejection, which ends the process.
 */
const BATCHED = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/**
 * Each job that is added wakes every lane of every process, which then queries for jobs of its own. So a lane fetches for
 * all its workers at once, and pauses 25 to 75 ms after a fetch that left workers idle: the wake-ups meanwhile share the
 * next one. A fetched job that no worker takes within `ttl` goes back to the queue, for another process.
 */
const fetchingFor = (concurrency: number) => ({
  size: concurrency,
  ttl: 2000,
  refetchDelay: { durationMs: 50, threshold: concurrency - 1, maxAbortThreshold: Number.POSITIVE_INFINITY },
})

/**
 * Signs that a runner takes no jobs any more. Its own promise is not enough: when two jobs end while the database is
 * lost, the library counts one of them twice and never resolves.
 */
const ENDS = ['gracefulShutdown:complete', 'forcefulShutdown:complete', 'forcefulShutdown:error']

/** A runner for jobs of its own tasks only, with bounded concurrency; it restarts when the library gives up. */
export function createLane({ pool, log, lockers, concurrency, pollMs, taskList, onRestarted }: Options): Lane {
  let runner: Runner | undefined
  let restart: NodeJS.Timeout | undefined
  let isStopping = false
  let isEmpty = false

  async function startRunner(): Promise<void> {
    const tasks = taskList()
    isEmpty = Object.keys(tasks).length === 0
    if (isEmpty) return
    const logger = new Logger(() => (level, message) => log.debug({ level }, message))
    // A runner that gave up may have left jobs locked in its own name, which no other would touch.
    await lockers.giveBack()
    const events = new EventEmitter() as WorkerEvents
    lockers.watch(events)
    const shutDown = ENDS.map((name) => once(events, `pool:${name}`))
    const started = await run({
      preset: { worker: { ...BATCHED, localQueue: fetchingFor(concurrency) } },
      pgPool: pool,
      noPreparedStatements: !canKeepStatements(pool),
      taskList: tasks,
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
    await onRestarted().catch((error: Error) => log.warn({ error: error.message }, 'sweeps could not be made due'))
  }

  /** The library gives up when the database goes away in the middle of a job; we come back when it does. */
  function restartLater(): void {
    runner = undefined
    if (isStopping) return
    log.warn('the job runner ended and will be started again')
    restart = setTimeout(restartNow, RESTART_MS).unref()
  }

  return {
    start() {
      isStopping = false
      return startRunner()
    },
    async stop() {
      isStopping = true
      clearTimeout(restart)
      const ending = runner
      runner = undefined
      if (ending) await withinLimit(ending.stop(), log)
    },
    isRunning: () => runner !== undefined || (isEmpty && !isStopping),
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
