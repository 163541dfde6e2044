import { useQuery } from '@tanstack/react-query'
import type { ExtensionWish } from '@trove/chain-client/calls'
import type { Chain } from '@trove/chain-client/chain'
import type { StorageOrder } from '@trove/chain-client/reading/views'
import { BLOCKS_PER_DAY, STORAGE_DAYS_MAX } from '@trove/contract/chain/routes'
import { STORAGE_WARNED_DAYS } from '@trove/contract/storage/uploads'
import { useMemo } from 'react'
import { consumerStatus } from './order-look.ts'
import type { FileOrder } from './use-files.ts'

/** Extending: more time for orders, on the terms they have. Only the owner's key can sign it, so nothing is extended by itself. */

/** One signature extends so many at most, so that its call fits into a block. */
export const EXTENDED_AT_ONCE = 50

/** Why an order cannot get more time. */
export type ExtendFault = 'gone' | 'ended' | 'closing' | 'tooLong'
export type ExtendRow = { index: number; fault?: ExtendFault; pricePlanck: bigint; deadlineBlock: number }

/** Days that are left of an order's service, the last one counted as whole. */
export function daysLeft({ storage_deadline }: Pick<FileOrder, 'storage_deadline'>, block: number): number {
  return Math.max(0, Math.ceil((storage_deadline - block) / BLOCKS_PER_DAY))
}

/** Whether its owner is to be reminded that it ends. */
export function endsSoon(order: FileOrder, block: number): boolean {
  return isExtendable(order, block) && daysLeft(order, block) <= Math.max(...STORAGE_WARNED_DAYS)
}

/** Whether more time can be asked for: it is being served. */
export function isExtendable(order: FileOrder, block: number): boolean {
  return consumerStatus(order, block) === 'serving' && order.storage_deadline > block
}

/** Days as typed; undefined when they are none. */
export function readDays(text: string): number | undefined {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return days >= 1 && days <= STORAGE_DAYS_MAX ? days : undefined
}

/** Why the chain would refuse more time for this order (`extend_order`); undefined when it would not. */
export function extendFault(
  order: StorageOrder | undefined,
  { owner, blocks, block }: { owner: string; blocks: number; block: number },
): ExtendFault | undefined {
  if (order?.owner !== owner) return 'gone'
  if (order.closingBlock !== undefined) return 'closing'
  // It would come into the next block at the earliest. Of several the chain extends all or none.
  if (order.status !== 'Finished' || block + 1 >= order.deadlineBlock) return 'ended'
  return order.durationBlocks + blocks > STORAGE_DAYS_MAX * BLOCKS_PER_DAY ? 'tooLong' : undefined
}

const AGAIN_MS = 6_000

/** What more time for these orders costs by the chain's own word, and the wish that is signed. */
export function useExtend(
  chain: Chain | undefined,
  owner: string,
  chosen: readonly FileOrder[],
  days: number | undefined,
) {
  const ids = chosen.map(({ index }) => index)
  const found = useQuery({
    queryKey: ['storage', 'extend', owner, ids],
    queryFn: async () => {
      const { extensionPlanck } = await import('@trove/chain-client/extension')
      const [heads, orders] = await Promise.all([chain!.getHeads(), Promise.all(ids.map((id) => chain!.findOrder(id)))])
      return { orders, block: heads.best, extensionPlanck }
    },
    enabled: chain !== undefined && ids.length > 0,
    refetchInterval: AGAIN_MS,
    structuralSharing: false,
  })
  const blocks = (days ?? 0) * BLOCKS_PER_DAY
  const idsText = ids.join()
  return useMemo(() => {
    if (!found.data || days === undefined)
      return { isFailed: found.isError, rows: [], wishes: [], totalPlanck: undefined }
    const { orders, block, extensionPlanck } = found.data
    const rows = orders.map((order, i): ExtendRow => {
      const fault = extendFault(order, { owner, blocks, block })
      const pricePlanck = order && !fault ? extensionPlanck(order, blocks) : 0n
      return { index: Number(idsText.split(',')[i]), fault, pricePlanck, deadlineBlock: order?.deadlineBlock ?? 0 }
    })
    const wishes = rows
      .filter(({ fault }) => !fault)
      .map(({ index, pricePlanck }): ExtensionWish => ({ id: index, blocks, maxPricePlanck: pricePlanck }))
    return { isFailed: false, rows, wishes, totalPlanck: rows.reduce((sum, row) => sum + row.pricePlanck, 0n) }
  }, [found.data, found.isError, days, blocks, owner, idsText])
}
