import { allHandlers, type Handlers, ResponseError } from '@acala-network/chopsticks-core'
import { isHex } from '@polkadot/util'
import type { DurableChain } from '../blocks/durable-chain.ts'
import type { Hex } from '../store/block-record.ts'

const INVALID_PARAMS = -32_602
const STORAGE_TYPES = ['value', 'hash', 'closestDescendantMerkleValue', 'descendantsValues', 'descendantsHashes']

/**
 * Chopsticks's methods that read after they have answered. What fails then reaches no client and ends the process, so their
 * parameters are looked at before, and the block is read before: whatever a client sends is answered, at worst with an error.
 */
export function checkedHandlers(chain: DurableChain): Handlers {
  const original = (name: string) => {
    const handler = allHandlers[name]
    if (!handler) throw new Error(`Chopsticks has no ${name}`)
    return handler
  }
  const [subscribe, storage, call] = ['state_subscribeStorage', 'chainHead_v1_storage', 'chainHead_v1_call'].map(
    original,
  )
  return {
    state_subscribeStorage: async (context, params, manager) => {
      const [keys] = params as unknown[]
      requireParams(Array.isArray(keys) && keys.every(isKey), 'a list of keys in hexadecimal text')
      return await subscribe!(context, params, manager)
    },
    chainHead_v1_storage: async (context, params, manager) => {
      const [follow, hash, items] = params as unknown[]
      requireParams(isText(follow) && isKey(hash), 'a subscription and the hash of a block')
      requireParams(Array.isArray(items) && items.every(isItem), 'a list of items, each of a key and a type')
      await chain.getBlock(hash)
      return await storage!(context, params, manager)
    },
    chainHead_v1_call: async (context, params, manager) => {
      // What it calls, and with what, is caught by itself: clients write no parameters in several ways.
      const [follow, hash] = params as unknown[]
      requireParams(isText(follow) && isKey(hash), 'a subscription and the hash of a block')
      await chain.getBlock(hash)
      return await call!(context, params, manager)
    },
  }
}

function requireParams(isGood: boolean, wanted: string): asserts isGood {
  if (!isGood) throw new ResponseError(INVALID_PARAMS, `Invalid params: wanted ${wanted}`)
}

const isText = (given: unknown): given is string => typeof given === 'string'
const isKey = (given: unknown): given is Hex => isText(given) && isHex(given)

function isItem(given: unknown): boolean {
  const { key, type } = (given ?? {}) as { key?: unknown; type?: unknown }
  return isKey(key) && isText(type) && STORAGE_TYPES.includes(type)
}
