import type { Miner } from '@trove/chain-client/reading/views'
import type { Pace } from './needs.ts'

/** What a node has to hold on chain, and what its account needs for that. */

const GIB = 2n ** 30n
/** Room for a bond's own fee and the calls that follow. */
const FEES_PLANCK = 10n ** 11n

/** The bond that the chain asks of so many declared bytes. */
function bondOf(totalBytes: bigint, pace: Pace): bigint {
  return pace.bondBasePlanck + pace.bondGibPlanck * ((totalBytes + GIB - 1n) / GIB)
}

/** What a node that declares so many bytes needs on its account before it can begin. */
export function fundsToBegin(totalBytes: number, pace: Pace, leastFloatPlanck: bigint): bigint {
  return bondOf(BigInt(totalBytes), pace) + pace.collateralFloorPlanck + leastFloatPlanck + FEES_PLANCK
}

type Bonded = Pick<Miner, 'bondPlanck' | 'totalBytes'>

/** Whether the bond is whole. Each lost replica costs a part of it, and without all of it the chain takes no acceptance. */
export function isBonded({ bondPlanck, totalBytes }: Bonded, pace: Pace): boolean {
  return bondPlanck >= bondOf(totalBytes, pace)
}

/** What a node needs on its account to make its bond whole again. */
export function fundsToRestore({ bondPlanck, totalBytes }: Bonded, pace: Pace, leastFloatPlanck: bigint): bigint {
  return bondOf(totalBytes, pace) - bondPlanck + leastFloatPlanck + FEES_PLANCK
}
