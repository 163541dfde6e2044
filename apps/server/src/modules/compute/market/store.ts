import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import { runNamed } from '../../../platform/db/prepared.ts'
import type { CheckState, Measured } from '../rules.ts'
import { countExpression, filterShape, Values } from './count-sql.ts'
import type { MarketPlace } from './cursor.ts'
import type { MarketFilter } from './filter.ts'
import { type PageAsk, pageQuery, placeQuery } from './page-sql.ts'

/** What a card is made of. */
export type CardRow = {
  id: string
  seq: bigint
  seller_id: string
  cpu_cores: number
  ram_gb: bigint
  disk_gb: bigint
  bandwidth_mbps: number
  os: string
  period_days: number
  price_fen: bigint
  description: string | null
  check_state: CheckState
  checked_at: Date | null
  /** Null for none: most have none. */
  differing: string[] | null
  measured: Measured | null
  speed_score: number
  created_at: Date
}

export type FiguresRow = {
  open: number
  verified: number
  cores: bigint
  ram: bigint
  lowest_per_day_fen: bigint | null
}

/** Reads of the market; statements are prepared once per shape of filter. */
export function createMarketStore(db: Db, pool: Pool) {
  async function run<Row extends object>(name: string, text: string, values: Values): Promise<Row[]> {
    return runNamed<Row>(pool, { name, text, values: values.list })
  }
  return {
    /** Open offers that match, exactly. */
    async count(filter: MarketFilter): Promise<number> {
      const values = new Values()
      const text = `select ${countExpression(filter, values)} as total`
      return (await run<{ total: number }>(`compute-count-${filterShape(filter)}`, text, values))[0]!.total
    },
    /** One page and the count of all that match, as of one moment. */
    async page(ask: PageAsk): Promise<{ total: number; rows: CardRow[] }> {
      const values = new Values()
      const page = pageQuery(ask, values)
      const text = `select counted.total, cards.* from (select ${countExpression(ask.filter, values)} as total) counted
        left join (${page}) cards on true`
      const rows = await run<CardRow & { total: number }>(`compute-page-${shapeOf(ask)}`, text, values)
      return { total: rows[0]?.total ?? 0, rows: rows[0]?.id ? rows : [] }
    },
    /** The place of the card `skip` cards on; undefined past the end. */
    async findPlace(ask: PageAsk): Promise<MarketPlace | undefined> {
      const values = new Values()
      return (await run<MarketPlace>(`compute-place-${shapeOf(ask)}`, placeQuery(ask, values), values))[0]
    },
    async figures(): Promise<FiguresRow> {
      const { rows } = await sql<FiguresRow>`
        select count(*)::int as open, (count(*) filter (where check_state = 'verified'))::int as verified,
          coalesce(sum(cpu_cores), 0)::bigint as cores, coalesce(sum(ram_gb), 0)::bigint as ram,
          min((price_fen + period_days - 1) / period_days) as lowest_per_day_fen
        from compute_offers where is_open`.execute(db)
      return rows[0]!
    },
    /** Folds changes into the groupings. */
    async fold(): Promise<void> {
      await sql`select compute_fold_facets() where exists (select from compute_facet_changes)`.execute(db)
    },
    /** Groupings nobody is in any more. */
    async removeEmpty(): Promise<void> {
      await sql`delete from compute_facets where offers = 0`.execute(db)
    },
  }
}

export type MarketStore = ReturnType<typeof createMarketStore>

function shapeOf(ask: PageAsk): string {
  const how = `${ask.after ? 'k' : ''}${ask.isRare ? 'r' : ''}${ask.skip > 0 ? 's' : ''}`
  return `${ask.sort}-${filterShape(ask.filter)}${how}-${ask.take}`
}
