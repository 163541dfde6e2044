import { type HexText, toHex } from '../base/hex.ts'
import { ChainUnreachable, type Connection } from '../reading/connection.ts'
import type { PageWish } from '../reading/reads.ts'
import { type Page, type StorageOrder, toOrder, toPage } from '../reading/views.ts'

/** A proof that a miner can give now. */
export type DueProof = {
  id: number
  epoch: number
  /** Last block in which it is taken, estimated at the present length of epochs. */
  lastBlock: number
  /** Leaves to show, in this order. */
  leafIndexes: number[]
}

/** What a miner has to show to take an order now. */
export type Joining = {
  leafIndexes: number[]
  /** Last block of the present epoch, estimated: later, other leaves are asked. */
  lastBlock: number
  /** Whether the lottery lets the miner take it now. */
  hasTurn: boolean
}

/** An order that looks for miners, since a block: only who registered before it may take it. */
export type FreeSlot = { order: StorageOrder; openedBlock: number }

/** What the chain asks of a miner, by the newest block. All throw ChainUnreachable when the chain does not answer. */
export type Challenges = {
  /** Undefined when the order does not look for miners. */
  findJoin(id: number, address: string): Promise<Joining | undefined>
  /** Orders that look for miners, oldest first. */
  listFreeSlots(wish?: PageWish): Promise<Page<FreeSlot>>
  /** Proofs that can be given now. A page may be empty and still have a next one: its limit counts orders looked at. */
  listDue(address: string, wish?: PageWish): Promise<Page<DueProof>>
  /** Hash of block 1: no two chains share it. */
  getNetworkId(): Promise<HexText>
}

/** The most orders that the chain looks at for one page. */
const PAGE_ROWS = 50

export function createChallenges({ api, client, read }: Connection): Challenges {
  const { MarketApi } = api.apis
  return {
    findJoin: (id, address) =>
      read(async (signal) => {
        const view = await MarketApi.join(id, address, { at: 'best', signal })
        return (
          view && { leafIndexes: view.leaf_indexes.map(Number), lastBlock: view.last_block, hasTurn: view.has_turn }
        )
      }),
    listFreeSlots: ({ cursor, limit = PAGE_ROWS } = {}) =>
      read(async (signal) =>
        toPage(await MarketApi.open_orders(cursor, limit, { at: 'best', signal }), (view) => ({
          order: toOrder(view),
          openedBlock: view.opened,
        })),
      ),
    getNetworkId: () =>
      read(async () => {
        const hash = await client._request<string | null>('chain_getBlockHash', [1])
        if (!hash) throw new ChainUnreachable('the node has no block 1')
        return toHex(hash)
      }),
    listDue: (address, { cursor, limit = PAGE_ROWS } = {}) =>
      read(async (signal) =>
        toPage(await MarketApi.due(address, cursor, limit, { at: 'best', signal }), (view) => ({
          id: view.id,
          epoch: view.epoch,
          lastBlock: view.last_block,
          leafIndexes: view.leaf_indexes.map(Number),
        })),
      ),
  }
}
