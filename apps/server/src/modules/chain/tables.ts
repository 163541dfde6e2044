import type { Generated } from 'kysely'
import type { Movement } from './projections.ts'

/** An order as kept: what the chain answered, whole numbers beyond JSON's as text, bytes as hex. */
export type OrderView = {
  id: number
  owner: string
  cid: string
  note: string
  rootHex: string
  sizeBytes: string
  wanted: number
  replication: number
  createdBlock: number
  deadlineBlock: number
  status: 'Pending' | 'Finished' | 'Canceled' | 'Cleared'
  pricePlanck: string
  baseFeePlanck: string
  fileFeePlanck: string
  tipsPlanck: string
  clearableBlock: number | null
  replicas: { miner: string; isConfirmed: boolean; estimatedIncomePlanck: string; calculateIncomePlanck: string }[]
}

/** Tables of the chain's index (migrations 0050 and 0051). */
export type ChainTables = {
  chain_network: {
    network: Generated<number>
    genesis_hash: string
    block1_hash: string
    seen_at: Generated<Date>
    archived_at: Date | null
    pruned_height: Generated<number>
  }
  chain_block: { network: number; height: number; hash: string; parent_hash: string; at: Date }
  chain_movement: {
    network: number
    height: number
    idx: number
    account: string
    type: Movement['type']
    planck: string
    fee_planck: string
    counterparty: string | null
    order_id: bigint | null
    at: Date
  }
  chain_order: {
    network: number
    id: bigint
    owner: string
    created_height: number
    created_at: Date | null
    height: number
    is_purged: boolean
    view: OrderView
  }
  chain_replica: { network: number; order_id: bigint; miner: string }
  chain_day: {
    network: number
    day: string
    height: number
    miners: number
    live_orders: number
    replicas: number
    total_bytes: string
    used_bytes: string
  }
}
