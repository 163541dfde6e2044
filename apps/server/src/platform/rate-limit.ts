import { requireThat } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import type { Db } from './db/handle.ts'

/** How often something may be done: at most `limit` times in each window of `windowSeconds`. */
export type Limit = { limit: number; windowSeconds: number }

/** `remaining` is 0 when refused; `retryAfterSeconds` says when the window ends. */
export type Taken = { isAllowed: boolean; remaining: number; retryAfterSeconds: number }

/** Counts over all processes that share the database. Real time, not business time. */
export type Limiter = {
  /** Takes one. A refused take counts too, so hammering does not help, but never beyond the window. */
  take(bucket: string, key: string, limit: Limit): Promise<Taken>
  /** Takes one or throws `request.too-frequent`. */
  require(bucket: string, key: string, limit: Limit): Promise<void>
  /** How many were taken in the running window. */
  count(bucket: string, key: string, limit: Limit): Promise<number>
  /** Forgets the running windows of a key. */
  reset(bucket: string, key: string): Promise<void>
  /** Removes windows that ended long ago; called by a job. */
  sweep(): Promise<void>
}

const SWEEP_AFTER_HOURS = 25

/** Rate limits over a Postgres table: fixed windows that begin with the first take, one statement per take. */
export function createLimiter(db: Db): Limiter {
  const limiter: Limiter = {
    async take(bucket, key, { limit, windowSeconds }) {
      const { rows } = await sql<{ taken: number; retry: number }>`
        insert into platform_rate_limit as l (bucket, key, window_start, window_seconds, taken)
        values (${bucket}, ${key}, now(), ${windowSeconds}, 1)
        on conflict (bucket, key, window_seconds) do update set
          taken = case when l.window_start + l.window_seconds * interval '1 second' <= now() then 1 else l.taken + 1 end,
          window_start = case when l.window_start + l.window_seconds * interval '1 second' <= now() then now() else l.window_start end
        returning taken,
          ceil(extract(epoch from window_start + window_seconds * interval '1 second' - now()))::int as retry`.execute(
        db,
      )
      const { taken, retry } = rows[0]!
      return { isAllowed: taken <= limit, remaining: Math.max(0, limit - taken), retryAfterSeconds: Math.max(1, retry) }
    },
    async require(bucket, key, limit) {
      const { isAllowed, retryAfterSeconds } = await limiter.take(bucket, key, limit)
      requireThat(isAllowed, 'request.too-frequent', { seconds: retryAfterSeconds })
    },
    async count(bucket, key, { windowSeconds }) {
      const { rows } = await sql<{ taken: number }>`
        select taken from platform_rate_limit where bucket = ${bucket} and key = ${key}
          and window_seconds = ${windowSeconds} and window_start + window_seconds * interval '1 second' > now()`.execute(
        db,
      )
      return rows[0]?.taken ?? 0
    },
    async reset(bucket, key) {
      await sql`delete from platform_rate_limit where bucket = ${bucket} and key = ${key}`.execute(db)
    },
    async sweep() {
      await sql`delete from platform_rate_limit
        where window_start + (window_seconds + ${SWEEP_AFTER_HOURS} * 3600) * interval '1 second' < now()`.execute(db)
    },
  }
  return limiter
}
