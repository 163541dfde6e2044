import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { BlockRecord } from './block-record.ts'

/** Correcting the index where the chain is not as it was left. */

type OrderNow = BlockRecord['orders'][number]

/** Numbers of orders that were there at a height and were changed by blocks above it. */
export async function findOrdersChangedAbove(db: Db, network: number, height: number): Promise<number[]> {
  const { rows } = await sql<{ id: bigint }>`select id from chain_order
    where network = ${network} and created_height <= ${height} and height > ${height} order by id`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/**
 * Forgets all blocks above a height and everything made of them, and puts the orders they changed back.
 * @param head hash of the highest block as it was when the orders were read
 * @returns false when another process has written or taken back blocks since: nothing is changed then
 */
export async function rollBack(
  db: Db,
  network: number,
  { height, head, orders }: { height: number; head: string; orders: OrderNow[] },
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    await sql`select from chain_network where network = ${network} for update`.execute(tx)
    const { rows } = await sql<{ hash: string }>`
      select hash from chain_block where network = ${network} order by height desc limit 1`.execute(tx)
    if (rows[0]?.hash !== head) return false
    await sql`update chain_network set pruned_height = least(pruned_height, ${height}) where network = ${network}`.execute(
      tx,
    )
    await sql`delete from chain_block where network = ${network} and height > ${height}`.execute(tx)
    await sql`delete from chain_day where network = ${network} and height > ${height}`.execute(tx)
    await sql`delete from chain_order where network = ${network} and created_height > ${height}`.execute(tx)
    await sql`update chain_order set height = ${height} where network = ${network} and height > ${height}`.execute(tx)
    for (const order of orders) await rewrite(tx, network, height, order)
    return true
  })
}

/** Takes an order over as it stood after a block, without that block's other consequences; never over a later one. */
export async function rewriteOrder(db: Db, network: number, height: number, order: OrderNow): Promise<void> {
  await inTransaction(db, (tx) => rewrite(tx, network, height, order))
}

async function rewrite(tx: Tx, network: number, height: number, { id, view }: OrderNow): Promise<void> {
  if (!view) {
    await sql`update chain_order set is_purged = true, height = ${height}
      where network = ${network} and id = ${id} and height <= ${height}`.execute(tx)
    return
  }
  const { rows } = await sql`
    insert into chain_order (network, id, owner, created_height, created_at, height, view)
    values (${network}, ${id}, ${view.owner}, ${view.createdBlock},
      (select at from chain_block where network = ${network} and height = ${view.createdBlock}), ${height},
      ${JSON.stringify(view)}::jsonb)
    on conflict (network, id) do update set height = excluded.height, view = excluded.view, is_purged = false
      where chain_order.height <= excluded.height
    returning id`.execute(tx)
  if (rows.length === 0) return
  await sql`delete from chain_replica where network = ${network} and order_id = ${id}`.execute(tx)
  for (const miner of new Set(view.replicas.map((replica) => replica.miner)))
    await sql`insert into chain_replica (network, order_id, miner) values (${network}, ${id}, ${miner})`.execute(tx)
}
