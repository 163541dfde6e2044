import type { TroveApis, TroveQueries } from '../../generated/trove.js'
import { type HexText, toHex } from '../base/hex.ts'

/** What is read of the chain, in our words. Amounts are whole units of 10^-12 TTC (planck), sizes bytes, moments block numbers. */

/** What an account has. */
export type Balance = {
  freePlanck: bigint
  /** Held as deposits, bonds and collateral. */
  heldPlanck: bigint
  /** What it may send and still live on; the fee is to be taken off. */
  transferablePlanck: bigint
}

/** Who anchored a content first, as the chain says now. */
export type RightsWork = { address: string; title: string; committedBlock: number; revealedBlock: number }

export type OrderStatus = 'Pending' | 'Finished' | 'Canceled' | 'Cleared'
export type ConsumerStatus = 'Pending' | 'Serving' | 'Finished' | 'Canceled'
export type ProviderStatus = 'Serving' | 'Uncleared' | 'Cleared'

export type Replica = {
  miner: string
  joinedBlock: number
  provenBlock: number
  dueEpoch: number
  misses: number
  /** It has answered a seed that was unknown when it joined; before that it keeps a place. */
  isConfirmed: boolean
  isLeaving: boolean
  paidPlanck: bigint
  collateralPlanck: bigint
  /** By the deadline if every proof is given. */
  estimatedIncomePlanck: bigint
  /** By now, settled or not. */
  calculateIncomePlanck: bigint
  /** Where its miner serves; empty on pages. */
  peer: string
}

export type StorageOrder = {
  id: number
  owner: string
  cid: string
  /** Sealed name and key; only the owner opens it. */
  note: Uint8Array
  rootHex: HexText
  sizeBytes: bigint
  wanted: number
  replication: number
  createdBlock: number
  durationBlocks: number
  startedBlock: number | undefined
  /** Last block of service; an estimate while it has not started. */
  deadlineBlock: number
  /** Last block of service where its owner has closed it before its time. */
  closingBlock: number | undefined
  endedBlock: number | undefined
  status: OrderStatus
  consumerStatus: ConsumerStatus
  /** Undefined while nobody keeps it. */
  providerStatus: ProviderStatus | undefined
  pricePlanck: bigint
  baseFeePlanck: bigint
  fileFeePlanck: bigint
  reservePlanck: bigint
  /** For the chain's work on the proofs. */
  provingPlanck: bigint
  poolPlanck: bigint
  tipsPlanck: bigint
  paidPlanck: bigint
  bountyPlanck: bigint
  depositPlanck: bigint
  /** Block from which it can be cleared, estimated; undefined unless served. */
  clearableBlock: number | undefined
  replicas: Replica[]
}

export type MinerOrder = { order: StorageOrder; estimatedIncomePlanck: bigint; calculateIncomePlanck: bigint }

/** One page; `next` is the cursor of the one after it, undefined at the end. */
export type Page<Item> = { items: Item[]; next: number | undefined; total: number }

/** What an order would cost; the deposit is held on top and comes back. */
export type Price = {
  totalPlanck: bigint
  baseFeePlanck: bigint
  fileFeePlanck: bigint
  storagePlanck: bigint
  /** What its miners can earn by the deadline: of `storagePlanck` what is not the treasury's. */
  poolPlanck: bigint
  /** Prepaid for the chain's own work: acceptances and proofs. */
  workPlanck: bigint
  depositPlanck: bigint
}

export type Miner = {
  totalBytes: bigint
  usedBytes: bigint
  /** Settled and not yet withdrawn: unclaimed income. */
  incomePlanck: bigint
  replicas: number
  bondPlanck: bigint
  peer: string
  sinceBlock: number
  misses: number
}

export type Statistics = {
  miners: number
  /** Orders being served, and their replicas. */
  liveOrders: number
  replicas: number
  totalBytes: bigint
  usedBytes: bigint
  openOrders: number
  ordersEver: number
  mibDayPlanck: bigint
  fileFeePlanck: bigint
  baseFeePlanck: bigint
  /** Block of these figures. */
  block: number
}

