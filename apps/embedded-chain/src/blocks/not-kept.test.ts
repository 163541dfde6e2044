import { ApiPromise, WsProvider } from '@polkadot/api'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { account, hasRuntime, makeFolder, openChain } from '../../test/chain-lab.ts'
import { tx } from '../../test/chain-script.ts'
import { connectRpc, type RpcClient } from '../../test/rpc-client.ts'
import type { Host } from '../host.ts'
import { DurableChain, NotKept } from './durable-chain.ts'

/** A block that the disk does not take blames none of its transactions; one that cannot be built does. */

describe.skipIf(!hasRuntime)('a transaction whose block came to nothing', () => {
  const { folder, remove } = makeFolder()
  let host: Host
  let api: ApiPromise
  let rpc: RpcClient
  const told: string[] = []

  beforeAll(async () => {
    host = await openChain(
      folder,
      {},
      { onTrouble: (what) => void told.push(what), onNews: (what) => void told.push(what) },
    )
    api = await ApiPromise.create({ provider: new WsProvider(host.url), noInitWarn: true })
    rpc = await connectRpc(host.url)
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(async () => {
    rpc?.close()
    await api?.disconnect()
    await host?.close()
    remove()
  })

  const submit = async (nonce: number) => {
    const { genesisHash, runtimeVersion } = api
    const call = tx(api, 'balances', 'transferKeepAlive', account('Bob').address, 10n ** 12n)
    const options = { nonce, runtimeVersion, genesisHash, blockHash: genesisHash }
    const signed = call.sign(account('Alice'), options).toHex()
    await rpc.call('author_submitExtrinsic', signed)
    return signed
  }
  const pending = () => rpc.call<string[]>('author_pendingExtrinsics')
  const fillDisk = () =>
    vi
      .spyOn(host.store, 'append')
      .mockRejectedValueOnce(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))

  test('for want of room waits, and is in the next one', async () => {
    const signed = await submit(0)
    fillDisk()
    await expect(host.driver.buildBlock()).rejects.toThrow(NotKept)
    expect(await pending()).toEqual([signed])
    expect((await host.driver.buildBlock()).extrinsics).toContain(signed)
    expect(await pending()).toEqual([])
  })

  test('because it could not be built goes once a block without it can be, and no sooner', async () => {
    const signed = await submit(1)
    vi.spyOn(DurableChain.prototype, 'addBlock').mockRejectedValueOnce(new Error('unreachable'))
    await expect(host.driver.buildBlock()).rejects.toThrow('unreachable')
    fillDisk()
    await expect(host.driver.buildBlock()).rejects.toThrow(NotKept)
    expect(await pending()).toEqual([signed])
    expect((await host.driver.buildBlock()).extrinsics).not.toContain(signed)
    expect(await pending()).toEqual([])
  })

  test('for want of room is built when there is some: the chain says that it waits, and goes on by itself', async () => {
    const health = async () => (await fetch(`${host.url.replace('ws:', 'http:')}/health`)).json()
    const { number } = host.store.head
    fillDisk()
    expect(await health()).toMatchObject({ isDiskFull: false })
    host.driver.start()
    await vi.waitFor(async () => expect(await health()).toMatchObject({ isDiskFull: true, height: number }), 60_000)
    await vi.waitFor(async () => expect(await health()).toMatchObject({ isDiskFull: false }), 60_000)
    expect(host.store.head.number).toBeGreaterThan(number)
    expect(told).toEqual([expect.stringContaining('full'), expect.stringContaining('room')])
  })
})
