import type { WORK_SORTS, WorkFilter } from '@trove/contract/code/shapes'
import { CHOICE_COUNT_MAX } from '@trove/contract/kit/choices'
import { SEARCH_COUNT_MAX } from '@trove/contract/kit/search'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Bar, barsOf } from '../../../platform/base/briefly-kept.ts'
import { CHOICE_SAMPLE } from '../../../platform/base/choices.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { PLANNED_ANEW } from '../../../platform/db/statements/statement-names.ts'
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
  const parts = searchCondition('w.seq', WORDS, '\0', keyword).split('\0')
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

/**
 * How many works match, up to so many. Planned for each text: the plan kept for all of them would look up every match of a
 * common word before counting the first thousand.
 */
export async function countWorks(db: Db, filter: Filter): Promise<number> {
  const planned = filter.keyword === undefined ? sql`` : sql.raw(PLANNED_ANEW)
  const { rows } = await sql<{ n: number }>`select ${planned} count(*)::int as n from
    (select from code_works w where ${conditionOf(filter)} limit ${SEARCH_COUNT_MAX}) as found`.execute(db)
  return rows[0]!.n
}

/** Works that match, by language and whole stars; of very many only so many are looked at. */
export async function groupWorks(db: Db, filter: Filter) {
  const { rows } = await sql<{ language: string; stars: number; n: number }>`
    select language, stars, count(*)::int as n from (
      select w.language, floor(${RATING})::int as stars from code_works w where ${conditionOf(filter)}
      limit ${CHOICE_SAMPLE}) found group by 1, 2`.execute(db)
  return { groups: rows, isCut: rows.reduce((sum, { n }) => sum + n, 0) === CHOICE_SAMPLE }
}

/** How many works match each of these filters, up to so many, by one statement. */
export async function countEach(db: Db, filters: readonly Filter[]): Promise<number[]> {
  const counts = filters.map(
    (filter) => sql`select count(*)::int as n
      from (select from code_works w where ${conditionOf(filter)} limit ${CHOICE_COUNT_MAX}) found`,
  )
  const { rows } = await sql<{ n: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.map(({ n }) => n)
}

/** Where the bars over prices begin, in fen; the first is what is free. */
const PRICE_STEPS = [0, 1, 10_00, 20_00, 50_00, 100_00, 200_00, 500_00, 1000_00, 2000_00]

/** How works that are online are spread over their price, in one pass. */
export async function spreadPrices(db: Db): Promise<Bar[]> {
  const { rows } = await sql<{ step: number; n: number }>`
    select width_bucket(w.price_fen, ${PRICE_STEPS}::bigint[]) as step, count(*)::int as n
    from code_works w where w.state = 'online' group by 1`.execute(db)
  return barsOf(PRICE_STEPS, rows)
}

/** `before` of a change is JSON of the facts as they were; null when the work was not on the market. */
export type NewAsk = { filter: Filter; changes: readonly { id: string; before: string | null }[]; readerId: string }

/** Facts of the filter whose old value is not kept with a change: each change of them counts. */
const touchesOf = ({ keyword, label }: Filter) => [
  ...(keyword === undefined ? [] : ['words']),
  ...(label === undefined ? [] : ['labels']),
]

/** Works that are online and match, and did not before one of these changes; the reader's own left out. */
export async function findNew(db: Db, { filter, changes, readerId }: NewAsk): Promise<string[]> {
  const condition = conditionOf(filter)
  const { rows } = await sql<{ id: string }>`select distinct w.id
    from unnest(${changes.map(({ id }) => id)}::text[], ${changes.map(({ before }) => before)}::text[]) as change (id, before)
    join code_works w on w.id = change.id
    where w.owner_id <> ${readerId} and ${condition} and not exists (
      select from (select w as now, change.before::jsonb as before) one, jsonb_populate_record(one.now, one.before) w
      where one.before is not null and not coalesce(one.before -> 'touched' ?| ${touchesOf(filter)}::text[], false)
        and ${condition})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Works of one person that anybody can find, newest first. */
export async function listPublicWorks(db: Db, ownerId: string, most: number): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`select ${WORK_COLUMNS} from code_works w
    where w.owner_id = ${ownerId} and w.state = 'online' order by ${ORDERS.newest} limit ${most}`.execute(db)
  return rows
}

/** Ids of the works that are online, oldest first. */
export async function listOnlineIds(db: Db, { skip, most }: { skip: number; most: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from code_works
    where state = 'online' order by seq limit ${most} offset ${skip}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many works are online, all of them. */
export async function countOnline(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from code_works where state = 'online'`.execute(
    db,
  )
  return rows[0]!.n
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
