import { CPU_KIND } from '@trove/contract/compute/public/market-days'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

export type Quartiles = [low: bigint, middle: bigint, high: bigint]
export type MarketDayRow = {
  day: string
  kind: string
  machines: number
  serving: number
  units: bigint
  units_serving: bigint
  asked_fen: Quartiles | null
  rented_fen: Quartiles | null
  machines_by_hour: number
  /** In hundredths of a fen. */
  hour_asked_parts: Quartiles | null
  counted_at: Date
}

/** A market of fewer machines is counted at each look, a larger one every so many minutes. */
const SMALL_MACHINES = 1_000
const LARGE_MINUTES = 10

const TODAY = sql`(business_now() at time zone 'Asia/Shanghai')::date`
const COLUMNS = sql`to_char(day, 'YYYY-MM-DD') as day, kind, machines, serving, units, units_serving, asked_fen, rented_fen,
  machines_by_hour, hour_asked_parts, counted_at`

/** The facts of the market by the day. */
export function createMarketDayStore(db: Db) {
  return {
    /** Whether the market is to be counted again. */
    async isDue(): Promise<boolean> {
      const { rows } = await sql<{ is_due: boolean }>`
        select coalesce(sum(machines), 0) < ${SMALL_MACHINES}
          or max(counted_at) < business_now() - ${LARGE_MINUTES} * interval '1 minute' as is_due
        from compute_market_days where day = ${TODAY}`.execute(db)
      return rows[0]!.is_due
    },
    /** Counts the market as it is now into the rows of today. Days that are over are never touched. */
    async count(): Promise<void> {
      await sql`
        with machines as (
          select coalesce(gpu_model, ${CPU_KIND}) as kind, coalesce(gpu_count, cpu_cores) as units,
            slot = 'serving' as is_let, is_open,
            round(price_fen::numeric / (period_days * coalesce(gpu_count, cpu_cores)))::bigint as per_unit_fen,
            round(hour_price_fen::numeric * 100 / coalesce(gpu_count, cpu_cores))::bigint as hour_parts
          from compute_offers
          where deleted_at is null and ((is_open and check_state = 'verified') or slot in ('reserved', 'serving'))
        ), counted as (
          select kind, count(*)::int as machines, (count(*) filter (where is_let))::int as serving, sum(units)::bigint as units,
            coalesce(sum(units) filter (where is_let), 0)::bigint as units_serving,
            percentile_disc(array[0.25, 0.5, 0.75]) within group (order by per_unit_fen) filter (where is_open) as asked_fen,
            percentile_disc(array[0.25, 0.5, 0.75]) within group (order by per_unit_fen) filter (where is_let) as rented_fen,
            (count(*) filter (where is_open and hour_parts is not null))::int as by_hour,
            percentile_disc(array[0.25, 0.5, 0.75]) within group (order by hour_parts)
              filter (where is_open and hour_parts is not null) as hour_asked
          from machines group by kind
        ), gone as (
          delete from compute_market_days where day = ${TODAY} and kind not in (select kind from counted)
        )
        insert into compute_market_days (day, kind, machines, serving, units, units_serving, asked_fen, rented_fen,
          machines_by_hour, hour_asked_parts, counted_at)
        select ${TODAY}, kind, machines, serving, units, units_serving, asked_fen, rented_fen, by_hour, hour_asked,
          business_now() from counted
        on conflict (kind, day) do update set machines = excluded.machines, serving = excluded.serving,
          units = excluded.units, units_serving = excluded.units_serving, asked_fen = excluded.asked_fen,
          rented_fen = excluded.rented_fen, machines_by_hour = excluded.machines_by_hour,
          hour_asked_parts = excluded.hour_asked_parts, counted_at = excluded.counted_at`.execute(db)
    },
    /** The last days up to today, oldest first; of all kinds without a kind. */
    async list(days: number, kind?: string): Promise<MarketDayRow[]> {
      const { rows } = await sql<MarketDayRow>`
        select ${COLUMNS} from compute_market_days
        where day > ${TODAY} - ${days}::int and (${kind ?? null}::text is null or kind = ${kind ?? null})
        order by compute_market_days.day, kind = ${CPU_KIND} desc, kind`.execute(db)
      return rows
    },
    /** Every kind of the newest day that has any. */
    async newest(): Promise<MarketDayRow[]> {
      const { rows } = await sql<MarketDayRow>`
        select ${COLUMNS} from compute_market_days
        where day = (select max(day) from compute_market_days)
        order by kind = ${CPU_KIND} desc, machines desc, kind`.execute(db)
      return rows
    },
  }
}

export type MarketDayStore = ReturnType<typeof createMarketDayStore>
