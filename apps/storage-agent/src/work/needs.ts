import type { MinerChain } from '@trove/chain-client/miner/chain'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import type { BlockSource } from '@trove/stored-file/reading'
import type { Volumes } from '../disk/volumes.ts'
import type { CheckEnd } from '../gateway/check.ts'
import type { Journal } from '../journal/journal.ts'
import type { Log } from '../log/log.ts'
import type { Policy } from './policy.ts'
import type { Prover } from './prover.ts'
import type { Sender } from './sender.ts'

/** The chain's pace and stakes as far as a node goes by them; read again each epoch. */
export type Pace = {
  epochBlocks: number
  windowBlocks: number
  bondBasePlanck: bigint
  bondGibPlanck: bigint
  collateralFloorPlanck: bigint
}

/** What every part of a node's work needs. */
export type NodeNeeds = {
  account: ServerAccount
  chain: MinerChain
  journal: Journal
  volumes: Volumes
  prover: Prover
  source: BlockSource
  sender: Sender
  policy: Policy
  /** Where the chain tells others to find this node; may be empty. */
  peer: string
  /** A call that only moves income waits until there is so many times its fee to move. */
  settleFees: bigint
  /** Asks the site for the grant to a new node; absent where nobody gives one. */
  askGrant?: () => Promise<CheckEnd>
  log: Log
}

/** The moment of a round of work: a block and what holds at it. */
export type Moment = { block: number; pace: Pace }

/** @throws ChainUnreachable */
export async function readPace(chain: Pick<MinerChain, 'getParams'>): Promise<Pace> {
  const { timing, bond, collateral } = await chain.getParams()
  return {
    epochBlocks: timing.epoch_blocks,
    windowBlocks: timing.epoch_blocks * timing.window_epochs,
    bondBasePlanck: bond.base,
    bondGibPlanck: bond.per_gib,
    collateralFloorPlanck: collateral.floor,
  }
}
