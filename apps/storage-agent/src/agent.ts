import { connectMinerChain, type MinerChain } from '@trove/chain-client/miner/chain'
import { ChainUnreachable } from '@trove/chain-client/reading/connection'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import type { Log } from './log/log.ts'
import { openNode, type StorageNode } from './node/node.ts'
import { type Snapshot, snapshotOf } from './page/snapshot.ts'
import type { Settings } from './settings.ts'
import { createFunding, NotFunded } from './work/funding.ts'

/** The nodes of one process on one connection to the chain. */
export type Agent = { nodes: StorageNode[]; look(): Promise<Snapshot[]>; stop(): Promise<void> }

const AGAIN_MS = 2000
/** A funder that has not enough is not tried, nor written of, every other second. */
const LONGEST_AGAIN_MS = 60_000

/** Opens every node and sets it to work. @throws FolderInUse, VolumeTaken */
export async function startAgent(settings: Settings, log: Log): Promise<Agent> {
  const nodes: StorageNode[] = []
  const chain = connectMinerChain(settings.chainUrl)
  let isStopped = false
  try {
    for (const [index, options] of settings.nodes.entries()) {
      const own: Log = (level, event, fields) => log(level, event, { node: index + 1, ...fields })
      nodes.push(await openNode(chain, options, own))
    }
  } catch (error) {
    chain.disconnect()
    for (const node of nodes) await node.stop()
    throw error
  }
  for (const node of nodes) node.start()
  chain.onStatus((status) => log(status === 'connected' ? 'info' : 'warn', `chain.${status}`))
  if (settings.funder) void fundAll(chain, settings, settings.funder, log, () => isStopped)

  return {
    nodes,
    look: () =>
      Promise.all(nodes.map((node, i) => snapshotOf(chain, node, settings.nodes[i]!.policy.leastFloatPlanck))),
    async stop() {
      isStopped = true
      const stopping = nodes.map((node) => node.stop())
      // A call that is followed ends with the connection; its trace is in the journal.
      chain.disconnect()
      await Promise.all(stopping)
    },
  }
}

/** Beside the nodes' work, and again until the chain answers and every node has what it needs. */
async function fundAll(
  chain: MinerChain,
  { nodes }: Settings,
  funder: ServerAccount,
  log: Log,
  isStopped: () => boolean,
): Promise<void> {
  const fundNodes = createFunding(chain, funder, log)
  const needy = nodes.map(({ account, volumes, policy }) => ({
    address: account.address,
    totalBytes: volumes.reduce((total, { capacityBytes }) => total + capacityBytes, 0),
    leastFloatPlanck: policy.leastFloatPlanck,
  }))
  let pause = AGAIN_MS
  while (!isStopped()) {
    try {
      return await fundNodes(needy)
    } catch (error) {
      const isAway = error instanceof ChainUnreachable
      if (!isAway && !(error instanceof NotFunded)) log('error', 'funding.fault', { reason: (error as Error).stack })
      pause = isAway ? AGAIN_MS : Math.min(LONGEST_AGAIN_MS, 2 * pause)
      await new Promise((resolve) => setTimeout(resolve, pause).unref())
    }
  }
}
