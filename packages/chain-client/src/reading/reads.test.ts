import { expect, test } from 'vitest'
import { connectionTo } from '../../test/heights-node.ts'
import { createReads } from './reads.ts'

test('a block has its hash and no time where the node keeps its state no more', async () => {
  const { getBlock } = createReads(connectionTo({ finalised: 900, goneStates: 500 }))
  expect(await getBlock(500)).toEqual({ hash: '0x500', at: null })
  expect(await getBlock(501)).toEqual({ hash: '0x501', at: new Date(0) })
})

test('a block that the node does not have has neither, and one that it has not come to is not said to be missing', async () => {
  const { getBlock } = createReads(connectionTo({ finalised: 900, unknownBlocks: 500 }))
  expect(await getBlock(500)).toEqual({ hash: null, at: null })
  expect(await getBlock(501)).toMatchObject({ hash: '0x501' })
  await expect(getBlock(901)).rejects.toThrow('yet')
})
