import { chainOf } from '@trove/chain-client/chain'
import { createBlockSource } from '@trove/chain-client/reading/block-source'
import { openConnection } from '@trove/chain-client/reading/connection'
import { serverAccount } from '@trove/chain-client/server-keys'
import { createChain } from '../modules/chain/module.ts'
import { createMarketRights } from '../modules/code/providers/market-rights.ts'
import { createFaucet } from '../modules/faucet/module.ts'
import { createChainSender } from '../modules/faucet/providers/chain-sender.ts'
import type { Identity } from '../modules/identity/module.ts'
import { ipBucket, ownPerson } from '../platform/http/call/values/ip.ts'
import type { Figure } from '../platform/metrics.ts'
import type { Platform } from '../platform/platform.ts'

/** The faucet, the account that anchors rights and the chain's index with their node: the part of the composition root that speaks to the chain. */
export function buildChain(platform: Platform, identity: Identity) {
  const { config, db, jobs, sealer } = platform
  const logOf = (module: string) => platform.log.child({ module })
  const node = openNode(platform)
  let lagBlocks = 0
  const index = createChain({
    db,
    jobs,
    log: logOf('chain'),
    node: node && {
      chain: node.chain,
      source: node.source,
      faucet: node.faucet?.address,
      // A chain that is named may begin anew, and the embedded one does with its folder; any other is somebody's mistake.
      mayChangeChain: config.isEmbedded || config.chain?.genesisHash !== undefined,
    },
    onLag(blocks) {
      lagBlocks = blocks
    },
    onBlocks: () => jobs.soon('storage.follow'),
  })
  const faucet = createFaucet({
    db,
    jobs,
    identity,
    log: logOf('faucet'),
    sender: node?.faucet && createChainSender(node.chain, node.faucet),
    networkOf: (ip) =>
      ownPerson(config.isEmbedded)(ip) ? null : sealer.blindIndex(ipBucket(ip), 'faucet.network').toString('base64url'),
  })
  const figures: Figure[] = [
    { name: 'trove_chain_lag_blocks', help: 'Finalised blocks the index has not got', read: () => lagBlocks },
  ]
  const rights = node?.rights && createMarketRights(node.chain, node.rights)
  return { index, faucet, rights, figures, state: index.state, disconnect: () => node?.connection.close() }
}

/** One connection for everything this process does on the chain; opened at once, and again whenever it is lost. */
function openNode({ config }: Platform) {
  if (!config.chain) return undefined
  const { url, genesisHash, faucetSecret, rightsSecret } = config.chain
  const connection = openConnection(url, { genesisHash })
  return {
    connection,
    chain: chainOf(connection),
    source: createBlockSource(connection),
    faucet: faucetSecret && serverAccount(faucetSecret),
    rights: rightsSecret && serverAccount(rightsSecret),
  }
}
