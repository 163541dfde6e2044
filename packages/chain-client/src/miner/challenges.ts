import type { Connection } from '../connection.ts'
import type { PageWish } from '../reads.ts'
import { type Page, toPage } from '../views.ts'

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

/** What the chain asks of a miner, by the newest block. All throw ChainUnreachable when the chain does not answer. */
export type Challenges = {
  /** Undefined when the order does not look for miners. */
  findJoin(id: number, address: string): Promise<Joining | undefined>
  /** Proofs that can be given now. A page may be empty and still have a next one: its limit counts orders looked at. */
  listDue(address: string, wish?: PageWish): Promise<Page<DueProof>>
}

/** The most orders that the chain looks at for one page. */
const PAGE_ROWS = 50

export function createChallenges({ api, read }: Connection): Challenges {
  const { MarketApi } = api.apis
  return {
    findJoin: (id, address) =>
      read(async (signal) => {
        const view = await MarketApi.join(id, address, { at: 'best', signal })
        return (
          view && { leafIndexes: view.leaf_indexes.map(Number), lastBlock: view.last_block, hasTurn: view.has_turn }
        )
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
