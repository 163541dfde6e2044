import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainProcess, hasRuntime, killChain, makeFolder, spawnChain } from '../../test/chain-lab.ts'
import { connectRpc, type RpcClient, RpcError } from '../../test/rpc-client.ts'

/** Every method with parameters that no client should send, against the chain as a process: it goes on and builds blocks. */

const HUGE = `0x${'ab'.repeat(2 ** 16)}`
const VALUES: unknown[] = [null, {}, [], [null], [[]], [{}], 1, -1, 1e308, true, '', 'x', '0x', '0xzz', HUGE, [HUGE]]
const ODD: unknown[][] = [[], ...VALUES.map((value) => [value])]
const SETTLE_MS = 300

describe.skipIf(!hasRuntime)('odd parameters', () => {
  const { folder, remove } = makeFolder()
  let chain: ChainProcess
  let rpc: RpcClient
  const ended: unknown[] = []

  beforeAll(async () => {
    chain = await spawnChain(folder)
    chain.child.once('exit', (code) => void ended.push(code))
    rpc = await connectRpc(chain.url)
  })
  afterAll(async () => {
    rpc?.close()
    if (chain) await killChain(chain)
    remove()
  })

  const codeOf = (method: string, ...params: unknown[]) =>
    rpc.call(method, ...params).then(
      () => 'taken',
      (error: unknown) => (error instanceof RpcError ? error.code : error),
    )
  const head = async () => Number((await rpc.call<{ number: string }>('chain_getHeader')).number)
  /** Waits for what is done after the answers, and for a block after it. */
  async function expectAlive(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    expect(ended).toEqual([])
    const before = await head()
    await expect.poll(head, { timeout: 60_000 }).toBeGreaterThan(before)
  }

  test('of the methods that read after they have answered are invalid parameters', async () => {
    const follow = await rpc.call<string>('chainHead_v1_follow', false)
    const hash = await rpc.call<string>('chain_getFinalizedHead')
    const item = { key: '0x', type: 'value' }
    for (const [method, ...params] of [
      ['state_subscribeStorage'],
      ['state_subscribeStorage', [1]],
      ['chainHead_v1_storage', follow, hash],
      ['chainHead_v1_storage', follow, 1, [item]],
      ['chainHead_v1_storage', follow, hash, [null]],
      ['chainHead_v1_storage', follow, hash, [{ ...item, type: 'other' }]],
      ['chainHead_v1_storage', follow, hash, [{ ...item, type: ['value'] }]],
      ['chainHead_v1_call', follow, {}, 'Core_version', '0x'],
    ] as [string, ...unknown[]][])
      expect([method, params, await codeOf(method, ...params)]).toEqual([method, params, -32_602])
    expect(await codeOf('state_subscribeStorage', ['0x00'])).toBe('taken')
    expect(await codeOf('chainHead_v1_storage', follow, hash, [item], null)).toBe('taken')
    for (const none of ['', '0x', null, undefined])
      expect(await codeOf('chainHead_v1_call', follow, hash, 'Core_version', none)).toBe('taken')
    await expectAlive()
  })

  test('of every method are answered, and blocks go on', async () => {
    const { methods } = await rpc.call<{ methods: string[] }>('rpc_methods')
    expect(methods.length).toBeGreaterThan(50)
    const follow = await rpc.call<string>('chainHead_v1_follow', true)
    const hash = await rpc.call<string>('chain_getFinalizedHead')
    const known = [[], [follow], [follow, hash], [follow, hash, 'Core_version']]
    for (const method of methods) {
      const before = method.startsWith('chainHead_') ? known : [[], ['0x'], ['0x', '0x']]
      const all = before.flatMap((begin) => ODD.map((odd) => [...begin, ...odd]))
      // Subscriptions that were taken would use up the connection's.
      const own = await connectRpc(chain.url)
      const answers = await Promise.allSettled(all.map((params) => own.call(method, ...params)))
      own.close()
      const lost = answers.filter((answer) => answer.status === 'rejected' && !(answer.reason instanceof RpcError))
      expect([method, lost, ended]).toEqual([method, [], []])
    }
    await expectAlive()
  })
})
