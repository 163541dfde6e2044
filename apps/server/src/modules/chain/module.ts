import type { Chain } from '@trove/chain-client/chain'
import type { BlockSource } from '@trove/chain-client/reading/block-source'
import type { Log } from '../../platform/base/log.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { requireAddress } from './address.ts'
import { createIndexer, OtherChain } from './indexer.ts'
import { pruneBlocks } from './pruning.ts'
import { chainRoutes } from './routes.ts'
import { createChainService } from './service.ts'
import { findCursor, findNetwork } from './store.ts'
import { countProofs, type KeptOrder, listNodes, pickKept } from './store-nodes.ts'
import {
  type ChangedOrder,
  type EndingOrder,
  isKeeper,
  listKeepers,
  listLiveOrders,
  listOrdersChangedSince,
  listOrdersEnding,
} from './store-reads.ts'

export type { ChangedOrder, EndingOrder } from './store-reads.ts'

/** Half a block: what is final is in the index before the next block is. */
const INDEX_SECONDS = 3
const PRUNE_SECONDS = 3600
/** Blocks behind that are no news: the one that just came, and the one being written. */
const USUAL_LAG = 5

export type ChainDeps = {
  db: Db
  jobs: Jobs
  log: Log
  /** Absent while no chain is configured: reads then answer that it is not available, and nothing is indexed. */
  node: { chain: Chain; source: BlockSource; faucet: string | undefined; mayChangeChain: boolean } | undefined
  /** Called after each run with how many finalised blocks the index has not got. */
  onLag?: (blocks: number) => void
  /** Called after a run that took blocks in. */
  onBlocks?: () => void
}

export type ChainModule = {
  routes: ServedRoute[]
  /** `ok`, or `ok, 120 blocks behind`; absent without a node. @throws when the node does not answer, or is of another chain */
  state: (() => Promise<string>) | undefined
  /** An address as people write it, in the form of our chain. @throws ContractError `chain.address-invalid` */
  requireAddress(text: string): string
  /** The highest block of the chain that is indexed now, with the chain's own time; undefined before there is one. */
  findHead(): Promise<{ network: number; height: number; at: Date } | undefined>
  /** Orders of that chain by the block that changed them last, behind a place in that order. */
  listOrdersChangedSince(after: { height: number; id: number }, limit: number): Promise<ChangedOrder[]>
  /** Orders of that chain that name one of these contents and have not ended, oldest first. */
  listLiveOrders(cids: string[]): Promise<ChangedOrder[]>
  /** Accounts of the nodes that keep live orders of a content. */
  listKeepers(cid: string): Promise<string[]>
  /** Whether a node keeps, or kept, anything. */
  isKeeper(account: string): Promise<boolean>
  /** Accounts of all nodes that keep, or kept, something. */
  listNodes(): Promise<string[]>
  /** Some orders, at random, that a node keeps now and has confirmed. */
  pickKept(account: string, limit: number): Promise<KeptOrder[]>
  /** How many of a node's proofs were taken in so many days of the chain, and how many were missed. */
  countProofs(account: string, days: number): Promise<{ given: number; missed: number }>
  /** Served orders of a chain whose last block lies within a span, soonest first, behind a place in that order. */
  listOrdersEnding(
    span: { network: number; after: number; upTo: number },
    place: { deadline: number; id: number },
    limit: number,
  ): Promise<EndingOrder[]>
  /** Ends indexing after the block under way. */
  stop(): void
}

async function findHead(db: Db) {
  const network = await findNetwork(db)
  const cursor = network && (await findCursor(db, network.network))
  return cursor && { network: network.network, height: cursor.height, at: cursor.at }
}

type Node = NonNullable<ChainDeps['node']>

async function stateOf(db: Db, { source, mayChangeChain }: Node): Promise<string> {
  const [identity, finalised, network] = await Promise.all([
    source.getIdentity(),
    source.getFinalisedHeight(),
    findNetwork(db),
  ])
  if (network?.networkId !== identity.networkId) {
    // Until then the site would name the chain before it to wallets, or none.
    if (!network || mayChangeChain) throw new Error('the index has not begun')
    throw new OtherChain()
  }
  const indexed = await findCursor(db, network.network)
  if (!indexed) throw new Error('the index has not begun')
  const lag = finalised - indexed.height
  return lag > USUAL_LAG ? `ok, ${lag} blocks behind` : 'ok'
}

/** Fails as soon as the node is known to be away or another chain's: nobody has to wait for an answer then. */
function untilLost(chain: Chain): { lost: Promise<never>; stop: () => void } {
  let stop = () => {}
  const lost = new Promise<never>((_, reject) => {
    stop = chain.onStatus((status) => {
      if (status === 'unreachable') reject(new Error('no connection'))
      if (status === 'other-chain') reject(new Error('the node is of another chain'))
    })
  })
  lost.catch(() => undefined)
  return { lost, stop }
}

/** The chain's index and what the site reads from it. */
export function createChain({ db, jobs, log, node, onLag, onBlocks }: ChainDeps): ChainModule {
  const ending = new AbortController()
  const routes = chainRoutes(db, createChainService({ db, chain: node?.chain }))
  if (node) {
    const indexer = createIndexer({ db, log, ...node })
    let seen = -1
    jobs.every('chain.prune', PRUNE_SECONDS, () => pruneBlocks(db, ending.signal))
    // The queue runs it in one process at a time.
    jobs.every('chain.index', INDEX_SECONDS, async () => {
      try {
        const { indexed, finalised } = await indexer.catchUp(ending.signal)
        onLag?.(Math.max(0, finalised - indexed))
        if (indexed > seen) onBlocks?.()
        seen = indexed
      } catch (error) {
        // It comes again in a few seconds by itself; a node that is away is no reason to be tried ever more rarely.
        log.warn({ reason: (error as Error).message }, 'the chain was not indexed')
      }
    })
  }
  return {
    routes,
    requireAddress,
    findHead: () => findHead(db),
    listOrdersChangedSince: (after, limit) => listOrdersChangedSince(db, after, limit),
    listLiveOrders: (cids) => listLiveOrders(db, cids),
    listKeepers: (cid) => listKeepers(db, cid),
    isKeeper: (account) => isKeeper(db, account),
    listNodes: () => listNodes(db),
    pickKept: (account, limit) => pickKept(db, account, limit),
    countProofs: (account, days) => countProofs(db, account, days),
    listOrdersEnding: (span, place, limit) => listOrdersEnding(db, span, place, limit),
    state:
      node &&
      (async () => {
        const reached = untilLost(node.chain)
        try {
          return await Promise.race([stateOf(db, node), reached.lost])
        } finally {
          reached.stop()
        }
      }),
    stop: () => ending.abort(),
  }
}
