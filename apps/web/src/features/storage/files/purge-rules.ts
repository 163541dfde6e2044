import { useQuery } from '@tanstack/react-query'
import type { Chain } from '@trove/chain-client/chain'
import type { StorageOrder } from '@trove/chain-client/reading/views'
import { useMemo } from 'react'
import type { FileOrder } from './use-files.ts'

/** Deleting the records of ended orders: their deposits come back. */

/** One signature deletes so many at most. */
export const PURGED_AT_ONCE = 50

/** The first block in which the record of an ended order can be deleted: the chain's rule `is_purgeable`. */
export function purgeableFrom(endedBlock: number, retentionBlocks: number): number {
  return endedBlock + retentionBlocks + 1
}

/** Whether an order is over on the chain, so that only its record is left. */
export function hasEnded({ status }: Pick<FileOrder, 'status'>): boolean {
  return status === 'Cleared' || status === 'Canceled'
}

export type PurgeRow = { index: number; depositPlanck: bigint; fault?: 'gone' | 'notYet'; fromBlock: number }

/** Whether the chain lets its owner delete a record in the next block, and why not. */
export function purgeRow(
  index: number,
  order: StorageOrder | undefined,
  { owner, block, retentionBlocks }: { owner: string; block: number; retentionBlocks: number },
): PurgeRow {
  if (order?.owner !== owner || order.endedBlock === undefined)
    return { index, depositPlanck: 0n, fault: 'gone', fromBlock: 0 }
  const fromBlock = purgeableFrom(order.endedBlock, retentionBlocks)
  if (block + 1 < fromBlock) return { index, depositPlanck: order.depositPlanck, fault: 'notYet', fromBlock }
  return { index, depositPlanck: order.depositPlanck, fromBlock }
}

const AGAIN_MS = 6_000

/** What the chain says of the chosen records, and what comes back for those that can be deleted now. */
export function usePurgeable(chain: Chain | undefined, owner: string, chosen: readonly FileOrder[]) {
  const ids = chosen.map(({ index }) => index)
  const found = useQuery({
    queryKey: ['storage', 'purgeable', owner, ids],
    queryFn: async () => {
      const [heads, params, orders] = await Promise.all([
        chain!.getHeads(),
        chain!.getParams(),
        Promise.all(ids.map((id) => chain!.findOrder(id))),
      ])
      const at = { owner, block: heads.best, retentionBlocks: params.retention_blocks }
      return { block: heads.best, rows: orders.map((order, i) => purgeRow(ids[i]!, order, at)) }
    },
    enabled: chain !== undefined && ids.length > 0,
    refetchInterval: AGAIN_MS,
    structuralSharing: false,
  })
  return useMemo(() => {
    const { rows = [], block = 0 } = found.data ?? {}
    const open = rows.filter(({ fault }) => fault === undefined)
    return {
      ...{
        rows,
        block,
        isReading: found.data === undefined && !found.isError,
        isFailed: found.data === undefined && found.isError,
      },
      open: open.map(({ index }) => index),
      depositPlanck: open.reduce((sum, row) => sum + row.depositPlanck, 0n),
    }
  }, [found.data, found.isError])
}
