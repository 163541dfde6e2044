import { BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

/** Reading the index for what storage nodes keep, and how they prove it. */

const network = sql`(select network from chain_network where archived_at is null)`

/** Accounts of all nodes that keep, or kept, something on the current chain: one step of the index for each. */
export async function listNodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ miner: string }>`
    with recursive known as (
      (select miner from chain_replica where network = ${network} order by miner limit 1)
      union all
      select (select r.miner from chain_replica r where r.network = ${network} and r.miner > known.miner
        order by r.miner limit 1) from known where known.miner is not null)
    select miner from known where miner is not null`.execute(db)
  return rows.map(({ miner }) => miner)
}

export type KeptOrder = { orderId: number; cid: string; rootHex: string }

/** Some orders, at random, that a node keeps now and has confirmed. */
export async function pickKept(db: Db, miner: string, limit: number): Promise<KeptOrder[]> {
  const { rows } = await sql<Omit<KeptOrder, 'orderId'> & { orderId: bigint }>`
    select o.id as "orderId", o.view ->> 'cid' as cid, o.view ->> 'rootHex' as "rootHex"
    from chain_replica r join chain_order o on o.network = r.network and o.id = r.order_id
    where r.network = ${network} and r.miner = ${miner} and not o.is_purged and o.view ->> 'status' = 'Finished'
      and (o.view ->> 'deadlineBlock')::bigint > (select max(height) from chain_block where network = ${network})
      and o.view -> 'replicas' @> jsonb_build_array(jsonb_build_object('miner', ${miner}::text, 'isConfirmed', true))
    order by random() limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, orderId: Number(row.orderId) }))
}

/** How many of a node's proofs the chain took in its last days, and how many were missed. */
export async function countProofs(db: Db, miner: string, days: number): Promise<{ given: number; missed: number }> {
  const { rows } = await sql<{ given: number; missed: number }>`
    select (count(*) filter (where name = 'ProofAccepted'))::int as given,
      (count(*) filter (where name = 'ReplicaMissed'))::int as missed
    from chain_event where network = ${network} and data ->> 'miner' = ${miner} and pallet = 'Market'
      and name in ('ProofAccepted', 'ReplicaMissed')
      and height > (select max(height) from chain_block where network = ${network}) - ${days * BLOCKS_PER_DAY}::integer`.execute(
    db,
  )
  return rows[0]!
}
