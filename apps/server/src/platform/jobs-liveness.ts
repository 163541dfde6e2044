import { randomInt } from 'node:crypto'
import type { WorkerEvents } from 'graphile-worker'
import type { PoolClient } from 'pg'
import type { Pool } from './db/pool.ts'
import type { Log } from './log.ts'

/** Lock class of living processes; any number that nothing else in this database uses. */
const LOCK_CLASS = 7_468_001
const REAP_EVERY_MS = 3000
/** A worker notes itself at once; a job locked this long by an unknown one has lost its process. */
const UNNOTED_SECONDS = 15

/**
 * Tells dead processes from living ones: each holds an advisory lock while it lives, and the database drops the lock
 * with the connection. Jobs locked by workers of a dead process are given back within seconds (the queue by itself
 * would wait four hours).
 */
export function createLiveness({ pool, log, events }: { pool: Pool; log: Log; events: WorkerEvents }) {
  const lockKey = randomInt(1, 2 ** 31 - 1)
  let holder: PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  const pending = new Set<Promise<unknown>>()

  events.on('worker:create', ({ worker }) => {
    const noting = pool
      .query('insert into platform_worker values ($1, $2) on conflict (worker_id) do nothing', [
        worker.workerId,
        lockKey,
      ])
      .catch((error: unknown) => log.error({ err: error }, 'a job worker could not be noted'))
      .finally(() => pending.delete(noting))
    pending.add(noting)
  })

  async function hold(): Promise<void> {
    const client = await pool.connect()
    client.on('error', () => {
      if (holder === client) holder = undefined
      client.release(true)
    })
    await client.query('set idle_session_timeout = 0')
    await client.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, lockKey])
    holder = client
  }

  async function beat(): Promise<void> {
    try {
      if (!holder) await hold()
      await giveBack(pool, log)
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'looking after jobs of dead processes failed')
    } finally {
      if (timer) timer = setTimeout(beat, REAP_EVERY_MS).unref()
    }
  }

  return {
    async start() {
      await hold()
      timer = setTimeout(beat, 0).unref()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await Promise.allSettled(pending)
      await pool.query('delete from platform_worker where lock_key = $1', [lockKey]).catch(() => undefined)
      const client = holder
      holder = undefined
      client?.release(true)
    },
  }
}

/** In one statement, so that a crash here forgets nothing. Workers nobody noted count as dead after a while. */
async function giveBack(pool: Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ ids: string[] | null }>(
    `with dead as (
       delete from platform_worker w where not exists (
         select from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = $1::int::oid and l.objid = w.lock_key::oid
           and l.database = (select oid from pg_database where datname = current_database()))
       returning worker_id),
     given_back as (
       select array_agg(distinct locked_by) as ids from graphile_worker._private_jobs j where locked_by is not null
         and (locked_by in (select worker_id from dead)
           or (locked_at < now() - $2 * interval '1 second' and locked_by not in (select worker_id from platform_worker))))
     select ids, graphile_worker.force_unlock_workers(ids) from given_back where ids is not null`,
    [LOCK_CLASS, UNNOTED_SECONDS],
  )
  if (rows.length > 0) log.warn('jobs of a process that died were given back')
}
