import { allHandlers, type Handler, type Handlers } from '@acala-network/chopsticks-core'

/**
 * The methods that are served: what wallets, indexers and libraries need to read a chain and to hand in signed
 * transactions. Anything that could change the state or the time from outside (dev_*), or that a node without a trie
 * cannot answer truly (proofs, child tries), is not among them.
 */
const FROM_CHOPSTICKS = [
  'archive_v1_body',
  'archive_v1_finalizedHeight',
  'archive_v1_header',
  'chainHead_v1_body',
  'chainHead_v1_call',
  'chainHead_v1_continue',
  'chainHead_v1_follow',
  'chainHead_v1_header',
  'chainHead_v1_stopOperation',
  'chainHead_v1_storage',
  'chainHead_v1_unfollow',
  'chainHead_v1_unpin',
  'chainSpec_v1_chainName',
  'chainSpec_v1_genesisHash',
  'chainSpec_v1_properties',
  'chain_getBlock',
  'chain_getFinalizedHead',
  'chain_getHeader',
  'chain_subscribeFinalizedHeads',
  'chain_subscribeNewHead',
  'chain_subscribeNewHeads',
  'chain_unsubscribeFinalizedHeads',
  'chain_unsubscribeNewHead',
  'chain_unsubscribeNewHeads',
  'payment_queryFeeDetails',
  'payment_queryInfo',
  'state_call',
  'state_getKeysPaged',
  'state_getMetadata',
  'state_getRuntimeVersion',
  'state_getStorage',
  'state_getStorageAt',
  'state_queryStorageAt',
  'state_subscribeRuntimeVersion',
  'state_subscribeStorage',
  'state_unsubscribeRuntimeVersion',
  'state_unsubscribeStorage',
  'system_chain',
  'system_chainType',
  'system_health',
  'system_localListenAddresses',
  'system_localPeerId',
  'system_name',
  'system_nodeRoles',
  'system_properties',
  'system_version',
]

/**
 * The handlers behind the door: the listed ones of Chopsticks, with our own over them.
 * @throws Error when Chopsticks has no method of a listed name
 */
export function allowedHandlers(own: Handlers): Handlers {
  const served = new Map<string, Handler>()
  for (const name of FROM_CHOPSTICKS) {
    const handler = allHandlers[name]
    if (!handler) throw new Error(`Chopsticks has no ${name}`)
    served.set(name, handler)
  }
  for (const [name, handler] of Object.entries(own)) served.set(name, handler)
  const methods = [...served.keys(), 'rpc_methods'].sort()
  served.set('rpc_methods', async () => ({ version: 1, methods }))
  // Without a prototype: no name that a client thinks of finds anything but a handler.
  return Object.assign(Object.create(null), Object.fromEntries(served))
}
