import { fromHex, type HexText } from '../base/hex.ts'
import { isAbsence } from './absence.ts'
import type { Connection } from './connection.ts'
import { findBlockHash } from './finalised.ts'
import {
  type Balance,
  type Miner,
  type MinerOrder,
  type Page,
  type Params,
  type Price,
  type RightsWork,
  type Statistics,
  type StorageOrder,
  toMiner,
  toMinerOrder,
  toOrder,
  toPage,
  toPrice,
  toRightsWork,
  toStatistics,
} from './views.ts'

/** Where a list goes on and how many rows it gives; the chain gives at most 50. */
export type PageWish = { cursor?: number; limit?: number }

/** Reads of the newest block. All throw ChainUnreachable when the chain does not answer. */
export type Reads = {
  getBalance(address: string): Promise<Balance>
  findOrder(id: number): Promise<StorageOrder | undefined>
  /** Orders of a customer, newest first. */
  listUserOrders(address: string, wish?: PageWish): Promise<Page<StorageOrder>>
  /** Orders of which a miner has a replica, newest first. */
  listMinerOrders(address: string, wish?: PageWish): Promise<Page<MinerOrder>>
  /** Orders that look for miners, oldest first. */
  listOpenOrders(wish?: PageWish): Promise<Page<StorageOrder>>
  /** Undefined when it is too large to count. */
  findPrice(wish: { sizeBytes: bigint; durationBlocks: number; wanted: number }): Promise<Price | undefined>
  /** Undefined for an account that is not registered. */
  findMiner(address: string): Promise<Miner | undefined>
  /** Unclaimed income of an account: settled and not yet withdrawn. */
  getIncome(address: string): Promise<bigint>
  getStatistics(): Promise<Statistics>
  getParams(): Promise<Params>
  /** The block of a commitment that its author has not revealed, by finalised blocks. */
  findCommitment(address: string, commitmentHex: HexText): Promise<number | undefined>
  /** Who anchored a content first, by finalised blocks. */
  findRightsWork(contentHashHex: HexText): Promise<RightsWork | undefined>
  /** What is held for each commitment, and blocks from the first reveal in which an earlier commitment takes over. */
  getRightsRules(): Promise<{ depositPlanck: bigint; contestBlocks: number }>
  /**
   * A block of the finalised chain. The hash is null where the node does not have it. Its time stands in its state: null where the
   * node keeps that no more.
   */
  getBlock(height: number): Promise<{ hash: string | null; at: Date | null }>
  /** Hash of block 0: no call signed for another is ever good on this chain. */
  getGenesisHash(): Promise<string>
  /** Heights of the newest block and of the last finalised one. */
  getHeads(): Promise<{ best: number; finalised: number }>
}

/** Rows of a chain list (specification: chain order page size 20). */
const PAGE_ROWS = 20
const best = (signal: AbortSignal) => ({ at: 'best' as const, signal })
const final = (signal: AbortSignal) => ({ at: 'finalized' as const, signal })

export function createReads(connection: Connection): Reads {
  const { api, client, read } = connection
  const { MarketApi } = api.apis
  return {
    getBalance: (address) =>
      read(async (signal) => {
        const [account, minimumPlanck] = await Promise.all([
          api.query.System.Account.getValue(address, best(signal)),
          api.constants.Balances.ExistentialDeposit(),
        ])
        return toBalance(account.data, minimumPlanck)
      }),
    findOrder: (id) =>
      read(async (signal) => {
        const view = await MarketApi.order(id, best(signal))
        return view && toOrder(view)
      }),
    listUserOrders: (address, { cursor, limit = PAGE_ROWS } = {}) =>
      read(async (signal) => toPage(await MarketApi.user_orders(address, cursor, limit, best(signal)), toOrder)),
    listMinerOrders: (address, { cursor, limit = PAGE_ROWS } = {}) =>
      read(async (signal) => toPage(await MarketApi.miner_orders(address, cursor, limit, best(signal)), toMinerOrder)),
    listOpenOrders: ({ cursor, limit = PAGE_ROWS } = {}) =>
      read(async (signal) => toPage(await MarketApi.open_orders(cursor, limit, best(signal)), toOrder)),
    findPrice: ({ sizeBytes, durationBlocks, wanted }) =>
      read(async (signal) => {
        const view = await MarketApi.order_price(sizeBytes, durationBlocks, wanted, best(signal))
        return view && toPrice(view)
      }),
    findMiner: (address) =>
      read(async (signal) => {
        // By storage, not by the runtime's view: storage nodes ask with each block, and a call into a runtime costs a small
        // node a hundred times as much.
        const { Miners, Income } = api.query.Market
        const [record, income] = await Promise.all([
          Miners.getValue(address, best(signal)),
          Income.getValue(address, best(signal)),
        ])
        return record && toMiner(record, income)
      }),
    getIncome: (address) => read((signal) => api.query.Market.Income.getValue(address, best(signal))),
    getStatistics: () => read(async (signal) => toStatistics(await MarketApi.statistics(best(signal)))),
    getParams: () => read((signal) => MarketApi.params(best(signal))),
    findCommitment: (address, commitmentHex) =>
      read(async (signal) => (await api.query.Rights.Commits.getValue(address, commitmentHex, final(signal)))?.block),
    findRightsWork: (contentHashHex) =>
      read(async (signal) => {
        const work = await api.query.Rights.Works.getValue(contentHashHex, final(signal))
        return work && toRightsWork(work)
      }),
    getRightsRules: () =>
      read(async () => {
        const { Deposit, ContestPeriod } = api.constants.Rights
        const [depositPlanck, contestBlocks] = await Promise.all([Deposit(), ContestPeriod()])
        return { depositPlanck, contestBlocks }
      }),
    getBlock: (height) =>
      read(async () => {
        const hash = await findBlockHash(connection, height)
        if (hash === undefined) return { hash: null, at: null }
        const key = await api.query.Timestamp.Now.getKey()
        const bytes = await client._request<string | null>('state_getStorage', [key, hash]).catch((error: unknown) => {
          if (isAbsence(error)) return null
          throw error
        })
        if (!bytes) return { hash, at: null }
        return { hash, at: new Date(Number(new DataView(fromHex(bytes).buffer).getBigUint64(0, true))) }
      }),
    getGenesisHash: () => read(() => client._request<string>('chain_getBlockHash', [0])),
    getHeads: () =>
      read(async () => {
        const blocks = await client.getBestBlocks()
        return { best: blocks[0]?.number ?? 0, finalised: blocks.at(-1)?.number ?? 0 }
      }),
  }
}

type AccountData = { free: bigint; reserved: bigint; frozen: bigint }

/** What of an account's balance is free to go, its least balance kept (`transfer_keep_alive`). */
export function toBalance({ free, reserved, frozen }: AccountData, minimumPlanck: bigint): Balance {
  const bound = frozen > reserved ? frozen - reserved : 0n
  const kept = bound > minimumPlanck ? bound : minimumPlanck
  return { freePlanck: free, heldPlanck: reserved, transferablePlanck: free > kept ? free - kept : 0n }
}
