import type { WorkerEvents } from 'graphile-worker'
import type { Log } from '../base/log.ts'
import type { Liveness } from '../db/pool/liveness.ts'
import type { Pool } from '../db/pool/pool.ts'

const REAP_EVERY_MS = 3000
/** Lockers are noted before they run anything; a job locked this long by an unknown one has lost its process. */
const UNNOTED_SECONDS = 60

/** The names under which one runner of this process locks jobs. */
export type Lockers = {
  /** Notes who locks jobs: they are locked in the name of the pool, or of one worker of it. */
  watch(events: WorkerEvents): void
  /** Gives back what earlier runs of this runner left; only while it does not run. */
  giveBack(): Promise<void>
}

type Options = { pool: Pool; log: Log; liveness: Liveness }

/** Gives back jobs locked by dead processes within seconds; the queue by itself would wait four hours. */
export function createJobReaper({ pool, log, liveness }: Options) {
  let timer: NodeJS.Timeout | undefined
  const pending = new Set<Promise<unknown>>()
  const runners: Set<string>[] = []

  function note(lockerId: string): void {
    const noting = pool
      .query('insert into platform_worker values ($1, $2) on conflict (locker_id) do nothing', [
        lockerId,
        liveness.processKey,
      ])
      .catch((error: unknown) => log.error({ err: error }, 'a job worker could not be noted'))
      .finally(() => pending.delete(noting))
    pending.add(noting)
  }
  /** Another process that found this one without its sign of life, for a moment, has forgotten its lockers. */
  async function noteAgain(): Promise<void> {
    const ids = runners.flatMap((own) => [...own])
    await pool.query(
      'insert into platform_worker select id, $2 from unnest($1::text[]) as id on conflict (locker_id) do nothing',
      [ids, liveness.processKey],
    )
  }

  async function reap(): Promise<void> {
    try {
      await noteAgain()
      if (await giveBack(pool)) log.warn('jobs of a process that died were given back')
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'looking after jobs of dead processes failed')
    } finally {
      if (timer) timer = setTimeout(reap, REAP_EVERY_MS).unref()
    }
  }

  return {
    lockers(): Lockers {
      const own = new Set<string>()
      runners.push(own)
      const add = (lockerId: string) => {
        own.add(lockerId)
        note(lockerId)
      }
      return {
        watch(events) {
          events.on('pool:create', ({ workerPool }) => add(workerPool.id))
          events.on('worker:create', ({ worker }) => add(worker.workerId))
        },
        async giveBack() {
          await Promise.allSettled(pending)
          const ids = [...own]
          if (ids.length === 0) return
          await pool.query(
            `with own as (delete from platform_worker where locker_id = any($1))
             select graphile_worker.force_unlock_workers($1)`,
            [ids],
          )
          for (const id of ids) own.delete(id)
        },
      }
    },
    start() {
      timer = setTimeout(reap, 0).unref()
    },
    /** Done once every worker of this process is noted; no job runs before, or its death could go unseen for a while. */
    async noted(): Promise<void> {
      if (pending.size > 0) await Promise.allSettled(pending)
    },
    /** What this process noted stays: a job that does not end in time is given back by others once it is gone. */
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await Promise.allSettled(pending)
    },
  }
}

/** Answers whether anything was given back. In one statement, so that a crash here forgets nothing. */
export async function giveBack(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `with dead as (
       delete from platform_worker where not platform_is_alive(process_key) returning locker_id),
     given_back as (
       select array_agg(distinct locked_by) as ids from graphile_worker._private_jobs where locked_by is not null
         and (locked_by in (select locker_id from dead)
           or (locked_at < now() - $1 * interval '1 second' and locked_by not in (select locker_id from platform_worker))))
     select graphile_worker.force_unlock_workers(ids) from given_back where ids is not null`,
    [UNNOTED_SECONDS],
  )
  return rows.length > 0
}
