import { describe, expect, test } from 'vitest'
import { BYTES, connectionTo, type HeightsNode } from '../../test/heights-node.ts'
import { findFate } from './fate.ts'
import { transactionHash } from './transaction-hash.ts'

/** What blocks say of a signed call where a chain of today cannot be brought into that state. */

const call = { hash: transactionHash(BYTES), address: '5G', nonce: 4, firstBlock: 10, lastBlock: 73 }

const ask = (node: HeightsNode) => findFate(connectionTo(node), call)

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

  test('is gone on a node that does not have the blocks, and open while its nonce is not used and its time not over', async () => {
    expect(await ask({ finalised: 900, unknownBlocks: 40 })).toEqual({ kind: 'gone' })
    expect(await ask({ finalised: 50, unknownBlocks: 40, nonce: 5 })).toEqual({ kind: 'gone' })
    expect(await ask({ finalised: 50, unknownBlocks: 40 })).toEqual({ kind: 'open' })
    expect(await ask({ finalised: 50, goneBlocks: 40 })).toEqual({ kind: 'open' })
    expect(await ask({ finalised: 50, unknownBlocks: 15, height: 20 })).toMatchObject({ kind: 'done' })
  })

  test('is not said by a node that only had no time to answer', async () => {
    await expect(
      ask({ finalised: 900, goneBlocks: 40, refusal: { name: 'RpcError', code: -32_005 } }),
    ).rejects.toThrow()
    await expect(ask({ finalised: 900, goneBlocks: 40, refusal: { name: 'DestroyedError' } })).rejects.toThrow()
  })
})
