import { CHOICE_COUNT_MAX } from '@trove/contract/kit/choices'
import { sql } from 'kysely'
import { CHOICE_SAMPLE } from '../../../platform/base/choices.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Pool } from '../../../platform/db/pool/pool.ts'
import { prepared, runNamed } from '../../../platform/db/statements/prepared.ts'
import { FACT_COLUMNS, type FactRow } from '../facts/columns.ts'
import { offerConditions, Values } from '../facts/conditions.ts'
import type { MarketFilter } from '../facts/filter.ts'
import type { CheckState, Measured } from '../model/rules.ts'
import type { OfferRow } from '../offers/store.ts'
import { cappedCount, countExpression, filterShape, isGrouped, newConditions } from './count-sql.ts'
import type { MarketPlace } from './cursor.ts'
import { type PageAsk, pageQuery, placeQuery } from './page-sql.ts'
import { SPREAD_STEPS, type Spread, type SpreadFact } from './spread.ts'

/** A card as a page lists it: which offer, the version of its card, and its key in the order asked for. */
export type Listed = { seq: string; version: number; key: string }

/** What a card says of its offer. */
export type FactsRow = FactRow & {
  id: string
  seller_id: string
  auth_id: string
  check_state: CheckState
  checked_at: Date | null
  /** Null for none: most have none. */
  differing: string[] | null
  measured: Measured | null
  created_at: Date
}

/** What a card is made of, and which version of it this is. */
export type CardRow = FactsRow & { seq: bigint; card_version: number }

/** What the page of one offer is made of. */
export type DetailRow = FactsRow & Pick<OfferRow, 'listing' | 'slot' | 'cleaning' | 'lease_count'>

const FACTS = `id, seller_id, auth_id, ${FACT_COLUMNS}, check_state, checked_at, nullif(differing, '{}') as differing,
  measured, created_at`

/** The columns of a `DetailRow`. */
export const DETAIL = `${FACTS}, listing, slot, cleaning, lease_count`

const readCards = prepared<CardRow>(
  'compute-cards',
  `select seq, card_version, ${FACTS} from compute_offers where seq = any($1::bigint[])`,
)
const readDetail = prepared<DetailRow>(
  'compute-detail',
  `select ${DETAIL} from compute_offers
    where id = $1 and deleted_at is null`,
)

/** `before` of a change is JSON of the facts as they were; null when the offer was not on the market. */
export type NewAsk = {
  filter: MarketFilter
  changes: readonly { id: string; before: string | null }[]
  readerId: string
}

