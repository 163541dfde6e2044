import type { MinerChain } from '@trove/chain-client/miner/chain'
import type { CallTrace, Outcome } from '@trove/chain-client/reading/outcome'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import type { Log } from '../log/log.ts'
import { fundsToBegin } from './bond.ts'
import { readPace } from './needs.ts'

type Needy = { address: string; totalBytes: number; leastFloatPlanck: bigint }

/** Some node has not what it needs yet: to be tried again. The log says why. */
export class NotFunded extends Error {}

/**
 * Funds nodes out of one account, once for a node, however often it is tried: a transfer whose end is not known is asked about before
 * any other is signed, or a node might be paid twice.
 */
export function createFunding(
  chain: Pick<MinerChain, 'getParams' | 'findMiner' | 'getBalance' | 'calls' | 'submitAndWatch' | 'askFate'>,
  funder: ServerAccount,
  log: Log,
) {
  let open: CallTrace | undefined

  /** Nodes that are provided for: what their owners do with it later is theirs. */
  const done = new Set<string>()

  /** Sends a node that is not registered and cannot pay its bond twice what it needs to begin. Answers whether it is provided for. */
  async function fund(address: string, wanted: bigint): Promise<boolean> {
    if (done.has(address)) return true
    const [miner, node, own] = await Promise.all([
      chain.findMiner(address),
      chain.getBalance(address),
      chain.getBalance(funder.address),
    ])
    const isProvided =
      miner !== undefined || node.transferablePlanck >= wanted || (await send(address, 2n * wanted, own))
    if (isProvided) done.add(address)
    return isProvided
  }

  /** A transfer that cannot succeed is not sent: it would cost its fee at each try. Answers whether it was taken. */
  async function send(address: string, planck: bigint, own: { transferablePlanck: bigint }): Promise<boolean> {
    if (own.transferablePlanck <= planck) {
      log('warn', 'node.funded', { address, end: 'balance-too-low' })
      return false
    }
    const outcome = await chain.submitAndWatch(chain.calls.transfer(address, planck), funder.signer)
    log(isTaken(outcome) ? 'info' : 'warn', 'node.funded', { address, end: outcome.kind })
    if (outcome.kind !== 'lost') return isTaken(outcome)
    open = outcome.signed
    throw new NotFunded(address)
  }

  /** @throws ChainUnreachable, NotFunded when it is to be tried again */
  return async function fundNodes(nodes: Needy[]): Promise<void> {
    if (open && (await chain.askFate(open)).kind === 'open') throw new NotFunded(open.hash)
    // Whatever became of it, the balance of its node tells.
    open = undefined
    const pace = await readPace(chain)
    const left: string[] = []
    for (const { address, totalBytes, leastFloatPlanck } of nodes)
      if (!(await fund(address, fundsToBegin(totalBytes, pace, leastFloatPlanck)))) left.push(address)
    if (left.length > 0) throw new NotFunded(left.join())
  }
}

const isTaken = ({ kind }: Outcome) => kind === 'in-block' || kind === 'finalised'
