import { ApiPromise, WsProvider } from '@polkadot/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, hasRuntime, makeFolder, openChain, root } from '../../test/chain-lab.ts'
import { tx } from '../../test/chain-script.ts'
import { readCode } from '../host.ts'
import { readSettings } from '../settings.ts'
import type { Hex } from '../store/block-record.ts'
import { ChainStore } from '../store/chain-store.ts'
import { buildAtOnce } from './block-at-once.ts'
import { DurableChain } from './durable-chain.ts'
import { makeGenesis, SLOT_MS, TIMESTAMP_KEY } from './genesis.ts'
import { relayOverrides } from './randomness.ts'
import { u64From } from './scale.ts'

/** The first there is to build so, and those around the first roll of an epoch, which is 20 blocks long. */
const PARENTS = [1, 18, 19, 20]

const TTC = 10n ** 12n
const NO_MESSAGES = { upwardMessages: {}, downwardMessages: [], horizontalMessages: {} }

/** Transfers signed by Alice with these nonces. The runtime's types come from a chain of its own. */
async function signTransfers(genesisHash: Hex, transfers: [nonce: number, amount: bigint][]): Promise<Hex[]> {
  const { folder, remove } = makeFolder()
  const host = await openChain(folder)
  const api = await ApiPromise.create({ provider: new WsProvider(host.url), noInitWarn: true })
  try {
    const { runtimeVersion } = api
    return transfers.map(([nonce, amount]) => {
      const call = tx(api, 'balances', 'transferKeepAlive', account('Bob').address, amount)
      return call.sign(account('Alice'), { nonce, runtimeVersion, genesisHash, blockHash: genesisHash }).toHex()
    })
  } finally {
    await api.disconnect()
    await host.close()
    remove()
  }
}

describe.skipIf(!hasRuntime)('a block that is built at once', () => {
  const { folder, remove } = makeFolder()
  let store: ChainStore
  let chain: DurableChain
  let signed: Hex[]

  beforeAll(async () => {
    const settings = readSettings({ CHAIN_DATA_DIR: folder }, root)
    const makeFirst = async () => makeGenesis(await readCode(settings.wasmFile), settings.preset, Date.now())
    const onTrouble = (error: unknown) => {
      throw error
    }
    store = await ChainStore.open(folder, { segmentBlocks: 300, keptBlocks: 300, onTrouble }, makeFirst)
    chain = await DurableChain.open(store)
    const transfers = [TTC, 10n ** 30n, 2n * TTC, TTC].map((amount, nonce): [number, bigint] => [nonce, amount])
    signed = await signTransfers((await store.findHash(0)) as Hex, [...transfers, [9, TTC]])
  })
  afterAll(async () => {
    await store?.close()
    remove()
  })

  const overrides = () => {
    const now = store.state.valueAt(store.head.number, TIMESTAMP_KEY) ?? '0x'
    return relayOverrides(Number(u64From(now)) / SLOT_MS + 1)
  }

  const paramsOf = (transactions: Hex[]) => ({ transactions, relayChainStateOverrides: overrides(), ...NO_MESSAGES })

  /** Builds the next block both ways, and keeps the one that was built step by step. */
  async function expectSame(transactions: Hex[]): Promise<void> {
    const [parent, { number }] = [chain.head, store.head]
    const params = paramsOf(transactions)
    const atOnce = await buildAtOnce(parent, params)
    await chain.newBlockWithParams(params)
    expect(store.head.number).toBe(number + 1)
    expect(atOnce?.hash).toBe(store.head.hash)
    expect(await atOnce?.extrinsics).toEqual(store.head.extrinsics)
    const changed = Object.entries((await atOnce?.storageDiff()) ?? {})
      .map(([key, value]) => [key, value ?? null] as const)
      .filter(([key, value]) => value !== (store.state.valueAt(number, key) ?? null))
    expect(new Map(changed)).toEqual(new Map(store.head.changes))
  }

  test('is the same without transactions, to the last key, as one built step by step', async () => {
    await chain.addBlock([], overrides())
    for (const height of PARENTS) {
      while (store.head.number < height) await chain.addBlock([], overrides())
      await expectSame([])
    }
  })

  test('is the same with transactions, one of which fails and pays its fee', async () => {
    const inherents = store.head.extrinsics.length
    await expectSame(signed.slice(0, 3))
    expect(store.head.extrinsics).toHaveLength(inherents + 3)
  })

  test('is left to building step by step where a transaction cannot be in it, and the others are', async () => {
    const [good, early] = signed.slice(3) as [Hex, Hex]
    const noSignature = `${good.slice(0, 80)}${good.slice(80, 90).replaceAll(/./g, '0')}${good.slice(90)}` as Hex
    for (const [bad, ...block] of [
      [early, early, good],
      [noSignature, noSignature],
      ['0x1234' as Hex, good, '0x1234' as Hex],
    ])
      expect(await buildAtOnce(chain.head, paramsOf(block as Hex[])), bad).toBeUndefined()
    await chain.addBlock([], overrides())
    const inherents = store.head.extrinsics.length
    const { refused } = await chain.addBlock([early, good], overrides())
    expect(store.head.extrinsics.slice(inherents)).toEqual([good])
    expect(refused.map(([extrinsic, error]) => [extrinsic, error.asInvalid.type])).toEqual([[early, 'Future']])
  })
})
