import type { MinerChain } from '@trove/chain-client/miner/chain'
import { BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import { HOLDING, type OrderRow, type Orders } from '../journal/orders.ts'
import type { ProofDay } from '../journal/proofs.ts'
import type { StorageNode } from '../node/node.ts'
import { fundsToBegin, fundsToRestore, isBonded } from '../work/bond.ts'
import { readPace } from '../work/needs.ts'

/** What a person is to act on. */
export type Alert =
  | { kind: 'chain' }
  | { kind: 'volume'; folder: string }
  | { kind: 'needsFunds'; amountPlanck: bigint }
  | { kind: 'bondLow'; amountPlanck: bigint }
  | { kind: 'damaged'; order: number }
  | { kind: 'missed'; order: number; count: number }
  | { kind: 'gateway'; order: number; count: number }

/** A node as its page shows it. Figures of the chain are undefined while it does not answer. */
export type Snapshot = {
  address: string
  chain: string
  block: number
  state: 'serving' | 'waiting' | 'resigning'
  totalBytes: bigint
  usedBytes: bigint
  bondPlanck: bigint
  balancePlanck: bigint | undefined
  incomePlanck: bigint | undefined
  misses: number
  proofs: { taken: number; sending: number; late: number }
  /** Proofs of the last days, oldest first. */
  days: ProofDay[]
  /** Income of the same days. */
  earned: bigint[]
  /** What the node keeps, newest first, and behind it what became of the newest others. */
  orders: OrderRow[]
  alerts: Alert[]
}

/** Orders that are shown of those that are kept, and of the others. */
const MOST_ORDERS = 50
/** As long as the journal keeps proofs one by one. */
const SHOWN_DAYS = 7
/** A file that could not be fetched so often is worth a look. */
const MANY_TRIES = 4

/** Reads a node's journal and the chain. Never throws. */
export async function snapshotOf(chain: MinerChain, node: StorageNode, leastFloatPlanck: bigint): Promise<Snapshot> {
  const { journal, address, totalBytes } = node
  const { block, chain: status, isResigning } = node.getState()
  const isAway = status !== 'connected'
  const [miner, balance, income, pace] = isAway
    ? []
    : await Promise.all([
        chain.findMiner(address).catch(() => undefined),
        chain.getBalance(address).catch(() => undefined),
        chain.getIncome(address).catch(() => undefined),
        readPace(chain).catch(() => undefined),
      ])
  const { count } = journal.proofs
  const held = listHeld(journal.orders)
  const alerts: Alert[] = [...(await node.listMissing()).map(missingAlert), ...held.flatMap(alertsOf)]
  if (isAway) alerts.unshift({ kind: 'chain' })
  const wanted = pace ? fundsToBegin(totalBytes, pace, leastFloatPlanck) : 0n
  if (!miner && balance && balance.transferablePlanck < wanted)
    alerts.unshift({ kind: 'needsFunds', amountPlanck: wanted - balance.transferablePlanck })
  const lacking = miner && pace && !isBonded(miner, pace) ? fundsToRestore(miner, pace, leastFloatPlanck) : 0n
  if (balance && balance.transferablePlanck < lacking)
    alerts.unshift({ kind: 'bondLow', amountPlanck: lacking - balance.transferablePlanck })
  return {
    address,
    chain: status,
    block,
    state: miner ? (isResigning ? 'resigning' : 'serving') : 'waiting',
    totalBytes: miner?.totalBytes ?? BigInt(totalBytes),
    usedBytes: miner?.usedBytes ?? 0n,
    bondPlanck: miner?.bondPlanck ?? 0n,
    balancePlanck: balance?.freePlanck,
    incomePlanck: income,
    misses: miner?.misses ?? 0,
    proofs: { taken: count('taken'), sending: count('sending'), late: count('late') },
    days: journal.proofs.listDays(block, BLOCKS_PER_DAY, SHOWN_DAYS),
    earned: journal.income.listDays(block, BLOCKS_PER_DAY, SHOWN_DAYS),
    orders: [...held.slice(0, MOST_ORDERS), ...journal.orders.listNewest(MOST_ORDERS).filter(isNotIn(held))],
    alerts,
  }
}

/** Every order that can be in need of a person, newest first: however many were looked at since, and became nothing. */
function listHeld(orders: Pick<Orders, 'list' | 'listDamaged'>): OrderRow[] {
  const byId = new Map([...orders.listDamaged(), ...orders.list(HOLDING)].map((row) => [row.id, row]))
  return [...byId.values()].toSorted((a, b) => b.id - a.id)
}

function isNotIn(rows: OrderRow[]): (row: OrderRow) => boolean {
  const ids = new Set(rows.map(({ id }) => id))
  return ({ id }) => !ids.has(id)
}

const missingAlert = (folder: string): Alert => ({ kind: 'volume', folder })

function alertsOf({ id, isDamaged, misses, step, tries }: OrderRow): Alert[] {
  return [
    ...(isDamaged ? [{ kind: 'damaged', order: id } as const] : []),
    ...(misses > 0 && step === 'serving' ? [{ kind: 'missed', order: id, count: misses } as const] : []),
    ...(step === 'fetching' && tries >= MANY_TRIES ? [{ kind: 'gateway', order: id, count: tries } as const] : []),
  ]
}
