import type { RANKED_FIGURES } from '@trove/contract/compute/certificates'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import type { Band } from '../selling/price-advice.ts'

export type RankedFigure = (typeof RANKED_FIGURES)[number]
/** Machines of which the figure was measured, and how many of them have less. */
export type Counted = { figure: RankedFigure; machines: number; better: number }

/** Of very many like machines so many are looked at, the newest. */
const ALIKE_MOST = 10_000

/** Like machines on the market that passed a check, counted for figures of one of them. */
export function createRankStore(db: Db) {
  return {
    async count(
      offerId: string,
      cores: Band,
      own: readonly { figure: RankedFigure; value: number }[],
    ): Promise<Counted[]> {
      const { rows } = await sql<Counted>`
        with alike as (
          select measured from compute_offers
          where is_open and deleted_at is null and check_state = 'verified' and measured is not null
            and id <> ${offerId} and cpu_cores >= ${cores.from}
            and (${cores.to}::int is null or cpu_cores < ${cores.to}::int)
          order by seq desc limit ${ALIKE_MOST}
        )
        select o.figure, count(a.measured->>o.figure)::int as machines,
          (count(*) filter (where (a.measured->>o.figure)::float8 < o.value))::int as better
        from unnest(${own.map(({ figure }) => figure)}::text[], ${own.map(({ value }) => value)}::float8[])
          with ordinality as o (figure, value, place)
        left join alike a on true
        group by o.figure, o.place order by o.place`.execute(db)
      return rows
    },
    /** The time of the business. */
    async now(): Promise<Date> {
      const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(db)
      return rows[0]!.now
    },
  }
}

export type RankStore = ReturnType<typeof createRankStore>
