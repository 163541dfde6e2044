import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { Movement } from './projections.ts'
import type { ChainTables, OrderView } from './tables.ts'

/** Reading the index. */

export type OrderRow = { view: OrderView; createdAt: Date | null }
/** `height` is the highest block of the index, of the same moment as the rows; 0 before there is one. */
export type OrderPage = { rows: OrderRow[]; total: number; height: number }
type PageWish = { account: string; current: number; size: number; sort: number }

/** Orders of the current chain that a customer placed, or that a miner keeps or kept, counted from page 1. */
export async function listOrders(db: Db, by: 'owner' | 'miner', wish: PageWish): Promise<OrderPage> {
  const network = sql`(select network from chain_network where archived_at is null)`
  const from =
    by === 'owner'
      ? sql`chain_order o where o.network = ${network} and o.owner = ${wish.account}`
      : sql`chain_replica r join chain_order o on o.network = r.network and o.id = r.order_id
          where r.network = ${network} and r.miner = ${wish.account}`
  // One statement, and a row also where the page is empty: a page costs the way to the database once.
  const { rows } = await sql<{ total: number; height: number } & (OrderRow | { view: null })>`
    select t.total, h.height, p.view, p."createdAt"
    from (select count(*)::int as total from ${from}) t
    cross join (select coalesce(max(height), 0) as height from chain_block where network = ${network}) h
    left join lateral (select o.view, o.created_at as "createdAt", o.id from ${from}
      order by o.id ${wish.sort === 0 ? sql`asc` : sql`desc`}
      limit ${wish.size} offset ${(wish.current - 1) * wish.size}) p on true
    order by p.id ${wish.sort === 0 ? sql`asc` : sql`desc`}`.execute(db)
  const [{ total, height }] = rows as [(typeof rows)[number]]
  return { rows: rows.filter((row): row is typeof row & OrderRow => row.view !== null), total, height }
}

/** The highest block of the chain that is indexed now. */
export async function findHighest(db: Db): Promise<{ height: number; at: Date } | undefined> {
  const { rows } = await sql<{ height: number; at: Date }>`select height, at from chain_block
    where network = (select network from chain_network where archived_at is null)
    order by height desc limit 1`.execute(db)
  return rows[0]
}

export type ChangedOrder = Pick<OrderView, 'cid' | 'rootHex' | 'status' | 'replication'> & {
  network: number
  id: number
  height: number
  isPurged: boolean
}

/** Orders of the current chain by the block that changed them last, behind a place in that order. */
export async function listOrdersChangedSince(
  db: Db,
  after: { height: number; id: number },
  limit: number,
): Promise<ChangedOrder[]> {
  const { rows } = await sql<ChangedRow>`
    select network, id, height, is_purged as "isPurged", view from chain_order
    where network = (select network from chain_network where archived_at is null)
      and (height, id) > (${after.height}::integer, ${after.id}::bigint)
    order by height, id limit ${limit}`.execute(db)
  return rows.map(toChanged)
}

/** Orders of the current chain that name one of these contents and have not ended, oldest first. */
export async function listLiveOrders(db: Db, cids: string[]): Promise<ChangedOrder[]> {
  const { rows } = await sql<ChangedRow>`
    select network, id, height, is_purged as "isPurged", view from chain_order
    where network = (select network from chain_network where archived_at is null)
      and view ->> 'cid' = any(${cids}) and not is_purged and view ->> 'status' in ('Pending', 'Finished')
    order by id`.execute(db)
  return rows.map(toChanged)
}

/** Accounts of the nodes that keep live orders of a content, on the current chain. */
export async function listKeepers(db: Db, cid: string): Promise<string[]> {
  const { rows } = await sql<{ miner: string }>`
    select distinct r.miner from chain_order o join chain_replica r on r.network = o.network and r.order_id = o.id
    where o.network = (select network from chain_network where archived_at is null)
      and o.view ->> 'cid' = ${cid} and not o.is_purged and o.view ->> 'status' in ('Pending', 'Finished')`.execute(db)
  return rows.map(({ miner }) => miner)
}

/** Whether a node keeps, or kept, anything on the current chain. */
export async function isKeeper(db: Db, account: string): Promise<boolean> {
  const { rows } = await sql`select from chain_replica
    where network = (select network from chain_network where archived_at is null) and miner = ${account} limit 1`.execute(
    db,
  )
  return rows.length === 1
}

