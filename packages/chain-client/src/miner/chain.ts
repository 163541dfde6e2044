import { type Chain, chainOf } from '../chain.ts'
import { type ConnectionOptions, openConnection } from '../reading/connection.ts'
import { createMinerCalls } from './calls.ts'
import { type Challenges, createChallenges } from './challenges.ts'

/** A connection of a storage node: what everybody reads and signs, and what only miners do. No browser loads this. */
export type MinerChain = Chain & Challenges & { minerCalls: ReturnType<typeof createMinerCalls> }

/** Connects to a node of the chain and stays connected until `disconnect`; see `connectChain`. */
export function connectMinerChain(url: string, options: ConnectionOptions = {}): MinerChain {
  const connection = openConnection(url, options)
  return { ...chainOf(connection), ...createChallenges(connection), minerCalls: createMinerCalls(connection) }
}
