import type { MinerChain } from '@trove/chain-client/miner/chain'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import type { Log } from '../log/log.ts'
import { fundsToBegin } from './bond.ts'
import { readPace } from './needs.ts'

type Needy = { address: string; totalBytes: number; leastFloatPlanck: bigint }

/**
 * Sends each node that is not registered and cannot pay its bond twice what it needs to begin, once for a node.
 * @throws ChainUnreachable
 */
export async function fundNodes(chain: MinerChain, funder: ServerAccount, nodes: Needy[], log: Log): Promise<void> {
  const pace = await readPace(chain)
  for (const { address, totalBytes, leastFloatPlanck } of nodes) {
    const wanted = fundsToBegin(totalBytes, pace, leastFloatPlanck)
    const [miner, { transferablePlanck }] = await Promise.all([chain.findMiner(address), chain.getBalance(address)])
    if (miner || transferablePlanck >= wanted) continue
    const outcome = await chain.submitAndWatch(chain.calls.transfer(address, 2n * wanted), funder.signer)
    log(outcome.kind === 'in-block' ? 'info' : 'warn', 'node.funded', { address, end: outcome.kind })
  }
}
