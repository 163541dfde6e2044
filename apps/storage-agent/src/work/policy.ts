import type { StorageOrder } from '@trove/chain-client/reading/views'

/** Which orders a node takes. */
export type Policy = {
  /** Least pay for one MiB and day of a replica. */
  leastMibDayPlanck: bigint
  mostBytes: number
  /** What the account keeps for fees, beside collateral. */
  leastFloatPlanck: bigint
}

/** What a decision about an order depends on. All of it is the chain's or the journal's; no clock is asked. */
export type Facts = {
  block: number
  openedBlock: number
  sinceBlock: number
  epochBlocks: number
  dayBlocks: number
  transferablePlanck: bigint
  collateralFloorPlanck: bigint
  hasRoom: boolean
}

/** Why an order is left to others: for good, or only for now. */
export type Judgement =
  | { verdict: 'take' }
  | { verdict: 'never'; reason: 'too-young' | 'too-large' | 'pays-too-little' | 'too-late' | 'wrong-cid' }
  | { verdict: 'later'; reason: 'no-room' | 'float-too-low' }

const MIB = 2n ** 20n
/** What an identifier of a stored file looks like; anything else is never asked of a gateway. */
const CID = /^baf[ky]bei[a-z2-7]{52}$|^bafkrei[a-z2-7]{52}$/

/** Judges an order that has a free slot. */
export function judgeOrder(order: StorageOrder, facts: Facts, policy: Policy): Judgement {
  if (!CID.test(order.cid)) return { verdict: 'never', reason: 'wrong-cid' }
  if (facts.sinceBlock >= facts.openedBlock) return { verdict: 'never', reason: 'too-young' }
  if (order.sizeBytes > BigInt(policy.mostBytes)) return { verdict: 'never', reason: 'too-large' }
  if (payOfMibDay(order, facts.dayBlocks) < policy.leastMibDayPlanck)
    return { verdict: 'never', reason: 'pays-too-little' }
  // It must be fetched, taken, and confirmed in a later epoch, all before the deadline.
  if (order.startedBlock !== undefined && order.deadlineBlock - facts.block < 2 * facts.epochBlocks)
    return { verdict: 'never', reason: 'too-late' }
  if (!facts.hasRoom) return { verdict: 'later', reason: 'no-room' }
  const wanted = policy.leastFloatPlanck + facts.collateralFloorPlanck
  if (facts.transferablePlanck < wanted) return { verdict: 'later', reason: 'float-too-low' }
  return { verdict: 'take' }
}

/** What one replica earns for each begun MiB and day. */
export function payOfMibDay(order: StorageOrder, dayBlocks: number): bigint {
  const mib = (order.sizeBytes + MIB - 1n) / MIB
  const shares = BigInt(order.wanted) * mib * BigInt(order.durationBlocks)
  return shares === 0n ? 0n : (order.poolPlanck * BigInt(dayBlocks)) / shares
}
