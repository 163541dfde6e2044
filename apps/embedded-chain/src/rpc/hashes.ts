import { type Handler, type Handlers, ResponseError } from '@acala-network/chopsticks-core'
import { hexToNumber, isHex } from '@polkadot/util'
import type { DurableChain } from '../blocks/durable-chain.ts'
import type { Hex } from '../store/block-record.ts'

const INVALID_PARAMS = -32_602

/**
 * Hashes of blocks by their numbers. Chopsticks's own methods ask for the block itself, which after some days is kept no more;
 * its hash is, for ever, and by those of blocks 0 and 1 every client knows which chain this is.
 */
export function hashHandlers(chain: DurableChain): Handlers {
  const hashOf = async (given: unknown): Promise<Hex | null> => {
    if (given === undefined || given === null) return chain.head.hash
    return (await chain.findHash(readNumber(given))) ?? null
  }
  const byNumber: Handler<[unknown]> = async (_, [given]) =>
    Array.isArray(given) ? Promise.all(given.map(hashOf)) : hashOf(given)
  return {
    chain_getBlockHash: byNumber,
    chain_getHead: byNumber,
    archive_v1_genesisHash: async () => hashOf(0),
    archive_v1_hashByHeight: async (_, [height]) => {
      const hash = await chain.findHash(readNumber(height))
      return hash ? [hash] : []
    },
  }
}

/** A block number as clients write it: a number, or hexadecimal text. */
function readNumber(given: unknown): number {
  const number = isHex(given, undefined, true) ? hexToNumber(given) : given
  if (!Number.isSafeInteger(number) || Number(number) < 0)
    throw new ResponseError(INVALID_PARAMS, 'a block number is a whole number')
  return Number(number)
}
