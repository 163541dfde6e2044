import { allHandlers, type Block, type Handler, type Handlers, ResponseError } from '@acala-network/chopsticks-core'
import { isHex } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto'
import type { DurableChain } from '../blocks/durable-chain.ts'
import type { Hex } from '../store/block-record.ts'

const INVALID_PARAMS = -32_602
const BYTE_CHARS = 2

/** What stock clients ask any node for, and Chopsticks does not have. */
export function legacyHandlers(chain: DurableChain): Handlers {
  const headerOf = allHandlers.chain_getHeader
  if (!headerOf) throw new Error('Chopsticks has no chain_getHeader')

  /** The value of a key as hexadecimal text, undefined where there is none. */
  const valueAt = async (key: Hex, hash: Hex | null | undefined): Promise<Hex | undefined> => {
    if (!isHex(key)) throw new ResponseError(INVALID_PARAMS, 'a key is hexadecimal text')
    const block = await chain.getBlock(hash)
    return await block?.get(key)
  }
  const hashOfValue: Handler<[Hex, Hex?]> = async (_, [key, hash]) => {
    const value = await valueAt(key, hash)
    return value === undefined ? null : blake2AsHex(value)
  }
  const sizeOfValue: Handler<[Hex, Hex?]> = async (_, [key, hash]) => {
    const value = await valueAt(key, hash)
    return value === undefined ? null : (value.length - '0x'.length) / BYTE_CHARS
  }
  return {
    state_getStorageHash: hashOfValue,
    state_getStorageHashAt: hashOfValue,
    state_getStorageSize: sizeOfValue,
    state_getStorageSizeAt: sizeOfValue,
    // There are no forks here, so all heads are the new ones.
    chain_subscribeAllHeads: async (context, _, manager) => {
      const tell = async (block: Block) => send(await headerOf(context, [block.hash], manager))
      const id = chain.headState.subscribeHead(tell)
      const send = manager.subscribe('chain_allHead', id, () => chain.headState.unsubscribeHead(id))
      // The answer with the subscription's id must be out first.
      setImmediate(() => void tell(chain.head))
      return id
    },
    chain_unsubscribeAllHeads: async (_, [id], { unsubscribe }) => unsubscribe(id),
    // Nobody to catch up with.
    system_syncState: async () => {
      const { number } = chain.head
      return { startingBlock: 0, currentBlock: number, highestBlock: number }
    },
  }
}
