import { z } from 'zod'
import { route } from '../kit/route.ts'
import { billFilter, Id, Moment, pageOf, paging, queryInt } from '../kit/shapes.ts'

/**
 * Reads of the chain from the server's index of finalised blocks. The chain itself is read and written by the wallet; the
 * index serves what a chain cannot walk: bills, any page in any order, figures of past days. Field names of orders are
 * the specification's. Amounts are whole units of 10^-12 TTC as text, sizes are bytes, times of service are block numbers.
 */

/** A whole number that may be beyond what JSON numbers hold, as text; signed. */
export const UnitsText = z.string().regex(/^-?\d{1,40}$/)

/** Rows of a chain list unless asked otherwise (specification: chain order page size 20), and at most. */
export const CHAIN_PAGE_SIZE = 20

export const AccountText = z.string().trim().min(1).max(200)
export const BlockNumber = z.number().int().min(0)

export const ChainNetwork = z.object({
  /** Hash of block 0: a wallet refuses to sign for any other chain. Null until the server has seen it. */
  genesisHash: z.string().nullable(),
  /** Hash of block 1: no two chains share it. */
  networkId: z.string().nullable(),
  /** Height of the last finalised block the index has, and that the chain has; null while unknown. */
  indexedBlock: BlockNumber.nullable(),
  finalizedBlock: BlockNumber.nullable(),
})

export const getNetwork = route({
  id: 'chain.get-network',
  method: 'GET',
  path: '/api/chain/network',
  summary: 'Which chain this site works with, and how far the index of it is',
  auth: 'none',
  ok: ChainNetwork,
})

/** Stored status of an order (specification). What customers and miners see follows from it and the present block. */
export const CHAIN_ORDER_STATUSES = ['Pending', 'Finished', 'Canceled', 'Cleared'] as const

export const ChainOrder = z.object({
  index: z.number().int(),
  cid: z.string(),
  account_id: z.string(),
  /** Null: names are sealed in `note`, which only the owner opens. */
  file_name: z.string().nullable(),
  note: z.string(),
  price: UnitsText,
  file_base_price: UnitsText,
  order_price: UnitsText,
  tips: UnitsText,
  /** Last block of service; an estimate while no miner has taken the order. */
  storage_deadline: BlockNumber,
  size: UnitsText,
  /** Block in which it was placed, and that block's time. */
  block_number: BlockNumber,
  block_time: Moment.nullable(),
  status: z.enum(CHAIN_ORDER_STATUSES),
  replication: z.number().int(),
  wanted: z.number().int(),
  /** Merkle root in hex. */
  public_input: z.string(),
  /** All miners' income by the deadline if every proof is given, and by now. */
  estimated_income: UnitsText,
  calculate_income: UnitsText,
  /** Block from which it can be cleared, estimated; null unless served. */
  clearable_at: BlockNumber.nullable(),
})

/** Pages count from 1 (decision 23); `sort` 0 is oldest first, 1 newest first. */
const chainPaging = {
  account: AccountText,
  current: queryInt(1, 1_000_000).transform((value) => value ?? 1),
  size: queryInt(1, 50).transform((value) => value ?? CHAIN_PAGE_SIZE),
  sort: queryInt(0, 1).transform((value) => value ?? 1),
}

const chainPageOf = <T extends z.ZodType>(item: T) =>
  z.object({ content: z.array(item), total: z.number().int(), block: BlockNumber })

export const listUserOrders = route({
  id: 'chain.list-user-orders',
  method: 'GET',
  path: '/api/chain/user-orders',
  summary: 'Storage orders of an account, any page in either order (storageOrder_pageUserOrder)',
  auth: 'user',
  query: z.object(chainPaging),
  ok: chainPageOf(ChainOrder),
  errors: ['chain.address-invalid', 'chain.unavailable'],
})

export const MinerOrder = z.object({ order: ChainOrder, estimated_income: UnitsText, calculate_income: UnitsText })

export const listMinerOrders = route({
  id: 'chain.list-miner-orders',
  method: 'GET',
  path: '/api/chain/miner-orders',
  summary: 'Storage orders an account has served or serves, with its income (worker_pageMinerOrder)',
  auth: 'user',
  query: z.object(chainPaging),
  ok: chainPageOf(MinerOrder),
  errors: ['chain.address-invalid', 'chain.unavailable'],
})

/** How long a block of the chain lasts, and how many a day has (specification). */
export const BLOCK_SECONDS = 6
export const BLOCKS_PER_DAY = 86_400 / BLOCK_SECONDS
/** What is priced for display: 1 GiB for a day on 3 miners (specification). */
export const PRICED_BYTES = 1_073_741_824
export const PRICED_COPIES = 3
/** Days for which an order can be placed, extensions counted. */
export const STORAGE_DAYS_MAX = 730

