import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestChain, type TestChain } from '../../test/embedded-chain.ts'
import { type BlockSource, createBlockSource, StateGone } from './block-source.ts'
import { type Connection, openConnection } from './connection.ts'

/** Blocks of a chain that has run for longer than it keeps them. */

let node: TestChain
let connection: Connection
let source: BlockSource

beforeAll(async () => {
  node = await startTestChain(300, { CHAIN_SEGMENT_BLOCKS: '4', CHAIN_KEPT_BLOCKS: '4' })
  connection = openConnection(node.url)
  source = createBlockSource(connection)
  while ((await source.getFinalisedHeight()) < 14) await sleep(200)
  // A start leaves behind what is in memory only.
  await node.kill()
  await node.restart()
  while ((await source.getFinalisedHeight().catch(() => 0)) < 14) await sleep(200)
}, 300_000)
afterAll(async () => {
  connection?.close()
  await node?.remove()
})

describe('a chain that keeps its first blocks no more', () => {
  test('is still known by its blocks 0 and 1', async () => {
    const { genesisHash, networkId } = await source.getIdentity()
    expect([genesisHash, networkId]).toEqual([await source.findHash(0), await source.findHash(1)])
  }, 60_000)

  test('says that the state of those is gone, and reads the last ones', async () => {
    await expect(source.readBlock(1)).rejects.toBeInstanceOf(StateGone)
    const height = await source.getFinalisedHeight()
    expect(await source.readBlock(height)).toMatchObject({ height, parentHash: await source.findHash(height - 1) })
  }, 60_000)
})

test('orders, however many, are asked for a few at a time, and the runtime is looked up once for all of them', async () => {
  const asked: string[] = []
  let [underWay, most] = [0, 0]
  const request = async (method: string, params: unknown[]) => {
    const what = method === 'state_call' ? String(params[0]) : method
    asked.push(what)
    if (what !== 'MarketApi_order') return await connection.client._request(method, params)
    most = Math.max(most, ++underWay)
    return await connection.client._request(method, params).finally(() => underWay--)
  }
  const client = { ...connection.client, _request: request } as unknown as Connection['client']
  const hash = await source.findHash(await source.getFinalisedHeight())
  const ids = Array.from({ length: 60 }, (_, id) => 4_000_000_000 + id)
  const orders = await createBlockSource({ ...connection, client }).readOrders(ids, hash!)
  expect(orders).toEqual(ids.map(() => undefined))
  expect(asked.filter((what) => what === 'MarketApi_order')).toHaveLength(60)
  expect(asked.filter((what) => what === 'state_getStorage')).toHaveLength(1)
  expect(most).toBeLessThanOrEqual(8)
}, 120_000)

test('a node that only refuses for now is not taken for one that keeps nothing', async () => {
  const refuse = (code: number) => {
    const error = Object.assign(new Error('refused'), { name: 'RpcError', code })
    const client = {
      ...connection.client,
      _request: async (method: string) => {
        if (method === 'chain_getBlockHash') return '0x01'
        throw error
      },
    } as unknown as Connection['client']
    return { error, reading: createBlockSource({ ...connection, client }).readBlock(5) }
  }
  const hasty = refuse(-32_999)
  await expect(hasty.reading).rejects.toBe(hasty.error)
  await expect(refuse(4003).reading).rejects.toBeInstanceOf(StateGone)
}, 60_000)
