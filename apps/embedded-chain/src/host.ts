import { readFile } from 'node:fs/promises'
import { Driver } from './blocks/driver.ts'
import { DurableChain } from './blocks/durable-chain.ts'
import { makeGenesis } from './blocks/genesis.ts'
import { Pool } from './blocks/pool.ts'
import { allowedHandlers } from './rpc/allow-list.ts'
import { archiveHandlers } from './rpc/archive.ts'
import { authorHandlers } from './rpc/author.ts'
import { chainHeadHandlers } from './rpc/chain-head.ts'
import { hashHandlers } from './rpc/hashes.ts'
import { legacyHandlers } from './rpc/legacy.ts'
import { checkedHandlers } from './rpc/params.ts'
import { openRpcServer } from './rpc/server.ts'
import type { Settings } from './settings.ts'
import type { Hex } from './store/block-record.ts'
import { ChainStore } from './store/chain-store.ts'

export type Host = {
  /** Where JSON-RPC is served. */
  url: string
  /** The hash of block 1: no two chains share it, however alike their genesis. */
  networkId: Hex
  store: ChainStore
  driver: Driver
  /** Ends building, closes the door and the files. */
  close(): Promise<void>
}

export type Troubles = {
  /** Something went wrong that will be tried again. */
  onTrouble: (what: string, error: unknown) => void
  /** Something changed that is no trouble. */
  onNews: (what: string) => void
  /** Only a new process can help. */
  onHopeless: (what: string) => void
}

const FAILURES_UNTIL_HOPELESS = 5

/** Brings a chain up: from its folder, or from the runtime's preset when there is none, with at least block 1 built. */
export async function openHost(settings: Settings, troubles: Troubles): Promise<Host> {
  const { segmentBlocks, keptBlocks, blockMs, port, origins } = settings
  const store = await ChainStore.open(
    settings.dataDir,
    { segmentBlocks, keptBlocks, onTrouble: (error) => troubles.onTrouble('snapshot', error) },
    async () => makeGenesis(await readCode(settings.wasmFile), settings.preset, Date.now()),
  )
  const chain = await DurableChain.open(store)
  if (store.head.number > 0) await chain.adoptRuntime(await readCode(settings.wasmFile))
  const pool = new Pool()
  const driver = new Driver(chain, store, pool, {
    blockMs,
    onFailure(error, inARow) {
      troubles.onTrouble('block', error)
      if (inARow >= FAILURES_UNTIL_HOPELESS) troubles.onHopeless('no block can be built')
    },
    onRoom(error) {
      if (error) troubles.onTrouble('the disk is full; the chain stands still until there is room', error)
      else troubles.onNews('there is room on the disk again; the chain goes on')
    },
    onStuck: () => troubles.onHopeless('building a block does not end'),
  })
  if (store.head.number === 0) await driver.buildBlock()
  const networkId = await store.findHash(1)
  if (!networkId) throw new Error('the hash of block 1 is missing')
  const status = () => ({
    networkId,
    height: store.head.number,
    hash: store.head.hash,
    blockMs,
    isDiskFull: driver.isDiskFull,
  })
  const handlers = allowedHandlers({
    ...authorHandlers(chain, pool),
    ...archiveHandlers(chain),
    ...chainHeadHandlers(),
    ...checkedHandlers(chain),
    ...hashHandlers(chain),
    ...legacyHandlers(chain),
  })
  const server = await openRpcServer(handlers, { chain }, { port, origins, status })
  const close = async () => {
    await driver.stop()
    await server.close()
    await store.close()
  }
  return { url: server.url, networkId, store, driver, close }
}

/** The runtime as hexadecimal text. */
export async function readCode(wasmFile: string): Promise<Hex> {
  return `0x${(await readFile(wasmFile)).toString('hex')}`
}