export type EndingOrder = Pick<OrderView, 'cid' | 'rootHex' | 'owner' | 'deadlineBlock'> & { id: number }

/** Served orders of a chain whose last block lies within a span (its first block not included), soonest first, behind a place in that order. */
export async function listOrdersEnding(
  db: Db,
  span: { network: number; after: number; upTo: number },
  place: { deadline: number; id: number },
  limit: number,
): Promise<EndingOrder[]> {
  const deadline = sql`(view ->> 'deadlineBlock')::bigint`
  const { rows } = await sql<{ id: bigint; view: OrderView }>`
    select id, view from chain_order where network = ${span.network} and not is_purged and view ->> 'status' = 'Finished'
      and ${deadline} > ${span.after}::bigint and ${deadline} <= ${span.upTo}::bigint
      and (${deadline}, id) > (${place.deadline}::bigint, ${place.id}::bigint)
    order by ${deadline}, id limit ${limit}`.execute(db)
  return rows.map(({ id, view: { cid, rootHex, owner, deadlineBlock } }) => ({
    ...{ id: Number(id), cid, rootHex, owner, deadlineBlock },
  }))
}

type ChangedRow = { network: number; id: bigint; height: number; isPurged: boolean; view: OrderView }

function toChanged({ network, id, height, isPurged, view }: ChangedRow): ChangedOrder {
  const { cid, rootHex, status, replication } = view
  return { network, id: Number(id), height, isPurged, cid, rootHex, status, replication }
}

/** Numbers of the orders that can change no more. */
export async function findEndedOrders(db: Db, network: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: bigint }>`
    select id from chain_order where network = ${network} and is_purged`.execute(db)
  return new Set(rows.map(({ id }) => Number(id)))
}

export type BillFilter = {
  account: string
  page: number
  size: number
  type?: Movement['type']
  from?: Date
  to?: Date
  minPlanck?: bigint
  maxPlanck?: bigint
}

export type BillRow = {
  height: number
  idx: number
  type: Movement['type']
  planck: string
  feePlanck: string
  counterparty: string | null
  orderId: bigint | null
  at: Date
}

/** How many movements there are, what they brought, and what they took, fees included; sums have no sign. */
export type BillSums = { total: number; inPlanck: string; outPlanck: string }

/** A page of an account's movements, newest first, with the sums of all pages. Amounts count without their sign, a fee's row by its fee. */
export async function listMovements(db: Db, filter: BillFilter): Promise<{ rows: BillRow[] } & BillSums> {
  const size = sql<string>`case when type = 'fee' then fee_planck else abs(planck) end`
  let query = db
    .withTables<ChainTables>()
    .selectFrom('chain_movement')
    .where('network', '=', (from) =>
      from.selectFrom('chain_network').select('network').where('archived_at', 'is', null),
    )
    .where('account', '=', filter.account)
  if (filter.type) query = query.where('type', '=', filter.type)
  if (filter.from) query = query.where('at', '>=', filter.from)
  if (filter.to) query = query.where('at', '<', filter.to)
  if (filter.minPlanck !== undefined) query = query.where(size, '>=', String(filter.minPlanck))
  if (filter.maxPlanck !== undefined) query = query.where(size, '<=', String(filter.maxPlanck))
  const columns = ['height', 'idx', 'type', 'counterparty', 'order_id as orderId', 'at'] as const
  const [rows, sums] = await Promise.all([
    query
      .select([...columns, sql<string>`planck::text`.as('planck'), sql<string>`fee_planck::text`.as('feePlanck')])
      .orderBy('height', 'desc')
      .orderBy('idx', 'desc')
      .limit(filter.size)
      .offset(filter.page * filter.size)
      .execute(),
    query
      .select([
        sql<number>`count(*)::int`.as('total'),
        sql<string>`coalesce(sum(greatest(planck, 0)), 0)::text`.as('inPlanck'),
        sql<string>`coalesce(sum(fee_planck) - sum(least(planck, 0)), 0)::text`.as('outPlanck'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, ...sums }
}

export type DayRow = { day: string; miners: number; liveOrders: number; totalBytes: string }

/** The last days of the current chain that ended before a day (YYYY-MM-DD), newest first. */
export async function listDays(db: Db, count: number, before: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, miners, live_orders as "liveOrders", total_bytes::text as "totalBytes"
    from chain_day where network = (select network from chain_network where archived_at is null) and day < ${before}::date
    order by day desc limit ${count}`.execute(db)
  return rows
}
