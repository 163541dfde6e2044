import { ChainUnreachable } from '@trove/chain-client/reading/connection'
import type { NodeNeeds } from './needs.ts'

/**
 * Calls of one kind that a round sends at most: each may take a block and more, and proofs are looked for only between
 * rounds. The rest has its turn in the next ones.
 */
export const MOST_CALLS = 4

/**
 * Works on one order. What breaks with it is logged, and keeps no other order from its turn.
 * @param work what is tried, for the log
 * @throws ChainUnreachable: the chain answers about no order then
 */
export async function apart<Result>(
  { log }: Pick<NodeNeeds, 'log'>,
  work: string,
  order: number,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ChainUnreachable) throw error
    log('error', 'order.fault', { order, work, reason: (error as Error).stack })
    return undefined
  }
}