export const getOrderPrice = route({
  id: 'chain.get-order-price',
  method: 'GET',
  path: '/api/chain/order-price',
  summary: 'What an order would cost now (storageOrder_getOrderPrice); 1 GiB for a day unless asked otherwise',
  auth: 'none',
  query: z.object({
    file_size: queryInt(1, 32 * PRICED_BYTES).transform((value) => value ?? PRICED_BYTES),
    duration: queryInt(1, STORAGE_DAYS_MAX * BLOCKS_PER_DAY).transform((value) => value ?? BLOCKS_PER_DAY),
    copies: queryInt(1, 8).transform((value) => value ?? PRICED_COPIES),
  }),
  /**
   * `work` is part of `price`: prepaid for acceptances and proofs. So is `pool`: what all its storage nodes together earn.
   * `fees` is the part that each order pays once, whatever its size and time. `deposit` is held on top and comes back.
   */
  ok: z.object({ price: UnitsText, work: UnitsText, pool: UnitsText, fees: UnitsText, deposit: UnitsText }),
  errors: ['chain.price-too-large', 'chain.unavailable'],
})

export const getMiner = route({
  id: 'chain.get-miner',
  method: 'GET',
  path: '/api/chain/miner',
  summary: 'A storage node’s space and its income not yet received; zeros for an account that is none',
  auth: 'user',
  query: z.object({ account: AccountText }),
  ok: z.object({
    is_registered: z.boolean(),
    total_storage: UnitsText,
    used_storage: UnitsText,
    available_storage: UnitsText,
    /** The specification’s miner price: income settled and not yet withdrawn. */
    miner_price: UnitsText,
    replicas: z.number().int(),
  }),
  errors: ['chain.address-invalid', 'chain.unavailable'],
})

export const storageStatistics = route({
  id: 'chain.storage-statistics',
  method: 'GET',
  path: '/api/superPoints/v1/statistics/getStorageStatistics',
  summary: 'The storage network as of the newest block of the chain',
  auth: 'none',
  ok: z.object({
    storageNode: z.number().int(),
    validFilesNumber: z.number().int(),
    averageReplicasMessage: z.string(),
    usedStorageMessage: z.string(),
    availableStorageMessage: z.string(),
    /** The same in bytes, and the block they are of. */
    usedStorage: UnitsText,
    availableStorage: UnitsText,
    block: BlockNumber,
  }),
  errors: ['chain.unavailable'],
})

/** Days of the statistics chart (specification). */
export const STATISTICS_DAYS = 7

export const storageDays = route({
  id: 'chain.storage-days',
  method: 'GET',
  path: '/api/superPoints/v1/statistics/getPictureTitle',
  summary: 'The storage network at the end of each of the last seven days that the index saw, oldest first',
  auth: 'none',
  ok: z.array(
    z.object({
      date: z.iso.date(),
      storageNode: z.number().int(),
      validFilesNumber: z.number().int(),
      totalStorageMessage: z.string(),
      totalStorage: UnitsText,
    }),
  ),
})

/** What moves an account’s TTC. `fee`: a transaction that moved nothing else. */
export const TTC_BILL_TYPES = [
  'faucet',
  'transfer-in',
  'transfer-out',
  'storage-payment',
  'storage-refund',
  'income',
  'reward',
  'slash',
  'fee',
] as const

export const TtcBillItem = z.object({
  id: Id,
  type: z.enum(TTC_BILL_TYPES),
  /** Signed; the fee is not in it. */
  amount: UnitsText,
  /** Paid for the transaction, on one row of each. */
  fee: UnitsText,
  /** The other account, where there is one. */
  counterparty: z.string().nullable(),
  /** Index of the storage order it is about. */
  orderIndex: z.number().int().nullable(),
  block: BlockNumber,
  createdAt: Moment,
})

export const ttcBill = route({
  id: 'chain.ttc-bill',
  method: 'GET',
  path: '/api/consumer/wallet/bill/ttc/page',
  summary: 'TTC movements of an account in finalised blocks, newest first; days in Asia/Shanghai, amounts in TTC',
  auth: 'user',
  query: z.object({
    ...paging(20),
    address: AccountText,
    ...billFilter(TTC_BILL_TYPES, { wholeDigits: 26, decimals: 12 }),
  }),
  /** Of all that the filter finds, both without a sign; what went out has the fees in it. */
  ok: pageOf(TtcBillItem).extend({ inAmount: UnitsText, outAmount: UnitsText }),
  errors: ['chain.address-invalid', 'wallet.amount-range', 'request.invalid'],
})

export const chainRoutes = [
  getNetwork,
  listUserOrders,
  listMinerOrders,
  getOrderPrice,
  getMiner,
  storageStatistics,
  storageDays,
  ttcBill,
] as const
