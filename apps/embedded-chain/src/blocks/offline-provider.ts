import type { ProviderInterface } from '@polkadot/rpc-provider/types'
import type { Hex } from '../store/block-record.ts'

/** What the wallet shows of the chain. */
const CHAIN = { name: 'Trove Embedded', properties: { ss58Format: 42, tokenDecimals: [12], tokenSymbol: ['TTC'] } }

/**
 * Stands where Chopsticks expects the node whose chain it forks. There is none: all blocks are our own, so only a few
 * facts are ever asked for.
 */
export function offlineProvider(findHash: (number: number) => Promise<Hex | undefined>): ProviderInterface {
  const answers: Record<string, (params: unknown[]) => unknown> = {
    system_chain: () => CHAIN.name,
    system_name: () => 'trove-embedded-chain',
    system_properties: () => CHAIN.properties,
    chain_getBlockHash: async ([number]) => (await findHash(Number(number ?? 0))) ?? null,
  }
  const send = async (method: string, params: unknown[]) => {
    const answer = answers[method]
    if (!answer) throw new Error(`${method}: there is no node behind this chain`)
    return answer(params)
  }
  const nothing = async () => undefined
  const refuse = async (): Promise<never> => {
    throw new Error('there is no node behind this chain')
  }
  const provider = {
    hasSubscriptions: false,
    isClonable: false,
    isConnected: true,
    isReady: Promise.resolve(),
    clone: () => provider as ProviderInterface,
    connect: nothing,
    disconnect: nothing,
    on: () => () => undefined,
    send,
    subscribe: refuse,
    unsubscribe: refuse,
  }
  return provider as unknown as ProviderInterface
}
