import { MVP_PRIOR, MVP_WEIGHTS, RANKING_DAYS, RANKING_SIZE } from '@trove/contract/code/market'
import type { WORK_SORTS, WorkFilter } from '@trove/contract/code/shapes'
import { SEARCH_COUNT_MAX } from '@trove/contract/kit/search'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/handle.ts'
import { searchCondition } from '../../../platform/search.ts'
import { WORK_COLUMNS, type WorkRow } from '../works/store.ts'

export type Filter = z.output<typeof WorkFilter>
export type Sort = (typeof WORK_SORTS)[number]

const WORDS = { table: 'code_work_words', key: 'work_seq' }
/** The very words of the index. */
const RATING = sql`(case when w.rating_count = 0 then 0 else w.rating_sum::numeric / w.rating_count end)`

const ORDERS: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`w.published_at desc, w.seq desc`,
  updated: sql`w.renewed_at desc, w.seq desc`,
  popular: sql`w.gets desc, w.seq desc`,
  rating: sql`${RATING} desc, w.seq desc`,
  'price-asc': sql`w.price_fen asc, w.seq desc`,
  'price-desc': sql`w.price_fen desc, w.seq asc`,
}

/** Splits at the one place where the text stands, which goes in as a value. */
function holdsKeyword(keyword: string): RawBuilder<unknown> {
  const parts = searchCondition('w.seq', WORDS, '\0').split('\0')
  return sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${keyword}`,
  )
}

function conditionOf(filter: Filter): RawBuilder<unknown> {
  const { keyword, language, label, priceFrom, priceTo, ratingFrom } = filter
  const all = [sql`w.state = 'online'`]
  if (keyword !== undefined) all.push(holdsKeyword(keyword))
  if (language !== undefined) all.push(sql`w.language = ${language}`)
  if (label !== undefined) all.push(sql`w.labels @> array[${label}]`)
  if (priceFrom !== undefined) all.push(sql`w.price_fen >= ${priceFrom}`)
  if (priceTo !== undefined) all.push(sql`w.price_fen <= ${priceTo}`)
  if (ratingFrom !== undefined) all.push(sql`${RATING} >= ${ratingFrom}`)
  return sql.join(all, sql` and `)
}

/** How many works match, up to so many. */
export async function countWorks(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from
    (select from code_works w where ${conditionOf(filter)} limit ${SEARCH_COUNT_MAX}) as found`.execute(db)
  return rows[0]!.n
}

/** Works of one person that anybody can find, newest first. */
export async function listPublicWorks(db: Db, ownerId: string, most: number): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`select ${WORK_COLUMNS} from code_works w
    where w.owner_id = ${ownerId} and w.state = 'online' order by ${ORDERS.newest} limit ${most}`.execute(db)
  return rows
}

export type PageAsk = { filter: Filter; sort: Sort; page: number; size: number }

/** One page of the works that match; nothing past those that are counted. */
export async function listWorks(db: Db, { filter, sort, page, size }: PageAsk): Promise<WorkRow[]> {
  const skip = page * size
  if (skip >= SEARCH_COUNT_MAX) return []
  const { rows } = await sql<WorkRow>`select ${WORK_COLUMNS} from code_works w where ${conditionOf(filter)}
    order by ${ORDERS[sort]} limit ${Math.min(size, SEARCH_COUNT_MAX - skip)} offset ${skip}`.execute(db)
  return rows
}

export type Ranked = Pick<WorkRow, 'id' | 'title' | 'gets' | 'comments'> & { priceFen: bigint; score: number }

const RANKED = sql`w.id, w.title, w.gets, w.comments, w.price_fen as "priceFen"`
const SINCE = sql`business_now() - make_interval(days => ${RANKING_DAYS})`

/** Works that most persons got lately. */
export async function rankPopular(db: Db): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`select ${RANKED}, g.n::float8 as score from code_works w
    join (select work_id, count(distinct user_id) as n from code_grants where created_at > ${SINCE} group by work_id) g on g.work_id = w.id
    where w.state = 'online' order by g.n desc, w.gets desc, w.seq desc limit ${RANKING_SIZE}`.execute(db)
  return rows
}

/** Works that are talked about most. */
export async function rankCommented(db: Db): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`select ${RANKED}, w.comments::float8 as score from code_works w
    where w.state = 'online' and w.comments > 0
    order by w.comments desc, w.seq desc limit ${RANKING_SIZE}`.execute(db)
  return rows
}

/** By the formula of decision 31: what was got lately, the rating, and how fresh the newest version is. */
export async function rankMvp(db: Db): Promise<Ranked[]> {
  const { mean, count } = MVP_PRIOR
  const { rows } = await sql<Ranked>`with lately as (
      select work_id, count(distinct user_id) as n from code_grants where created_at > ${SINCE} group by work_id)
    select ${RANKED}, round((${MVP_WEIGHTS.gets}::numeric * ln(1 + coalesce(g.n, 0))
      + ${MVP_WEIGHTS.rating}::numeric * (w.rating_sum + ${mean}::numeric * ${count}) / (w.rating_count + ${count})
      + ${MVP_WEIGHTS.freshness}::numeric * greatest(0,
          1 - extract(epoch from business_now() - w.renewed_at) / 86400 / ${RANKING_DAYS}))::numeric, 2)::float8 as score
    from code_works w left join lately g on g.work_id = w.id
    where w.state = 'online' and (g.n > 0 or w.rating_count > 0)
    order by score desc, w.seq desc limit ${RANKING_SIZE}`.execute(db)
  return rows
}
