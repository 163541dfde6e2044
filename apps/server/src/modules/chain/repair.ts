import { type BlockSource, type SourceBlock, StateGone } from '@trove/chain-client/block-source'
import type { Db } from '../../platform/db/handle.ts'
import { toView } from './block-record.ts'
import * as store from './store.ts'
import { findEndedOrders } from './store-reads.ts'

/** What an index does when the chain is not as it left it. */

const AT_ONCE = 16

/**
 * Forgets the blocks that the node has others of, down to the highest that both have, and reads anew what they changed.
 * @returns the height of that block; 0 when there is none
 */
export async function rollBackToCommon(db: Db, source: BlockSource, network: number, from: number): Promise<number> {
  // Above the pruned height one block after the other, below it from one that brought something to the next.
  let ours = await store.findBlockUpTo(db, network, from)
  while (ours && ours.hash !== (await source.findHash(ours.height)))
    ours = await store.findBlockUpTo(db, network, ours.height - 1)
  const height = ours?.height ?? 0
  const changed = await store.rollBack(db, network, height)
  const hash = height > 0 ? await source.findHash(height) : undefined
  if (hash) await rewrite(db, source, network, { height, hash }, changed)
  return height
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
  await rewrite(db, source, network, block, ids)
}

type At = Pick<SourceBlock, 'height' | 'hash'>

async function rewrite(
  db: Db,
  source: BlockSource,
  network: number,
  { height, hash }: At,
  ids: number[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const read = ids.slice(from, from + AT_ONCE).map(async (id) => {
      const order = await source.findOrder(id, hash)
      await store.rewriteOrder(db, network, height, { id, view: order && toView(order) })
    })
    await Promise.all(read)
  }
}
