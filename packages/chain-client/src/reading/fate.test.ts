import { describe, expect, test } from 'vitest'
import type { HexText } from '../base/hex.ts'
import type { Connection } from './connection.ts'
import { findFate } from './fate.ts'
import { transactionHash } from './transaction-hash.ts'

/** What blocks say of a signed call where a chain of today cannot be brought into that state. */

const BYTES: HexText = '0xabcd'
const call = { hash: transactionHash(BYTES), address: '5G', nonce: 4, firstBlock: 10, lastBlock: 73 }

type Node = {
  finalised: number
  nonce?: number
  /** Height of the block with the call. */
  height?: number
  /** Blocks up to this one were thrown away, and states up to that one. */
  goneBlocks?: number
  goneStates?: number
  /** What an unkept block is answered with. */
  refusal?: { name: string; code?: number }
}

const refused = (given: object = { name: 'RpcError', code: 1 }) => Object.assign(new Error('refused'), given)
const heightOf = (hash: unknown) => Number(String(hash).replace('0x', ''))

/** A node that knows heights and nothing else. */
function connectionTo({ finalised, nonce = 4, height, goneBlocks = 0, goneStates = 0, refusal }: Node): Connection {
  const answers: Record<string, (...params: unknown[]) => unknown> = {
    chain_getFinalizedHead: () => `0x${finalised}`,
    chain_getHeader: () => ({ number: finalised }),
    chain_getBlockHash: (at) => `0x${at}`,
    chain_getBlock: (hash) => {
      if (heightOf(hash) <= goneBlocks) throw refused(refusal)
      return { block: { extrinsics: ['0x01', ...(heightOf(hash) === height ? [BYTES] : [])] } }
    },
    state_getStorage: (_, hash) => {
      if (heightOf(hash) <= goneStates) throw refused()
      return '0x00'
    },
  }
  const success = {
    phase: { type: 'ApplyExtrinsic', value: 1 },
    event: { type: 'System', value: { type: 'ExtrinsicSuccess' } },
  }
  return {
    read: (reading: (signal: AbortSignal) => Promise<unknown>) => reading(new AbortController().signal),
    client: { _request: async (method: string, params: unknown[]) => answers[method]!(...params) },
    api: {
      apis: { AccountNonceApi: { account_nonce: async () => nonce } },
      query: {
        System: {
          Events: {
            getKey: async () => '0xee',
            getValue: async ({ at }: { at: string }) => {
              if (heightOf(at) <= goneStates) throw new Error('no such block')
              return [success]
            },
          },
        },
      },
    },
  } as unknown as Connection
}

const ask = (node: Node) => findFate(connectionTo(node), call)

describe('the fate of a signed call', () => {
  test('is done where a finalised block has it, found by its hash alone', async () => {
    expect(await ask({ finalised: 30, height: 20 })).toEqual({
      kind: 'done',
      blockHash: '0x20',
      blockNumber: 20,
      index: 1,
    })
  })

  test('is open while blocks may still take it, also on a node that is behind', async () => {
    expect(await ask({ finalised: 72 })).toEqual({ kind: 'open' })
    expect(await ask({ finalised: 3, nonce: 9 })).toEqual({ kind: 'open' })
  })

  test('is impossible after its last block, and before it once another transaction has its nonce', async () => {
    expect(await ask({ finalised: 73 })).toEqual({ kind: 'impossible' })
    expect(await ask({ finalised: 30, nonce: 5 })).toEqual({ kind: 'impossible' })
  })

  test('is gone when the node keeps the blocks no more, or not what happened in the one that has it', async () => {
    expect(await ask({ finalised: 900, goneBlocks: 40 })).toEqual({ kind: 'gone' })
    expect(await ask({ finalised: 900, height: 20, goneStates: 500 })).toMatchObject({
      kind: 'gone',
      inclusion: { blockNumber: 20 },
    })
  })

  test('is not said by a node that only had no time to answer', async () => {
    await expect(
      ask({ finalised: 900, goneBlocks: 40, refusal: { name: 'RpcError', code: -32_005 } }),
    ).rejects.toThrow()
    await expect(ask({ finalised: 900, goneBlocks: 40, refusal: { name: 'DestroyedError' } })).rejects.toThrow()
  })
})