/** Offers alike in what is chosen out of a few. */
export type OfferGroup = { os: string; periodDays: number; gpuModel: string | null; n: number }

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
    isGrouped,
    /** Open offers that match, by system, period and GPU; of very many only so many are looked at. */
    async group(filter: MarketFilter) {
      const values = new Values()
      const conditions = ['is_open', ...offerConditions(filter, values)].join(' and ')
      const text = `select os, period_days as "periodDays", gpu_model as "gpuModel", count(*)::int as n
        from (select os, period_days, gpu_model
        from compute_offers where ${conditions} limit ${CHOICE_SAMPLE}) found group by 1, 2, 3`
      const groups = await run<OfferGroup>(`compute-group-${filterShape(filter)}`, text, values)
      return { groups, isCut: groups.reduce((sum, { n }) => sum + n, 0) === CHOICE_SAMPLE }
    },
    /** How many open offers match each of these filters, up to so many, by one statement. */
    async countEach(filters: readonly MarketFilter[]): Promise<number[]> {
      const values = new Values()
      const counts = filters.map((filter) => cappedCount(filter, values, CHOICE_COUNT_MAX))
      // Without a name: there are too many shapes of several filters to keep each prepared.
      const text = `select array[${counts.join(', ')}] as counts`
      return (await pool.query<{ counts: number[] }>(text, values.list)).rows[0]!.counts
    },
    /** Offers that are open and match, and did not before one of these changes; those of the reader left out. */
    async findNew({ filter, changes, readerId }: NewAsk): Promise<string[]> {
      const values = new Values()
      const [ids, befores] = [changes.map(({ id }) => id), changes.map(({ before }) => before)]
      const changed = `unnest(${values.add(ids, 'text[]')}, ${values.add(befores, 'text[]')}) as change (change_id, before)`
      const text = `select distinct id from ${changed} join compute_offers on id = change_id
        where seller_id <> ${values.add(readerId)} and ${newConditions(filter, values)}`
      return (await run<{ id: string }>(`compute-new-${filterShape(filter)}`, text, values)).map(({ id }) => id)
    },
    /** One page and the count of all that match, as of one moment. */
    async page(ask: PageAsk): Promise<{ total: number; listed: Listed[] }> {
      const values = new Values()
      const text = `select ${countExpression(ask.filter, values)} as total, (${pageQuery(ask, values)}) as listed`
      const [row] = await run<{ total: number; listed: string | null }>(`compute-page-${shapeOf(ask)}`, text, values)
      return { total: row!.total, listed: readListed(row!.listed) }
    },
    /** What cards are made of, by the seq of their offers; those that are gone are left out. */
    async cards(seqs: string[]): Promise<CardRow[]> {
      return readCards(pool, [seqs])
    },
    /** One offer with what its page shows besides the card. */
    async detail(id: string): Promise<DetailRow | undefined> {
      return (await readDetail(pool, [id]))[0]
    },
    /** The place of the card `skip` cards on; undefined past the end. */
    async findPlace(ask: PageAsk): Promise<MarketPlace | undefined> {
      const values = new Values()
      return (await run<MarketPlace>(`compute-place-${shapeOf(ask)}`, placeQuery(ask, values), values))[0]
    },
    /** Ids of the offers that can be taken, oldest first. */
    async openIds({ skip, most }: { skip: number; most: number }): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from compute_offers where is_open order by seq limit ${most} offset ${skip}`.execute(db)
      return rows.map(({ id }) => id)
    },
    async figures(): Promise<FiguresRow> {
      const { rows } = await sql<FiguresRow>`
        select count(*)::int as open, (count(*) filter (where check_state = 'verified'))::int as verified,
          coalesce(sum(cpu_cores), 0)::bigint as cores, coalesce(sum(ram_gb), 0)::bigint as ram,
          min((price_fen + period_days - 1) / period_days) as lowest_per_day_fen
        from compute_offers where is_open`.execute(db)
      return rows[0]!
    },
    /** How open offers are spread over their facts, in one pass. */
    async spread(): Promise<Spread> {
      const { rows } = await sql<Record<string, number>>`
        select ${sql.raw(spreadCounts())} from compute_offers where is_open`.execute(db)
      const read = (fact: SpreadFact) =>
        SPREAD_STEPS[fact].map((from, index) => ({ from, count: rows[0]![`${fact}_${index}`]! }))
      return { perDay: read('perDay'), cores: read('cores'), ram: read('ram'), disk: read('disk') }
    },
    /** Folds changes into the groupings. */
    async fold(): Promise<void> {
      await sql`select compute_fold_facets() where exists (select from compute_facet_changes)`.execute(db)
    },
    /** Empty groupings. */
    async removeEmpty(): Promise<void> {
      await sql`delete from compute_facets where offers = 0`.execute(db)
    },
  }
}

export type MarketStore = ReturnType<typeof createMarketStore>

const SPREAD_COLUMNS: Record<SpreadFact, string> = {
  perDay: '(price_fen / period_days)',
  cores: 'cpu_cores',
  ram: 'ram_gb',
  disk: 'disk_gb',
}

/** One count for each bar of each fact. */
function spreadCounts(): string {
  const facts = Object.keys(SPREAD_COLUMNS) as SpreadFact[]
  const counts = facts.flatMap((fact) =>
    SPREAD_STEPS[fact].map((from, index, steps) => {
      const column = SPREAD_COLUMNS[fact]
      const end = index + 1 < steps.length ? ` and ${column} < ${steps[index + 1]}` : ''
      return `(count(*) filter (where ${column} >= ${from}${end}))::int as "${fact}_${index}"`
    }),
  )
  return counts.join(', ')
}

/** Reads what `pageQuery` wrote: `seq.version.key`, comma-separated. */
function readListed(text: string | null): Listed[] {
  if (text === null) return []
  return text.split(',').map((one) => {
    const [seq, version, key] = one.split('.') as [string, string, string]
    return { seq, version: Number(version), key }
  })
}

function shapeOf(ask: PageAsk): string {
  const how = `${ask.after ? 'k' : ''}${ask.isRare ? 'r' : ''}${ask.skip > 0 ? 's' : ''}`
  return `${ask.sort}-${filterShape(ask.filter)}${how}-${ask.take}`
}
