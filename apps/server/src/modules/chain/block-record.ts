import type { BlockSource, ChainEvent, SourceBlock } from '@trove/chain-client/block-source'
import { toHex } from '@trove/chain-client/hex'
import type { Statistics, StorageOrder } from '@trove/chain-client/views'
import { isKept, type KnownAccounts, type Movement, movementsOf, touchedOrders } from './projections.ts'
import type { OrderView } from './tables.ts'

/** The end of a day of Asia/Shanghai, as figures of its last block. */
export type DayEnd = { day: string; height: number; statistics: Statistics }

/** Everything a block brings into the database, in one transaction. */
export type BlockRecord = {
  block: SourceBlock
  events: ChainEvent[]
  movements: Movement[]
  /** Orders it touched, as they stood after it; undefined: purged. */
  orders: { id: number; view: OrderView | undefined }[]
}

/** Reads a block with what it touched. @throws ChainUnreachable */
export async function readRecord(source: BlockSource, height: number, known: KnownAccounts): Promise<BlockRecord> {
  const block = await source.readBlock(height)
  const orders = await Promise.all(
    touchedOrders(block.events).map(async (id) => {
      const order = await source.findOrder(id, block.hash)
      return { id, view: order && toView(order) }
    }),
  )
  return { block, events: block.events.filter(isKept), movements: movementsOf(block.events, known), orders }
}

/** An order as it is kept. */
export function toView(order: StorageOrder): OrderView {
  return {
    id: order.id,
    owner: order.owner,
    cid: order.cid,
    note: toHex(order.note),
    rootHex: order.rootHex,
    sizeBytes: String(order.sizeBytes),
    wanted: order.wanted,
    replication: order.replication,
    createdBlock: order.createdBlock,
    deadlineBlock: order.deadlineBlock,
    status: order.status,
    pricePlanck: String(order.pricePlanck),
    baseFeePlanck: String(order.baseFeePlanck),
    fileFeePlanck: String(order.fileFeePlanck),
    tipsPlanck: String(order.tipsPlanck),
    clearableBlock: order.clearableBlock ?? null,
    replicas: order.replicas.map(({ miner, estimatedIncomePlanck, calculateIncomePlanck }) => ({
      miner,
      estimatedIncomePlanck: String(estimatedIncomePlanck),
      calculateIncomePlanck: String(calculateIncomePlanck),
    })),
  }
}
