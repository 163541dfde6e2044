import { createHash } from 'node:crypto'
import {
  type BlockSource,
  type ChainEvent,
  type SourceBlock,
  StateGone,
} from '@trove/chain-client/reading/block-source'
import type { StorageOrder } from '@trove/chain-client/reading/views'

type Hex = `0x${string}`
type Made = { block: SourceBlock; orders: Map<number, StorageOrder> }
type Event = Omit<ChainEvent, 'index'>

const START_MS = Date.parse('2026-03-01T10:00:00+08:00')
const BLOCK_MS = 6000

/** A chain whose blocks are whatever a test says, with forks, losses and another beginning. */
export class FakeChain implements BlockSource {
  readonly pot = 'pot'
  blocks: Made[] = []
  /** State below this height is gone. */
  firstKept = 0
  reads = 0
  /** Numbers of all orders that were read, in turn. */
  ordersRead: number[] = []
  timeMs = START_MS
  private readonly seed: string

  constructor(seed = 'chain', blocks = 1) {
    this.seed = seed
    this.add([])
    for (let i = 0; i < blocks; i++) this.add([])
  }

  get height(): number {
    return this.blocks.length - 1
  }

  /** Adds a block; `changes` are orders as they stand after it, undefined for one that is gone. */
  add(events: Event[], changes: Record<number, StorageOrder | undefined> = {}, branch = ''): void {
    const parent = this.blocks.at(-1)
    const height = this.blocks.length
    const orders = new Map(parent?.orders)
    for (const [id, order] of Object.entries(changes)) {
      if (order) orders.set(Number(id), order)
      else orders.delete(Number(id))
    }
    const parentHash = parent?.block.hash ?? hashOf('nothing')
    const hash = hashOf(`${this.seed}${branch}${parentHash}${height}`)
    this.timeMs += BLOCK_MS
    const indexed = events.map((event, index) => ({ index, ...event }))
    this.blocks.push({ block: { height, hash, parentHash, timeMs: this.timeMs, events: indexed }, orders })
  }

  /** Throws the blocks above a height away: what comes next is another branch. */
  cut(height: number): void {
    this.blocks.length = height + 1
  }

  async getIdentity() {
    return { genesisHash: this.hashAt(0), networkId: this.hashAt(1) }
  }
  async getFinalisedHeight() {
    return this.height
  }
  async findHash(height: number) {
    return this.blocks[height]?.block.hash
  }
  async readBlock(height: number) {
    this.reads++
    if (height < this.firstKept) throw new StateGone(height)
    return this.blocks[height]!.block
  }
  async readOrders(ids: number[], blockHash: Hex) {
    this.ordersRead.push(...ids)
    const { orders } = this.blocks.find(({ block }) => block.hash === blockHash)!
    return ids.map((id) => orders.get(id))
  }
  async getStatistics(blockHash: Hex) {
    const { block, orders } = this.blocks.find((made) => made.block.hash === blockHash)!
    const size = BigInt(orders.size)
    return {
      ...{ miners: 1, liveOrders: orders.size, replicas: orders.size, totalBytes: 1000n, usedBytes: size },
      ...{ openOrders: 0, ordersEver: orders.size, mibDayPlanck: 1n, fileFeePlanck: 1n, baseFeePlanck: 1n },
      block: block.height,
    }
  }
  async getPot() {
    return this.pot
  }
  private hashAt(height: number): Hex {
    return this.blocks[height]!.block.hash
  }
}

function hashOf(text: string): Hex {
  return `0x${createHash('sha256').update(text).digest('hex')}`
}

/** A transfer as the token tells it, with the fee its sender paid. */
export function transfer(from: string, to: string, amount: bigint, fee = 0n, transaction = 2): Event[] {
  return [
    { transaction, pallet: 'Balances', name: 'Transfer', data: { from, to, amount: String(amount) } },
    ...(fee
      ? [
          {
            transaction,
            pallet: 'TransactionPayment',
            name: 'TransactionFeePaid',
            data: { who: from, actual_fee: String(fee), tip: '0' },
          },
        ]
      : []),
  ]
}

/** An order of the market; what a test does not say is plain. */
export function order(id: number, owner: string, given: Partial<StorageOrder> = {}): StorageOrder {
  return {
    ...{ id, owner, cid: `cid${id}`, note: new Uint8Array([id]), rootHex: '0x00', sizeBytes: 2n ** 40n, wanted: 3 },
    ...{ replication: 0, createdBlock: 1, durationBlocks: 10, startedBlock: undefined, deadlineBlock: 11 },
    ...{
      closingBlock: undefined,
      provingPlanck: 1n,
      endedBlock: undefined,
      status: 'Pending',
      consumerStatus: 'Pending',
      providerStatus: undefined,
    },
    ...{ pricePlanck: 10n ** 18n, baseFeePlanck: 1n, fileFeePlanck: 1n, reservePlanck: 0n, poolPlanck: 1n },
    ...{ tipsPlanck: 0n, paidPlanck: 0n, bountyPlanck: 0n, depositPlanck: 0n, clearableBlock: undefined, replicas: [] },
    ...given,
  }
}

/** A miner's replica with what it earned. */
export function replica(miner: string, earned = 0n): StorageOrder['replicas'][number] {
  return {
    ...{ miner, joinedBlock: 1, provenBlock: 1, dueEpoch: 1, misses: 0, paidPlanck: 0n },
    ...{ isConfirmed: true, isLeaving: false },
    ...{ collateralPlanck: 0n, estimatedIncomePlanck: 100n, calculateIncomePlanck: earned, peer: '' },
  }
}
