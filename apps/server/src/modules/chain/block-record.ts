import { toHex } from '@trove/chain-client/base/hex'
import type { BlockSource, ChainEvent, SourceBlock } from '@trove/chain-client/reading/block-source'
import type { Statistics, StorageOrder } from '@trove/chain-client/reading/views'
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

/** What a block brings, with the orders it touched. @throws ChainUnreachable */
export async function readRecord(source: BlockSource, block: SourceBlock, known: KnownAccounts): Promise<BlockRecord> {
  const orders = await readOrders(source, touchedOrders(block.events), block.hash)
  return { block, events: block.events.filter(isKept), movements: movementsOf(block.events, known), orders }
}

/** Orders as they stood after a block, as they are kept. @throws ChainUnreachable */
export async function readOrders(
  source: BlockSource,
  ids: number[],
  hash: SourceBlock['hash'],
): Promise<BlockRecord['orders']> {
  const orders = await source.readOrders(ids, hash)
  return ids.map((id, i) => ({ id, view: orders[i] && toView(orders[i]) }))
}

/** An order as it is kept. */
function toView(order: StorageOrder): OrderView {
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
    replicas: order.replicas.map(({ miner, isConfirmed, estimatedIncomePlanck, calculateIncomePlanck }) => ({
      ...{ miner, isConfirmed },
      estimatedIncomePlanck: String(estimatedIncomePlanck),
      calculateIncomePlanck: String(calculateIncomePlanck),
    })),
  }
}