type Api = TroveApis['MarketApi']
/** What the chain keeps of a miner, beside its income. */
type MinerRecord = NonNullable<TroveQueries['Market']['Miners']['Value']>
/** An order as the runtime answers it. */
export type OrderView = NonNullable<Api['order']['Value']>
/** The market's parameters as the runtime names them. */
export type Params = Api['params']['Value']

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** An order as the runtime answers it, in our words. */
export function toOrder(view: OrderView): StorageOrder {
  return {
    id: view.id,
    owner: view.owner,
    cid: text(view.cid),
    note: view.note,
    rootHex: toHex(view.root),
    sizeBytes: view.size,
    wanted: view.wanted,
    replication: view.replication,
    createdBlock: view.created,
    durationBlocks: view.duration,
    startedBlock: view.started,
    deadlineBlock: view.deadline,
    closingBlock: view.closing,
    endedBlock: view.ended,
    status: view.status.type,
    consumerStatus: view.consumer_status.type,
    providerStatus: view.provider_status?.type,
    pricePlanck: view.price,
    baseFeePlanck: view.base_fee,
    fileFeePlanck: view.file_fee,
    reservePlanck: view.reserve,
    provingPlanck: view.proving,
    poolPlanck: view.pool,
    tipsPlanck: view.tips,
    paidPlanck: view.paid,
    bountyPlanck: view.bounty,
    depositPlanck: view.deposit,
    clearableBlock: view.clearable_at,
    replicas: view.replicas.map(toReplica),
  }
}

function toReplica(view: OrderView['replicas'][number]): Replica {
  const { replica } = view
  return {
    miner: replica.miner,
    joinedBlock: replica.joined,
    provenBlock: replica.proven,
    dueEpoch: replica.due,
    misses: replica.misses,
    isConfirmed: replica.confirmed,
    isLeaving: replica.leaving,
    paidPlanck: replica.paid,
    collateralPlanck: replica.collateral,
    estimatedIncomePlanck: view.estimated_income,
    calculateIncomePlanck: view.calculate_income,
    peer: text(view.peer),
  }
}

/** A page of the runtime with its rows in our words. */
export function toPage<View, Item>(
  page: { items: View[]; next?: number; total: number },
  toItem: (view: View) => Item,
): Page<Item> {
  return { items: page.items.map(toItem), next: page.next, total: page.total }
}

/** An order of a miner with its income from it. */
export function toMinerOrder(view: Api['miner_orders']['Value']['items'][number]): MinerOrder {
  return {
    order: toOrder(view.order),
    estimatedIncomePlanck: view.estimated_income,
    calculateIncomePlanck: view.calculate_income,
  }
}

/** A price in its parts. */
export function toPrice({ quote, deposit }: NonNullable<Api['order_price']['Value']>): Price {
  return {
    totalPlanck: quote.total,
    baseFeePlanck: quote.base_fee,
    fileFeePlanck: quote.file_fee,
    storagePlanck: quote.storage,
    poolPlanck: quote.pool,
    workPlanck: quote.joining + quote.proving,
    depositPlanck: deposit,
  }
}

/** A miner's figures. */
export function toMiner(record: MinerRecord, incomePlanck: bigint): Miner {
  return {
    totalBytes: record.total,
    usedBytes: record.used,
    incomePlanck,
    replicas: record.replicas,
    bondPlanck: record.bond,
    peer: text(record.peer),
    sinceBlock: record.since,
    misses: record.misses_total,
  }
}

/** The work that stands under a content's hash. */
export function toRightsWork(work: {
  author: string
  title: Uint8Array
  committed: number
  revealed: number
}): RightsWork {
  return {
    address: work.author,
    title: text(work.title),
    committedBlock: work.committed,
    revealedBlock: work.revealed,
  }
}

/** The figures of the whole market. */
export function toStatistics(view: Api['statistics']['Value']): Statistics {
  return {
    miners: view.miners,
    liveOrders: view.live,
    replicas: view.replicas,
    totalBytes: view.total,
    usedBytes: view.used,
    openOrders: view.open,
    ordersEver: view.orders,
    mibDayPlanck: view.prices.mib_day,
    fileFeePlanck: view.prices.file_fee,
    baseFeePlanck: view.prices.base_fee,
    block: view.block,
  }
}
