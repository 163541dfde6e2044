import { connectMinerChain } from '@trove/chain-client/miner/chain'
import { ChainUnreachable } from '@trove/chain-client/reading/connection'
import type { Log } from './log/log.ts'
import { openNode, type StorageNode } from './node/node.ts'
import { type Snapshot, snapshotOf } from './page/snapshot.ts'
import type { Settings } from './settings.ts'
import { fundNodes } from './work/funding.ts'

/** The nodes of one process on one connection to the chain. */
export type Agent = { nodes: StorageNode[]; look(): Promise<Snapshot[]>; stop(): Promise<void> }

const AGAIN_MS = 2000

/** Opens every node and sets it to work. @throws FolderInUse */
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
  if (settings.funder) void fund()

  /** Beside the nodes' work, and again until the chain answers. */
  async function fund(): Promise<void> {
    const { funder } = settings
    const needy = settings.nodes.map(({ account, volumes, policy }) => ({
      address: account.address,
      totalBytes: volumes.reduce((total, { capacityBytes }) => total + capacityBytes, 0),
      leastFloatPlanck: policy.leastFloatPlanck,
    }))
    while (funder && !isStopped) {
      try {
        return await fundNodes(chain, funder, needy, log)
      } catch (error) {
        if (!(error instanceof ChainUnreachable)) log('error', 'funding.fault', { reason: (error as Error).stack })
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())
      }
    }
  }

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
