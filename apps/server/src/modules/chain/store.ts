import type { ChainIdentity } from '@trove/chain-client/reading/block-source'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { BlockRecord, DayEnd } from './block-record.ts'
import type { ChainTables } from './tables.ts'

/** Writing the index. */

export type Cursor = { height: number; hash: string; at: Date }
export type Network = { network: number; genesisHash: string; networkId: string }

/** The chain that is indexed now. */
export async function findNetwork(db: Db): Promise<Network | undefined> {
  return await db
    .withTables<ChainTables>()
    .selectFrom('chain_network')
    .select(['network', 'genesis_hash as genesisHash', 'block1_hash as networkId'])
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

/** Makes a chain the one that is indexed: what was indexed of another before is kept and archived. */
export async function switchNetwork(db: Db, { genesisHash, networkId }: ChainIdentity): Promise<Network> {
  return await inTransaction(db, async (tx) => {
    await sql`update chain_network set archived_at = now() where archived_at is null and block1_hash <> ${networkId}`.execute(
      tx,
    )
    const { rows } = await sql<{ network: number }>`
      insert into chain_network (genesis_hash, block1_hash) values (${genesisHash}, ${networkId})
      on conflict (block1_hash) do update set archived_at = null returning network`.execute(tx)
    return { network: rows[0]!.network, genesisHash, networkId }
  })
}

/** The highest block of a chain that the index has. */
export async function findCursor(db: Db, network: number): Promise<Cursor | undefined> {
  return await db
    .withTables<ChainTables>()
    .selectFrom('chain_block')
    .select(['height', 'hash', 'at'])
    .where('network', '=', network)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The highest block of the index that is not above a height. */
export async function findBlockUpTo(db: Db, network: number, height: number) {
  return await db
    .withTables<ChainTables>()
    .selectFrom('chain_block')
    .select(['height', 'hash'])
    .where('network', '=', network)
    .where('height', '<=', height)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Writes a block with all it brings, in one statement and thereby one transaction.
 * @param isAfterGap whether blocks before it are gone from every node: it then follows any lower block
 * @returns false when it does not follow the highest block of the index, or is there already: nothing is written then
 */
export async function writeBlock(db: Db, network: number, record: BlockRecord, isAfterGap = false): Promise<boolean> {
  const placing = placed(network, record, isAfterGap)
  const { events, movements, orders } = record
  if (events.length + movements.length + orders.length === 0) {
    // Most blocks are like this, and an index that catches up reads many.
    const { rows } = await placing.execute(db)
    return rows.length === 1
  }
  const { rows } = await sql<{ placed: number }>`
    with placed as (${placing}), told as (
      insert into chain_event (network, height, idx, transaction, pallet, name, data)
      select p.network, p.height, e.* from placed p, jsonb_to_recordset(${eventRows(record)}::jsonb)
        as e (idx integer, transaction integer, pallet text, name text, data jsonb)
    ), moved as (
      insert into chain_movement
        (network, height, at, idx, account, type, planck, fee_planck, counterparty, order_id)
      select p.network, p.height, p.at, m.* from placed p, jsonb_to_recordset(${movementRows(record)}::jsonb)
        as m (idx integer, account text, type text, planck numeric, fee_planck numeric, counterparty text, order_id bigint)
    ), ordered as (
      insert into chain_order (network, id, owner, created_height, created_at, height, view)
      select p.network, o.id, o.owner, o.created_height, case when o.created_height = p.height then p.at
        else (select b.at from chain_block b where b.network = p.network and b.height = o.created_height) end,
        p.height, o.view
      from placed p, jsonb_to_recordset(${orderRows(record)}::jsonb)
        as o (id bigint, owner text, created_height integer, view jsonb)
      on conflict (network, id) do update set height = excluded.height, view = excluded.view, is_purged = false
      returning network, id, view
    ), purged as (
      update chain_order o set is_purged = true, height = p.height from placed p
      where o.network = p.network and o.id = any(${purgedIds(record)}::bigint[])
    ), gone as (
      delete from chain_replica r using ordered o where r.network = o.network and r.order_id = o.id
        and not o.view->'replicas' @> jsonb_build_array(jsonb_build_object('miner', r.miner))
    ), kept as (
      insert into chain_replica (network, order_id, miner)
      select o.network, o.id, r->>'miner' from ordered o, jsonb_array_elements(o.view->'replicas') r
      on conflict do nothing
    )
    select count(*)::int as placed from placed`.execute(db)
  return rows[0]!.placed === 1
}

/** Puts a block on top of the highest one, where it fits. */
function placed(network: number, { block }: BlockRecord, isAfterGap: boolean) {
  const { height, hash, parentHash, timeMs } = block
  return sql<{ height: number }>`
    insert into chain_block (network, height, hash, parent_hash, at)
    select g.* from (values (${network}::smallint, ${height}::integer, ${hash}::text, ${parentHash}::text,
      ${new Date(timeMs)}::timestamptz)) as g (network, height, hash, parent_hash, at)
    where coalesce((
      select (b.height = g.height - 1 and b.hash = g.parent_hash) or (${isAfterGap}::boolean and b.height < g.height)
      from chain_block b where b.network = g.network order by b.height desc limit 1), true)
    on conflict do nothing returning network, height, at`
}

function eventRows({ events }: BlockRecord): string {
  return JSON.stringify(events.map(({ index, ...event }) => ({ idx: index, ...event })))
}

function movementRows({ movements }: BlockRecord): string {
  const rows = movements.map(({ planck, feePlanck, orderId, ...row }) => ({
    ...row,
    planck: String(planck),
    fee_planck: String(feePlanck),
    order_id: orderId,
  }))
  return JSON.stringify(rows)
}

function orderRows({ orders }: BlockRecord): string {
  const views = orders.map(({ view }) => view).filter((view) => view !== undefined)
  return JSON.stringify(
    views.map((view) => ({ id: view.id, owner: view.owner, created_height: view.createdBlock, view })),
  )
}

function purgedIds({ orders }: BlockRecord): number[] {
  return orders.filter(({ view }) => view === undefined).map(({ id }) => id)
}

/** The market's figures at the end of a day; the last that are written count. */
export async function writeDay(db: Db, network: number, { day, height, statistics: s }: DayEnd): Promise<void> {
  await sql`
    insert into chain_day (network, day, height, miners, live_orders, replicas, total_bytes, used_bytes)
    values (${network}, ${day}, ${height}, ${s.miners}, ${s.liveOrders}, ${s.replicas},
      ${String(s.totalBytes)}, ${String(s.usedBytes)})
    on conflict (network, day) do update set height = excluded.height, miners = excluded.miners,
      live_orders = excluded.live_orders, replicas = excluded.replicas, total_bytes = excluded.total_bytes,
      used_bytes = excluded.used_bytes`.execute(db)
}
