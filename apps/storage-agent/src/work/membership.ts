import type { Miner } from '@trove/chain-client/reading/views'
import { HOLDING, KEPT } from '../journal/orders.ts'
import { apart, MOST_CALLS } from './apart.ts'
import { fundsToBegin, fundsToRestore, isBonded } from './bond.ts'
import { drop } from './joining.ts'
import type { Moment, NodeNeeds } from './needs.ts'

/** How often a node that waits for its funds says so in the log; its page always does. */
const SAID_EVERY_BLOCKS = 10

/**
 * Registers the node once its account has the bond, declares what its volumes have become, and makes its bond whole after a
 * loss.
 * @param miner what the chain knows of it
 * @returns undefined while it is not registered
 */
export async function beMember(needs: NodeNeeds, moment: Moment, miner: Miner | undefined): Promise<Miner | undefined> {
  const { block, pace } = moment
  const { chain, account, volumes, sender, policy, peer, log } = needs
  const total = BigInt(volumes.totalBytes)
  if (!miner) {
    const { transferablePlanck } = await chain.getBalance(account.address)
    const wanted = fundsToBegin(volumes.totalBytes, pace, policy.leastFloatPlanck)
    if (transferablePlanck >= wanted) await sender.send('register', chain.calls.register(total, peer))
    else if (block % SAID_EVERY_BLOCKS === 0) {
      log('warn', 'node.needs-funds', { address: account.address, wanted: String(wanted) })
      const end = await needs.askGrant?.()
      if (end === 'granted') log('info', 'grant.granted')
      if (end === 'failed') log('warn', 'grant.failed')
    }
    return undefined
  }
  // What lies there cannot be undeclared: the space shrinks as far as orders leave it.
  let declared = total > miner.usedBytes ? total : miner.usedBytes
  if (declared > miner.totalBytes && !(await canBond(needs, moment, miner, declared))) declared = miner.totalBytes
  const isNews = declared !== miner.totalBytes || peer !== miner.peer
  // To declare the same again holds what the bond lacks.
  if ((isNews || !isBonded(miner, pace)) && (await canBond(needs, moment, miner, declared)))
    await sender.send('update', chain.calls.updateMiner(declared, peer))
  return miner
}

/**
 * Whether the account has what the bond of so many bytes lacks, and what it needs beside it. Otherwise the chain would refuse the
 * call at every block, and each time take its fee out of what proofs need.
 */
async function canBond(
  { chain, account, policy, log }: NodeNeeds,
  { block, pace }: Moment,
  miner: Miner,
  totalBytes: bigint,
): Promise<boolean> {
  const wanted = { bondPlanck: miner.bondPlanck, totalBytes }
  if (isBonded(wanted, pace)) return true
  const { transferablePlanck } = await chain.getBalance(account.address)
  const needed = fundsToRestore(wanted, pace, policy.leastFloatPlanck)
  if (transferablePlanck >= needed) return true
  if (block % SAID_EVERY_BLOCKS === 0)
    log('warn', totalBytes > miner.totalBytes ? 'node.cannot-grow' : 'node.bond-low', {
      address: account.address,
      wanted: String(needed),
    })
  return false
}

/** Takes no new order, leaves each with its next proof, and ends the registration when nothing binds the node any more. */
export async function resign(needs: NodeNeeds, miner: Miner, { block, pace }: Moment): Promise<void> {
  const { chain, account, journal, sender, log } = needs
  for (const row of journal.orders.list(HOLDING.filter((step) => !KEPT.includes(step))))
    await drop(needs, row, 'leaving')
  const ready = journal.orders.list(['serving']).filter((row) => row.isConfirmed && row.nextBlock <= block)
  for (const { id } of ready.slice(0, MOST_CALLS)) {
    const sent = await apart(needs, 'leave', id, () => sender.send('leave', chain.calls.leave(id), id))
    const hasAsked = sent?.kind === 'done' || (sent?.kind === 'refused' && sent.refusal === 'Market.AlreadyLeaving')
    if (hasAsked) journal.orders.move(id, ['serving'], 'leaving')
    // The others have their turn before it is tried again.
    else journal.orders.note(id, { nextBlock: block + pace.epochBlocks })
  }
  if (miner.replicas > 0) return
  if ((await chain.getIncome(account.address)) > 0n) await sender.send('withdraw', chain.calls.withdrawal())
  else if ((await sender.send('deregister', chain.calls.deregister())).kind === 'done') log('info', 'node.resigned')
}
