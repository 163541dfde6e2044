import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import type { Block } from '@acala-network/chopsticks-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { account, hasRuntime, makeFolder, openChain, root } from '../../test/chain-lab.ts'
import { connectRpc, type RpcClient } from '../../test/rpc-client.ts'
import { type Host, readCode } from '../host.ts'
import { readSettings } from '../settings.ts'
import { DurableChain } from './durable-chain.ts'
import { CODE_KEY, makeGenesis, SLOT_MS, TIMESTAMP_KEY } from './genesis.ts'
import { u64From } from './scale.ts'

describe.skipIf(!hasRuntime)('the embedded chain', () => {
  const { folder, remove } = makeFolder()
  let host: Host
  let rpc: RpcClient

  beforeAll(async () => {
    host = await openChain(folder, { CHAIN_SEGMENT_BLOCKS: '4' })
    rpc = await connectRpc(host.url)
  })
  afterAll(async () => {
    rpc?.close()
    await host?.close()
    remove()
  })

  const build = async (count: number) => {
    for (let i = 0; i < count; i++) await host.driver.buildBlock()
  }
  const inherents = async (number: number) => (await host.store.findByNumber(number))?.extrinsics ?? []
  const timeOf = async (number: number) =>
    Number(u64From((await host.store.stateOf(number)).valueAt(number, TIMESTAMP_KEY) ?? '0x'))

  test('it begins with a genesis of the slot it was founded in and one block; time moves one slot a block', async () => {
    expect(host.store.head.number).toBe(1)
    expect(await rpc.call('chain_getBlockHash', 0)).toMatch(/^0x(?!4545)[0-9a-f]{64}$/)
    expect(await rpc.call('chain_getBlockHash', 1)).toBe(host.networkId)
    const { wasmFile, preset } = readSettings({ CHAIN_DATA_DIR: folder }, root)
    const code = await readCode(wasmFile)
    const founded = async (ms: number) => (await makeGenesis(code, preset, ms)).block.hash
    const slotMs = await timeOf(0)
    expect(await founded(slotMs + SLOT_MS - 1)).toBe(await host.store.findHash(0))
    expect(await founded(slotMs + SLOT_MS)).not.toBe(await host.store.findHash(0))
    await build(2)
    expect((await timeOf(0)) % SLOT_MS).toBe(0)
    for (const number of [1, 2, 3]) expect(await timeOf(number)).toBe((await timeOf(0)) + number * SLOT_MS)
  })

  test('each block brings fresh randomness, so that no two are alike', async () => {
    await build(2)
    const { number } = host.store.head
    const validation = async (n: number) => (await inherents(n)).at(1)
    expect(await validation(number)).not.toBe(await validation(number - 1))
  })

  test('it goes on at the same block with the same state after a restart, across snapshots', async () => {
    await build(6)
    const before = { head: host.store.head, entries: [...host.store.state.entries()], networkId: host.networkId }
    rpc.close()
    await host.close()
    host = await openChain(folder, { CHAIN_SEGMENT_BLOCKS: '4' })
    rpc = await connectRpc(host.url)
    expect(host.store.head).toEqual(before.head)
    expect([...host.store.state.entries()]).toEqual(before.entries)
    expect(host.networkId).toBe(before.networkId)
    await build(3)
    expect(host.store.head.number).toBe(before.head.number + 3)
    expect(await timeOf(host.store.head.number)).toBe((await timeOf(before.head.number)) + 3 * SLOT_MS)
  })

  test('old blocks keep their own state, in memory or on the disk', async () => {
    await build(1)
    for (const number of [0, 1, 3, host.store.head.number - 1]) {
      const hash = await rpc.call<string>('chain_getBlockHash', number)
      const time = await rpc.call<string>('state_getStorage', TIMESTAMP_KEY, hash)
      expect(Number(u64From(time))).toBe(await timeOf(number))
      const header = await rpc.call<{ number: string }>('chain_getHeader', hash)
      expect(Number(header.number)).toBe(number)
    }
  })

  test('after it stood still its time goes on at the clock’s, one slot a block, and what was before keeps its own', async () => {
    const { number: before } = host.store.head
    const timeBefore = await timeOf(before)
    const clockMs = Date.now() + 3 * 86_400_000
    vi.spyOn(Date, 'now').mockReturnValue(clockMs)
    await build(3)
    vi.restoreAllMocks()
    expect(await timeOf(before + 1)).toBe(clockMs - (clockMs % SLOT_MS))
    expect(await timeOf(before + 3)).toBe((await timeOf(before + 1)) + 2 * SLOT_MS)
    const hash = await rpc.call<string>('chain_getBlockHash', before)
    expect(Number(u64From(await rpc.call<string>('state_getStorage', TIMESTAMP_KEY, hash)))).toBe(timeBefore)
    await build(1)
    expect(await timeOf(before + 4)).toBe((await timeOf(before + 3)) + SLOT_MS)
  })

  test('while the block after a standstill is built, the one before is read as it was written and told of no more', async () => {
    const chain = await DurableChain.open(host.store)
    const { number, hash } = host.store.head
    const written = await timeOf(number)
    const heads: string[] = []
    chain.headState.subscribeHead((block) => void heads.push(block.hash))
    chain.goOnFrom(written + 100 * SLOT_MS)
    const readers = [chain.head, chain.getBlock(), chain.getBlock(hash), chain.getBlockAt(number), chain.getBlockAt()]
    for (const block of await Promise.all(readers)) expect(Number(u64From(await timeIn(block)))).toBe(written)
    expect(heads).toEqual([])
  })

  test('a runtime call is answered, a foolish one refused, and blocks go on being built', async () => {
    const { hash } = host.store.head
    const alice = `0x${Buffer.from(account('Alice').publicKey).toString('hex')}`
    expect(await rpc.call('state_call', 'AccountNonceApi_account_nonce', alice, hash)).toBe('0x00000000')
    await expect(rpc.call('state_call', 'AccountNonceApi_account_nonce', '0x00', hash)).rejects.toThrow()
    await expect(rpc.call('state_call', 'No_such_call', '0x', hash)).rejects.toThrow()
    await expect(rpc.call('state_call', 'Core_version', 'nonsense', hash)).rejects.toThrow()
    await build(1)
  })

  test('the archive reads values, hashes and everything under a prefix of an old block', async () => {
    const hash = await rpc.call<string>('archive_v1_hashByHeight', 2).then((hashes) => hashes[0])
    const read = async (...queries: { key: string; type: string }[]) => {
      const id = await rpc.call<string>('archive_v1_storage', hash, queries, null)
      const events = () => rpc.told.filter(({ params }) => params.subscription === id)
      await vi.waitFor(() => expect(JSON.stringify(events().at(-1))).toMatch(/storage(Done|Error)/), 60_000)
      return events()
    }
    const time = await rpc.call<string>('state_getStorage', TIMESTAMP_KEY, hash)
    const events = await read(
      { key: TIMESTAMP_KEY, type: 'value' },
      { key: TIMESTAMP_KEY, type: 'hash' },
      { key: TIMESTAMP_KEY.slice(0, 34), type: 'descendantsValues' },
    )
    expect(events.every(({ method }) => method === 'archive_v1_storageEvent')).toBe(true)
    const results = events.map(({ params }) => params.result)
    expect(results[0]).toEqual({ event: 'storage', key: TIMESTAMP_KEY, value: time })
    expect(results[1]).toMatchObject({ event: 'storage', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(results.slice(2)).toContainEqual({ event: 'storage', key: TIMESTAMP_KEY, value: time })
    await expect(rpc.call('archive_v1_storage', hash, [{ key: '0x', type: 'all' }], null)).rejects.toThrow()
  })

  test('nothing that could change the state or the time is served', async () => {
    const { methods } = await rpc.call<{ methods: string[] }>('rpc_methods')
    expect(methods.filter((name) => /^(dev|offchain|author_(insert|rotate|remove)|sudo)/.test(name))).toEqual([])
    for (const name of ['dev_setStorage', 'dev_newBlock', 'dev_timeTravel', 'system_dryRun', 'state_getReadProof'])
      await expect(rpc.call(name, [])).rejects.toMatchObject({ code: -32_601 })
  })

  test('bytes that are no transaction are refused with a code wallets know', async () => {
    for (const bytes of ['0x', '0x00', '0xdeadbeef', `0x${'ff'.repeat(1000)}`])
      await expect(rpc.call('author_submitExtrinsic', bytes)).rejects.toMatchObject({ code: 1002 })
    await expect(rpc.call('author_submitExtrinsic', 'no hex')).rejects.toMatchObject({ code: -32_602 })
    expect(await rpc.call('author_pendingExtrinsics')).toEqual([])
  })

  test('the state holds the runtime, and its large value is read from every snapshot', async () => {
    const code = host.store.state.valueAt(host.store.head.number, CODE_KEY)
    expect(code?.length).toBeGreaterThan(100_000)
    expect((await host.store.stateOf(1)).valueAt(1, CODE_KEY) === code).toBe(true)
  })

  test('a runtime of a higher version is taken at a restart, one of the same is not', async () => {
    const file = join(folder, '..', `${basename(folder)}.wasm`)
    const taken = () => digest(host.store.state.valueAt(host.store.head.number, CODE_KEY) ?? '')
    const code = taken()
    const newer = raiseVersion(readFileSync(readSettings({ CHAIN_DATA_DIR: '-' }, root).wasmFile))
    writeFileSync(file, newer)
    const { number } = host.store.head
    rpc.close()
    await host.close()
    host = await openChain(folder, { CHAIN_SEGMENT_BLOCKS: '4', CHAIN_WASM: file })
    rpc = await connectRpc(host.url)
    expect(taken()).toBe(code)
    // Who upgrades has often been away for a while: the runtime and the time are given to the same block.
    const clockMs = Date.now() + 9 * 86_400_000
    vi.spyOn(Date, 'now').mockReturnValue(clockMs)
    await build(2)
    vi.restoreAllMocks()
    expect(await timeOf(number + 2)).toBe(clockMs - (clockMs % SLOT_MS) + SLOT_MS)
    expect(taken()).toBe(digest(`0x${newer.toString('hex')}`))
    const version = async (at: number) =>
      rpc.call<{ specVersion: number }>('state_getRuntimeVersion', await rpc.call('chain_getBlockHash', at))
    expect((await version(number + 2)).specVersion).toBe((await version(number)).specVersion + 1)
    rmSync(file)
  })
})

const timeIn = async (block: Block | undefined) => (await block?.get(TIMESTAMP_KEY)) ?? '0x'

/** So that a difference between two runtimes does not fill the screen. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Length of the mark before a packed runtime. */
const MARK_BYTES = 8

/** The runtime with the version that its own section tells raised by one. */
function raiseVersion(packed: Buffer): Buffer {
  const wasm = zstdDecompressSync(packed.subarray(MARK_BYTES))
  // The section's name; the same words are in the code, before it.
  const section = wasm.lastIndexOf('runtime_version') + 'runtime_version'.length
  // Two names with their lengths, the authoring version, then the spec version.
  let at = section
  for (let name = 0; name < 2; name++) at += 1 + ((wasm[at] as number) >> 2)
  wasm.writeUInt32LE(wasm.readUInt32LE(at + 4) + 1, at + 4)
  return wasm
}
