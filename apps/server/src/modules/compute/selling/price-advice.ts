import { ADVICE_DAYS, ADVICE_MACHINES_MIN } from '@trove/contract/compute/publishing'
import { yuan } from '@trove/contract/kit/shapes'
import { sql } from 'kysely'
import { brieflyKeptEach } from '../../../platform/base/briefly-kept.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { SPREAD_STEPS } from '../market/spread.ts'

const FRESH_MS = 60_000
const KEPT = 500
/** Of very many machines alike, so many of those on the market are looked at, the newest. */
const OPEN_MOST = 10_000

/** Machines are alike between two steps of cores and of RAM; `to` is excluded, null without an end. */
export type Band = { from: number; to: number | null }
export type AdviceAsk = { sellerId: string; cores: Band; ram: Band; gpuModel: string | null }
export type AdviceRow = {
  machines: number
  low: bigint | null
  middle: bigint | null
  high: bigint | null
  rented: number
  days: number | null
  on_offer: number
  let_now: number
}

/** The band of a figure: from the step at or below it to the next one. */
export function bandOf(steps: readonly number[], value: number): Band {
  const next = steps.findIndex((step) => step > value)
  return next === -1 ? { from: steps.at(-1)!, to: null } : { from: steps[Math.max(next - 1, 0)]!, to: steps[next]! }
}

/** What machines ask that are like the one a seller is about to publish. */
export function createPriceAdvice(store: { alike(ask: AdviceAsk): Promise<AdviceRow> }) {
  const read = brieflyKeptEach((ask: AdviceAsk) => store.alike(ask), {
    freshMs: FRESH_MS,
    most: KEPT,
    keyOf: ({ sellerId, cores, ram, gpuModel }) => `${cores.from}-${ram.from}-${gpuModel}-${sellerId}`,
  })
  return async function advise(sellerId: string, machine: { cpuCores: number; ramSize: number; gpuModel?: string }) {
    const cores = bandOf(SPREAD_STEPS.cores, machine.cpuCores)
    const ram = bandOf(SPREAD_STEPS.ram, machine.ramSize)
    const gpuModel = machine.gpuModel ?? null
    const { machines, low, middle, high, rented, days, on_offer, let_now } = await read({
      sellerId,
      cores,
      ram,
      gpuModel,
    })
    if (machines < ADVICE_MACHINES_MIN) return null
    return {
      machines,
      perDayFrom: yuan(low!),
      perDayMiddle: yuan(middle!),
      perDayTo: yuan(high!),
      rented,
      rentedWithinDays: rented < ADVICE_MACHINES_MIN ? null : Math.max(1, Math.ceil(days!)),
      usedPercent: usedPercentOf(on_offer + let_now, let_now),
    }
  }
}

/** Rounded down. Null where too few are known to say it of a market. */
function usedPercentOf(machines: number, used: number): number | null {
  return machines < ADVICE_MACHINES_MIN ? null : Math.floor((used * 100) / machines)
}

export type PriceAdvice = ReturnType<typeof createPriceAdvice>

/** Reads of machines alike. Only those that passed a check count: what is merely declared says nothing of the market. */
export function createAdviceStore(db: Db) {
  return {
    async alike({ sellerId, cores, ram, gpuModel }: AdviceAsk): Promise<AdviceRow> {
      const isAlike = sql`o.deleted_at is null and o.seller_id <> ${sellerId} and o.check_state <> 'pending'
        and o.gpu_model is not distinct from ${gpuModel}
        and o.cpu_cores >= ${cores.from} and (${cores.to}::int is null or o.cpu_cores < ${cores.to}::int)
        and o.ram_gb >= ${ram.from} and (${ram.to}::bigint is null or o.ram_gb < ${ram.to}::bigint)`
      const { rows } = await sql<AdviceRow>`
        with lately as (
          select distinct offer_id from compute_leases
          where serve_start_at > business_now() - ${ADVICE_DAYS} * interval '1 day'
        ), alike as (
          (select o.id, o.price_fen, o.period_days, o.created_at, o.is_open, o.slot from compute_offers o
            where o.is_open and ${isAlike} order by o.seq desc limit ${OPEN_MOST})
          union
          select o.id, o.price_fen, o.period_days, o.created_at, o.is_open, o.slot
            from lately r join compute_offers o on o.id = r.offer_id where ${isAlike}
        ), machines as (
          select a.price_fen / a.period_days as per_day, a.is_open, a.slot,
            case when r.at > business_now() - ${ADVICE_DAYS} * interval '1 day'
              then extract(epoch from r.at - a.created_at) / 86400 end as days
          from alike a left join lateral (select min(l.paid_at) as at from compute_leases l
            where l.offer_id = a.id and l.serve_start_at is not null) r on true
        )
        select count(*)::int as machines,
          percentile_disc(0.25) within group (order by per_day) as low,
          percentile_disc(0.5) within group (order by per_day) as middle,
          percentile_disc(0.75) within group (order by per_day) as high,
          count(days)::int as rented,
          (percentile_disc(0.5) within group (order by days))::float8 as days,
          (count(*) filter (where is_open))::int as on_offer, (count(*) filter (where slot = 'serving'))::int as let_now
        from machines`.execute(db)
      return rows[0]!
    },
  }
}
