import type { WorkerEvents } from 'graphile-worker'
import type { Pool } from './db/pool.ts'
import type { Liveness } from './liveness.ts'
import type { Log } from './log.ts'

const REAP_EVERY_MS = 3000
/** A worker notes itself at once; a job locked this long by an unknown one has lost its process. */
const UNNOTED_SECONDS = 15

type Options = { pool: Pool; log: Log; events: WorkerEvents; liveness: Liveness }

/** Gives back jobs locked by dead processes within seconds; the queue by itself would wait four hours. */
export function createJobReaper({ pool, log, events, liveness }: Options) {
  let timer: NodeJS.Timeout | undefined
  const pending = new Set<Promise<unknown>>()

  events.on('worker:create', ({ worker }) => {
    const noting = pool
      .query('insert into platform_worker values ($1, $2) on conflict (worker_id) do nothing', [
        worker.workerId,
        liveness.processKey,
      ])
      .catch((error: unknown) => log.error({ err: error }, 'a job worker could not be noted'))
      .finally(() => pending.delete(noting))
    pending.add(noting)
  })

  async function reap(): Promise<void> {
    try {
      if (await giveBack(pool)) log.warn('jobs of a process that died were given back')
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'looking after jobs of dead processes failed')
    } finally {
      if (timer) timer = setTimeout(reap, REAP_EVERY_MS).unref()
    }
  }

  return {
    start() {
      timer = setTimeout(reap, 0).unref()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await Promise.allSettled(pending)
      await pool
        .query('delete from platform_worker where process_key = $1', [liveness.processKey])
        .catch(() => undefined)
    },
  }
}

/** In one statement, so that a crash here forgets nothing. */
async function giveBack(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `with dead as (
       delete from platform_worker where not platform_is_alive(process_key) returning worker_id),
     given_back as (
       select array_agg(distinct locked_by) as ids from graphile_worker._private_jobs where locked_by is not null
         and (locked_by in (select worker_id from dead)
           or (locked_at < now() - $1 * interval '1 second' and locked_by not in (select worker_id from platform_worker))))
     select graphile_worker.force_unlock_workers(ids) from given_back where ids is not null`,
    [UNNOTED_SECONDS],
  )
  return rows.length > 0
}
