import { CHECKS_KEPT_DAYS, SERIES_WINDOWS } from '@trove/contract/compute/public/series'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

export type CountedChecks = { checks: number; reached: number }
export type DayOfChecks = CountedChecks & {
  day: string
  cpuScore: number | null
  diskWrite: number | null
  bandwidth: number | null
  gpuTflops: number | null
  gpuMemoryBandwidth: number | null
}

const LONGEST = Math.max(...SERIES_WINDOWS)
/** Rows forgotten by one statement, so that none holds many locks. */
const FORGOTTEN_AT_ONCE = 5_000

/** The machine checks of an offer over time, read from their rows. */
export function createSeriesStore(db: Db) {
  return {
    /** One entry for each length of window in days, in the order asked. */
    async countWindows(offerId: string): Promise<(CountedChecks & { days: number })[]> {
      const { rows } = await sql<CountedChecks & { days: number }>`
        select w.days::int, count(c.id)::int as checks,
          (count(c.id) filter (where c.result <> 'unreachable'))::int as reached
        from unnest(${[...SERIES_WINDOWS]}::int[]) with ordinality as w (days, place)
        left join compute_checks c on c.offer_id = ${offerId} and c.state = 'done'
          and c.done_at > business_now() - w.days * interval '1 day'
        group by w.days, w.place order by w.place`.execute(db)
      return rows
    },
    /** Days of China Standard Time with at least one check, oldest first. */
    async listDays(offerId: string): Promise<DayOfChecks[]> {
      const { rows } = await sql<DayOfChecks>`
        select to_char(done_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as checks,
          (count(*) filter (where result <> 'unreachable'))::int as reached,
          percentile_cont(0.5) within group (order by (measured->>'cpuScore')::float8) as "cpuScore",
          percentile_cont(0.5) within group (order by (measured->>'diskWrite')::float8) as "diskWrite",
          percentile_cont(0.5) within group (order by (measured->>'bandwidth')::float8) as bandwidth,
          percentile_cont(0.5) within group (order by (measured->'gpu'->>'tflops')::float8) as "gpuTflops",
          percentile_cont(0.5) within group (order by (measured->'gpu'->>'memoryBandwidth')::float8)
            as "gpuMemoryBandwidth"
        from compute_checks
        where offer_id = ${offerId} and state = 'done' and done_at > business_now() - ${LONGEST} * interval '1 day'
        group by 1 order by 1`.execute(db)
      return rows
    },
    /** Forgets checks by their age; called by the tidy job. */
    async forgetOld(): Promise<void> {
      await sql`delete from compute_checks where id in (
        select id from compute_checks
        where state = 'done' and done_at < business_now() - ${CHECKS_KEPT_DAYS} * interval '1 day'
        limit ${FORGOTTEN_AT_ONCE})`.execute(db)
    },
  }
}

export type SeriesStore = ReturnType<typeof createSeriesStore>
