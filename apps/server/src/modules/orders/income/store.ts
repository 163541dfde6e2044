import { INCOME_DAYS, INCOME_GOODS_MAX } from '@trove/contract/order-lists/income'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** Reads of what a seller earned. All of one answer are taken at one moment of business time. */

export type IncomeMoment = { now: Date; since: Date; tomorrow: Date; isClearedDaily: boolean }
export type GoodsIncome = {
  productType: ProductType
  productId: string
  earnedFen: bigint
  clearableFen: bigint
  perDayFen: bigint
  servedSeconds: number
  orderId: string | null
  /** The order that was paid last. */
  lastOrderId: string
  serveEndAt: Date | null
}
export type IncomeSums = {
  clearableFen: bigint
  heldFen: bigint
  perDayFen: bigint
  /** Earned by orders of which nothing is cleared until something is decided; not among what is clearable. */
  undecidedFen: bigint
  /** What the other running services earn a day. */
  clearablePerDayFen: bigint
  /** The next end of a running service; null while none earns. */
  nextEndAt: Date | null
}

const EARNED = 'release, state, amount_fen, refunded_fen, serve_start_at, serve_end_at'
const earnedBy = (at: Date) => sql`order_earned_by_fen(${sql.raw(EARNED)}, ${at})`
const clearable = (now: Date) =>
  sql`case when state in ('serving', 'ended') then greatest(order_earned_fen(${sql.raw(EARNED)}, ${now}) - cleared_fen, 0) else 0 end`
const grows = (now: Date) => sql`state = 'serving' and release = 'linear' and serve_end_at > ${now}
  and order_earned_fen(${sql.raw(EARNED)}, ${now}) < amount_fen - refunded_fen`
/** What a running service earns in 24 hours at its own pace, also where it is shorter than that. */
const perDay = (now: Date) =>
  sql`case when ${grows(now)} then div(amount_fen * 86400000, extract(epoch from serve_end_at - serve_start_at) * 1000)::bigint else 0 end`
/** Nothing is to be decided about the order. */
const isFree = (held: readonly string[]) => sql`not (id = any(${held}::text[]))`
/** A seller's orders that earned something since then. */
const earning = (sellerId: string, since: Date) =>
  sql`orders where seller_id = ${sellerId} and (state = 'serving' or (state in ('ended', 'finished') and serve_end_at >= ${since}))`

/** The days of Shanghai that are looked back on, today among them. */
export async function findIncomeMoment(db: Db, sellerId: string): Promise<IncomeMoment> {
  const { rows } = await sql<IncomeMoment>`
    select now, (today - make_interval(days => ${INCOME_DAYS - 1})) at time zone 'Asia/Shanghai' as since,
      (today + interval '1 day') at time zone 'Asia/Shanghai' as tomorrow,
      exists (select from order_daily_clearings where user_id = ${sellerId}) as "isClearedDaily"
    from (select now, date_trunc('day', now at time zone 'Asia/Shanghai') as today
      from (select date_trunc('milliseconds', business_now()) as now) n) t`.execute(db)
  return rows[0]!
}

/** What was earned on each day, the oldest first; the last is today up to now. */
export async function listIncomeDays(db: Db, sellerId: string, { now, since }: IncomeMoment) {
  const { rows } = await sql<{ date: string; fen: bigint }>`
    select to_char(d.start_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date, coalesce(sum(
      order_earned_by_fen(${sql.raw(EARNED)}, least(d.start_at + interval '1 day', ${now}::timestamptz))
        - order_earned_by_fen(${sql.raw(EARNED)}, d.start_at)), 0)::bigint as fen
    from generate_series(${since}::timestamptz, ${now}::timestamptz, interval '1 day') as d (start_at)
    left join (select * from ${earning(sellerId, since)}) o
      on o.serve_end_at >= d.start_at and (o.serve_start_at is null or o.serve_start_at < d.start_at + interval '1 day')
    group by d.start_at order by d.start_at`.execute(db)
  return rows
}

