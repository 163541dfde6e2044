import { type Block, type Handler, type Handlers, ResponseError } from '@acala-network/chopsticks-core'
import { isHex } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto'
import type { DurableChain } from '../blocks/durable-chain.ts'
import type { Hex } from '../store/block-record.ts'

type Query = { key: string; type: string }
type Item = { key: string; value?: string; hash?: string }

const INVALID_PARAMS = -32_602
const PAGE_KEYS = 500
const TYPES = ['value', 'hash', 'descendantsValues', 'descendantsHashes']

/**
 * Reading the state of any kept block (JSON-RPC specification, archive_v1). Chopsticks's own storage method tells under
 * another method's name, answers the block's hash for the value's, and never forgets a subscription that is done; its
 * call loses the reason of a failure.
 */
export function archiveHandlers(chain: DurableChain): Handlers {
  const storage: Handler<[string, Query[], string | null]> = async (_, [hash, queries, child], manager) => {
    if (!isHex(hash) || !Array.isArray(queries) || !queries.every(isQuery) || child)
      throw new ResponseError(INVALID_PARAMS, 'a block, a list of value, hash or descendants queries, no child trie')
    const id = crypto.randomUUID()
    let isCancelled = false
    const tell = manager.subscribe('archive_v1_storageEvent', id, () => {
      isCancelled = true
    })
    // The answer with the subscription's id must be out first.
    setImmediate(async () => {
      try {
        const block = await chain.getBlock(hash)
        if (!block) throw new Error(`block ${hash} is not kept`)
        for (const query of queries)
          for await (const item of find(block, query)) {
            if (isCancelled) return
            tell({ event: 'storage', ...item })
          }
        tell({ event: 'storageDone' })
      } catch (error) {
        tell({ event: 'storageError', error: (error as Error).message })
      }
      manager.unsubscribe(id)
    })
    return id
  }
  const call: Handler<[string, string, Hex]> = async (_, [hash, method, argument]) => {
    if (!isHex(hash)) throw new ResponseError(INVALID_PARAMS, 'a block is named by its hash')
    const block = await chain.getBlock(hash)
    if (!block) return null
    return block.call(method, [argument]).then(
      ({ result }) => ({ success: true, value: result }),
      (error: Error) => ({ success: false, error: error.message }),
    )
  }
  return {
    archive_v1_call: call,
    archive_v1_storage: storage,
    archive_v1_stopStorage: async (_, [id], { unsubscribe }) => unsubscribe(id),
  }
}

function isQuery(query: Partial<Query> | null): boolean {
  return isHex(query?.key) && TYPES.includes(query?.type ?? '')
}

async function* find(block: Block, { key, type }: Query): AsyncGenerator<Item> {
  const wantsHash = type === 'hash' || type === 'descendantsHashes'
  const itemOf = (found: string, value: string): Item =>
    wantsHash ? { key: found, hash: blake2AsHex(value) } : { key: found, value }
  if (!type.startsWith('descendants')) {
    const value = await block.get(key)
    if (value !== undefined) yield itemOf(key, value)
    return
  }
  let keys: string[]
  let startKey = key
  do {
    keys = await block.getKeysPaged({ prefix: key, pageSize: PAGE_KEYS, startKey })
    const values = await block.getMany(keys)
    for (const [index, found] of keys.entries()) yield itemOf(found, values[index] as string)
    startKey = keys.at(-1) ?? startKey
  } while (keys.length === PAGE_KEYS)
}
