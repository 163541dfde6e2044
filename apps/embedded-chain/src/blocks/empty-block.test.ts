import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRuntime, makeFolder, root } from '../../test/chain-lab.ts'
import { readCode } from '../host.ts'
import { readSettings } from '../settings.ts'
import { ChainStore } from '../store/chain-store.ts'
import { DurableChain } from './durable-chain.ts'
import { buildEmptyBlock } from './empty-block.ts'
import { makeGenesis, SLOT_MS, TIMESTAMP_KEY } from './genesis.ts'
import { relayOverrides } from './randomness.ts'
import { u64From } from './scale.ts'

/** The first there is to build so, and those around the first roll of an epoch, which is 20 blocks long. */
const PARENTS = [1, 18, 19, 20]

describe.skipIf(!hasRuntime)('a block without transactions', () => {
  const { folder, remove } = makeFolder()
  let store: ChainStore
  let chain: DurableChain

  beforeAll(async () => {
    const settings = readSettings({ CHAIN_DATA_DIR: folder }, root)
    const makeFirst = async () => makeGenesis(await readCode(settings.wasmFile), settings.preset, Date.now())
    const onTrouble = (error: unknown) => {
      throw error
    }
    store = await ChainStore.open(folder, { segmentBlocks: 300, keptBlocks: 300, onTrouble }, makeFirst)
    chain = await DurableChain.open(store)
  })
  afterAll(async () => {
    await store?.close()
    remove()
  })

  const overrides = () => {
    const now = store.state.valueAt(store.head.number, TIMESTAMP_KEY) ?? '0x'
    return relayOverrides(Number(u64From(now)) / SLOT_MS + 1)
  }

  test('is the same, to the last key, whether built at once or step by step', async () => {
    const noMessages = { upwardMessages: {}, downwardMessages: [], horizontalMessages: {} }
    await chain.addBlock([], overrides())
    for (const height of PARENTS) {
      while (store.head.number < height) await chain.addBlock([], overrides())
      const parent = chain.head
      const params = { transactions: [], relayChainStateOverrides: overrides(), ...noMessages }
      const atOnce = await buildEmptyBlock(parent, params)
      await chain.newBlockWithParams(params)
      expect(store.head.number).toBe(height + 1)
      expect(atOnce.hash).toBe(store.head.hash)
      expect(await atOnce.extrinsics).toEqual(store.head.extrinsics)
      const changed = Object.entries(await atOnce.storageDiff())
        .map(([key, value]) => [key, value ?? null] as const)
        .filter(([key, value]) => value !== (store.state.valueAt(height, key) ?? null))
      expect(new Map(changed)).toEqual(new Map(store.head.changes))
    }
  })
})
