import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRuntime, makeFolder, openChain } from '../../test/chain-lab.ts'
import { connectRpc, type RpcClient } from '../../test/rpc-client.ts'
import type { Host } from '../host.ts'
import type { Hex } from '../store/block-record.ts'

/** A chain that has run for longer than it keeps its blocks. */

describe.skipIf(!hasRuntime)('a chain whose first blocks are kept no more', () => {
  const { folder, remove } = makeFolder()
  const hashes: Hex[] = []
  let host: Host
  let rpc: RpcClient

  beforeAll(async () => {
    const env = { CHAIN_SEGMENT_BLOCKS: '2', CHAIN_KEPT_BLOCKS: '1' }
    host = await openChain(folder, env)
    hashes.push((await host.store.findHash(0))!, host.networkId)
    while (host.store.head.number < 8) hashes.push((await host.driver.buildBlock()).hash)
    // A start leaves behind what is in memory only.
    await host.close()
    host = await openChain(folder, env)
    rpc = await connectRpc(host.url)
  })
  afterAll(async () => {
    rpc?.close()
    await host?.close()
    remove()
  })

  test('still tells by their hashes which chain it is, and of every block its hash', async () => {
    expect(await host.store.findByNumber(1)).toBeUndefined()
    for (const [number, hash] of hashes.entries()) {
      expect(await rpc.call('chain_getBlockHash', number)).toBe(hash)
      expect(await rpc.call('archive_v1_hashByHeight', number)).toEqual([hash])
    }
    expect(await rpc.call('chain_getBlockHash', [0, '0x01'])).toEqual([hashes[0], hashes[1]])
    expect(await rpc.call('archive_v1_genesisHash')).toBe(hashes[0])
    expect(await rpc.call('chainSpec_v1_genesisHash')).toBe(hashes[0])
  })

  test('has no hash of blocks that do not exist yet, and refuses what is no number', async () => {
    expect(await rpc.call('chain_getBlockHash', 9)).toBeNull()
    expect(await rpc.call('archive_v1_hashByHeight', 9)).toEqual([])
    for (const given of ['', 'first', -1, 1.5]) {
      await expect(rpc.call('chain_getBlockHash', given)).rejects.toThrow('a block number is a whole number')
    }
  })

  test('takes no block for the newest, however the client writes that', async () => {
    const { hash, number } = host.store.head
    expect([await rpc.call('chain_getBlockHash'), await rpc.call('chain_getBlockHash', null)]).toEqual([hash, hash])
    const header = await rpc.call<{ number: string }>('chain_getHeader', null)
    expect(Number(header.number)).toBe(number)
    expect(await rpc.call('state_getRuntimeVersion', null)).toEqual(await rpc.call('state_getRuntimeVersion'))
  })
})
