import { type BlockSource, type SourceBlock, StateGone } from '@trove/chain-client/reading/block-source'
import type { Db } from '../../platform/db/handle.ts'
import { type BlockRecord, readOrders } from './block-record.ts'
import * as store from './store.ts'
import { findEndedOrders } from './store-reads.ts'
import { findOrdersChangedAbove, rewriteOrder, rollBack } from './store-repair.ts'

/** What an index does when the chain is not as it left it. */

/** Orders held in memory at a time, where all there ever were are read anew. */
const PART = 50

/**
 * Forgets the blocks that the node has others of, down to the highest that both have, and takes the orders they changed
 * as they stood there.
 * @param last height of the last finalised block: where that state is gone, orders are read there
 * @returns the height of the block both have, 0 when there is none; undefined when another process was quicker
 */
export async function rollBackToCommon(
  db: Db,
  source: BlockSource,
  network: number,
  head: At,
  last: number,
): Promise<number | undefined> {
  // Above the pruned height one block after the other, below it from one that brought something to the next.
  let ours = await store.findBlockUpTo(db, network, head.height)
  while (ours && ours.hash !== (await source.findHash(ours.height)))
    ours = await store.findBlockUpTo(db, network, ours.height - 1)
  const height = ours?.height ?? 0
  const orders: BlockRecord['orders'] = []
  const ids = await findOrdersChangedAbove(db, network, height)
  if (ours && ids.length > 0)
    for await (const read of readParts(source, ids, await readableHash(source, ours, last))) orders.push(...read)
  const isDone = await rollBack(db, network, { height, head: head.hash, orders })
  return isDone ? height : undefined
}

/** What a block says of an order now, later ones will say anew: a later state is as good where the earlier is gone. */
async function readableHash(source: BlockSource, { height, hash }: At, last: number): Promise<Hash> {
  if (await isReadable(source, height)) return hash as Hash
  return (await source.findHash(last)) ?? (hash as Hash)
}

/** The lowest block from a height on whose state the node keeps. It keeps that of the last ones, so halving finds it. */
export async function findFirstReadable(source: BlockSource, from: number, last: number): Promise<number> {
  let [gone, kept] = [from - 1, last]
  while (kept - gone > 1) {
    const middle = gone + Math.floor((kept - gone) / 2)
    if (await isReadable(source, middle)) kept = middle
    else gone = middle
  }
  return kept
}

async function isReadable(source: BlockSource, height: number): Promise<boolean> {
  try {
    await source.readBlock(height)
    return true
  } catch (error) {
    if (error instanceof StateGone) return false
    throw error
  }
}

/** Reads every order anew that had not ended, and those the index has never seen. */
export async function rereadOrders(db: Db, source: BlockSource, network: number, block: SourceBlock): Promise<void> {
  const [{ ordersEver }, ended] = await Promise.all([source.getStatistics(block.hash), findEndedOrders(db, network)])
  const ids = Array.from({ length: ordersEver }, (_, id) => id).filter((id) => !ended.has(id))
  for await (const orders of readParts(source, ids, block.hash))
    await Promise.all(orders.map((order) => rewriteOrder(db, network, block.height, order)))
}

type At = { height: number; hash: string }
type Hash = SourceBlock['hash']

/** Orders as they stand after a block, a part at a time. */
async function* readParts(source: BlockSource, ids: number[], hash: Hash): AsyncGenerator<BlockRecord['orders']> {
  for (let from = 0; from < ids.length; from += PART) yield await readOrders(source, ids.slice(from, from + PART), hash)
}
