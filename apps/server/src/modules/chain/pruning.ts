import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** Which blocks the index forgets: at six seconds five million come a year, on a calm chain most of them without any event. */

export type Pruning = { keptBlocks: number; batchBlocks: number }

/**
 * A week at six seconds. Final blocks are replaced only where a chain was restored from a copy of its own; a copy older
 * than this costs a longer way back to the last block both know, never a wrong row.
 */
export const PRUNING: Pruning = { keptBlocks: 100_800, batchBlocks: 5_000 }

/** Prunes all chains ever indexed, in short transactions, until nothing is left to prune or it is aborted. */
export async function pruneBlocks(db: Db, signal: AbortSignal, pruning = PRUNING): Promise<void> {
  const { rows } = await sql<{ network: number }>`select network from chain_network order by network`.execute(db)
  for (const { network } of rows) {
    let hasMore = true
    while (hasMore && !signal.aborted) hasMore = await pruneBatch(db, network, pruning)
  }
}

/** Forgets blocks without events and movements among the next ones behind the kept; answers whether more wait. */
async function pruneBatch(db: Db, network: number, { keptBlocks, batchBlocks }: Pruning): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    // Locked against a rollback, which would take away the blocks the kept ones are counted from.
    const locked = await sql<{ height: number }>`select pruned_height as height from chain_network
      where network = ${network} for no key update`.execute(tx)
    const highest = await sql<{ height: number | null }>`select max(height) as height from chain_block
      where network = ${network}`.execute(tx)
    const from = locked.rows[0]!.height
    const last = (highest.rows[0]!.height ?? 0) - keptBlocks
    const to = Math.min(from + batchBlocks, last)
    if (to <= from) return false
    await sql`delete from chain_block b where b.network = ${network} and b.height > ${from} and b.height <= ${to}
      and not exists (select from chain_event e where e.network = b.network and e.height = b.height)
      and not exists (select from chain_movement m where m.network = b.network and m.height = b.height)`.execute(tx)
    await sql`update chain_network set pruned_height = ${to} where network = ${network}`.execute(tx)
    return to < last
  })
}