/** What each thing sold earned in these days, those that earned most first. */
export async function listGoodsIncome(
  db: Db,
  sellerId: string,
  { now, since }: IncomeMoment,
  held: readonly string[],
): Promise<GoodsIncome[]> {
  const { rows } = await sql<GoodsIncome>`
    select product_type as "productType", product_id as "productId",
      sum(${earnedBy(now)} - ${earnedBy(since)})::bigint as "earnedFen",
      coalesce(sum(${clearable(now)}) filter (where ${isFree(held)}), 0)::bigint as "clearableFen",
      sum(${perDay(now)})::bigint as "perDayFen",
      coalesce(sum(extract(epoch from least(serve_end_at, ${now}::timestamptz) - greatest(serve_start_at, ${since}::timestamptz)))
        filter (where release = 'linear' and serve_end_at > ${since}), 0)::int as "servedSeconds",
      (array_agg(id order by serve_end_at desc) filter (where state = 'serving'))[1] as "orderId",
      max(serve_end_at) filter (where state = 'serving') as "serveEndAt",
      (array_agg(id order by seq desc))[1] as "lastOrderId"
    from ${earning(sellerId, since)}
    group by product_type, product_id order by 3 desc, product_id limit ${INCOME_GOODS_MAX}`.execute(db)
  return rows
}

/** What is to be collected, what waits for a decision, what buyers paid and is not earned, and what grows now. */
export async function sumIncome(
  db: Db,
  sellerId: string,
  { now }: IncomeMoment,
  held: readonly string[],
): Promise<IncomeSums> {
  const { rows } = await sql<IncomeSums>`
    select coalesce(sum(${clearable(now)}) filter (where ${isFree(held)}), 0)::bigint as "clearableFen",
      coalesce(sum(${clearable(now)}) filter (where not ${isFree(held)}), 0)::bigint as "undecidedFen",
      coalesce(sum(${perDay(now)}) filter (where ${isFree(held)}), 0)::bigint as "clearablePerDayFen",
      coalesce(sum(case when state in ('paid', 'serving', 'delivered')
        then amount_fen - refunded_fen - order_earned_fen(${sql.raw(EARNED)}, ${now}) else 0 end), 0)::bigint as "heldFen",
      coalesce(sum(${perDay(now)}), 0)::bigint as "perDayFen",
      min(serve_end_at) filter (where ${grows(now)}) as "nextEndAt"
    from orders where seller_id = ${sellerId} and state in ('paid', 'serving', 'delivered', 'ended')`.execute(db)
  return rows[0]!
}

/** What running services earn between two moments, and how much of it can be collected then. */
export async function sumGrowth(
  db: Db,
  sellerId: string,
  [from, to]: [Date, Date],
  held: readonly string[],
): Promise<{ fen: bigint; clearableFen: bigint }> {
  const grown = sql`order_earned_fen(${sql.raw(EARNED)}, ${to}) - order_earned_fen(${sql.raw(EARNED)}, ${from})`
  const { rows } = await sql<{ fen: bigint; clearableFen: bigint }>`
    select coalesce(sum(${grown}), 0)::bigint as fen,
      coalesce(sum(${grown}) filter (where ${isFree(held)}), 0)::bigint as "clearableFen"
    from orders where seller_id = ${sellerId} and state = 'serving' and release = 'linear'`.execute(db)
  return rows[0]!
}

/** A page behind one of the seller's orders, which needs have nothing to collect any more; the first page without one. */
type Page = { after: string | undefined; limit: number; held: readonly string[] }

/**
 * A seller's orders with something to collect now, the oldest first. Nothing that waits for a buyer's acceptance, or for a
 * decision.
 */
export async function listClearable(db: Db, sellerId: string, { after, limit, held }: Page): Promise<string[]> {
  const isBehind =
    after === undefined
      ? sql``
      : sql`and seq > (select seq from orders where id = ${after} and seller_id = ${sellerId})`
  const { rows } = await sql<{ id: string }>`
    select id from orders where seller_id = ${sellerId} and state in ('serving', 'ended') ${isBehind}
      and ${isFree(held)} and order_earned_fen(${sql.raw(EARNED)}, business_now()) > cleared_fen
    order by seq limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
