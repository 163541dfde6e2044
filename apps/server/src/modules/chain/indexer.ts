import {
  type BlockSource,
  type ChainIdentity,
  type SourceBlock,
  StateGone,
} from '@trove/chain-client/reading/block-source'
import { shanghaiDay } from '@trove/units/shanghai'
import type { Log } from '../../platform/base/log.ts'
import type { Db } from '../../platform/db/handle.ts'
import { readRecord } from './block-record.ts'
import type { KnownAccounts } from './projections.ts'
import { findFirstReadable, rereadOrders, rollBackToCommon } from './repair.ts'
import * as store from './store.ts'

export type IndexerNeeds = {
  db: Db
  log: Log
  source: BlockSource
  /** Address of the faucet's account: what comes from it is called so. */
  faucet: string | undefined
  /** Whether a chain of another block 1 may take the place of the one indexed so far. */
  mayChangeChain: boolean
}

/** Blocks read ahead of the one that is written. */
const AHEAD = 48

/** The node is of another chain than the one indexed so far. */
export class OtherChain extends Error {
  constructor() {
    super('the node is of another chain than the index')
    this.name = 'OtherChain'
  }
}

/**
 * Brings finalised blocks into the database, one transaction each, without gaps. Two at once do no harm: a block that does
 * not follow the highest one is not written.
 */
export function createIndexer(needs: IndexerNeeds) {
  const { db, log, source } = needs
  let pot: string | undefined

  async function knownAccounts(): Promise<KnownAccounts> {
    pot ??= await source.getPot()
    return { pot, faucet: needs.faucet }
  }

  /** The chain of the node, as the one that is indexed. @throws OtherChain */
  async function adopt(identity: ChainIdentity): Promise<store.Network> {
    const current = await store.findNetwork(db)
    if (current?.networkId === identity.networkId) return current
    if (current && !needs.mayChangeChain) throw new OtherChain()
    if (current) log.warn({ from: current.networkId, to: identity.networkId }, 'another chain: its index begins anew')
    return await store.switchNetwork(db, identity)
  }

  /** The highest block of the index that the node has too; blocks the node has others of are rolled back first. */
  async function stand(network: number, finalised: number): Promise<store.Cursor | undefined> {
    const cursor = await store.findCursor(db, network)
    // A node that is itself behind says nothing yet about higher blocks.
    if (!cursor || cursor.height > finalised) return cursor
    const hash = await source.findHash(cursor.height)
    if (hash === undefined || hash === cursor.hash) return cursor
    const common = await rollBackToCommon(db, source, network, cursor, finalised)
    if (common !== undefined)
      log.warn({ from: cursor.height, to: common }, 'the chain has other blocks than the index: rolled back')
    return await store.findCursor(db, network)
  }

  /** Writes what there is from a height on; ends early when a block does not fit. */
  async function writeFrom(network: number, cursor: store.Cursor | undefined, last: number, signal: AbortSignal) {
    const known = await knownAccounts()
    const reading = readAhead(source, (cursor?.height ?? 0) + 1, last)
    let before = cursor
    for (const height of reading.heights) {
      if (signal.aborted) break
      // Orders are read one block after the other: a runtime call costs a node far more than a block does.
      const record = await readRecord(source, await reading.next(height), known)
      const at = new Date(record.block.timeMs)
      if (before && shanghaiDay(before.at) !== shanghaiDay(at)) await endDay(network, before)
      if (!(await store.writeBlock(db, network, record))) break
      before = { height, hash: record.block.hash, at }
    }
  }

  async function endDay(network: number, last: store.Cursor): Promise<void> {
    const statistics = await source.getStatistics(last.hash as `0x${string}`)
    await store.writeDay(db, network, { day: shanghaiDay(last.at), height: last.height, statistics })
  }

  /** Goes on behind blocks whose state no node keeps: their events are lost, orders are read as they are now. */
  async function leapGap(network: number, cursor: store.Cursor | undefined, finalised: number): Promise<void> {
    const height = await findFirstReadable(source, (cursor?.height ?? 0) + 1, finalised)
    const record = await readRecord(source, await source.readBlock(height), await knownAccounts())
    await rereadOrders(db, source, network, record.block)
    await store.writeBlock(db, network, record, true)
    const from = (cursor?.height ?? 0) + 1
    if (height > from) log.error({ from, to: height - 1 }, 'the node keeps no state of these blocks: left out')
  }

  /**
   * Indexes up to the last finalised block, or until aborted. Answers where it stands.
   * @throws ChainUnreachable, OtherChain
   */
  async function catchUp(signal: AbortSignal): Promise<{ indexed: number; finalised: number }> {
    const { network } = await adopt(await source.getIdentity())
    for (let before: string | undefined; ; ) {
      const finalised = await source.getFinalisedHeight()
      const cursor = await stand(network, finalised)
      const indexed = cursor?.height ?? 0
      if (indexed >= finalised || signal.aborted) return { indexed, finalised }
      // Another process may have written these blocks, but then the highest is no longer the one it was.
      if (before !== undefined && before === cursor?.hash) throw new Error(`no block of the node follows ${indexed}`)
      before = cursor?.hash
      try {
        await writeFrom(network, cursor, finalised, signal)
      } catch (error) {
        if (!(error instanceof StateGone)) throw error
        const now = await store.findCursor(db, network)
        await leapGap(network, now, finalised)
      }
    }
  }

  return { catchUp }
}

export type Indexer = ReturnType<typeof createIndexer>

/** Reads blocks ahead, a few at a time, and hands them out in order. */
function readAhead(source: BlockSource, first: number, last: number) {
  const heights = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const reading = new Map<number, Promise<SourceBlock>>()
  const begin = (height: number) => {
    if (height > last || reading.has(height)) return
    const block = source.readBlock(height)
    // Whether it failed is seen when its turn comes, or never.
    block.catch(() => undefined)
    reading.set(height, block)
  }
  return {
    heights,
    async next(height: number): Promise<SourceBlock> {
      for (let ahead = height; ahead < height + AHEAD; ahead++) begin(ahead)
      const block = await reading.get(height)!
      reading.delete(height)
      return block
    },
  }
}
