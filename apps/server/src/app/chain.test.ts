import { type Chain, connectChain } from '@trove/chain-client/chain'
import { receiveToken } from '@trove/contract/chain/faucet'
import {
  getMiner,
  getNetwork,
  getOrderPrice,
  listUserOrders,
  storageDays,
  storageStatistics,
  ttcBill,
} from '@trove/contract/chain/routes'
import { TTC } from '@trove/units/token'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  devAccount,
  startTestChain,
  submitAgain,
  type TestChain,
} from '../../../../packages/chain-client/test/embedded-chain.ts'
import { startWorld, type World, type WorldUser } from '../../test/world/world.ts'

/** The whole server on the embedded chain: what people do there is in their bill to the last planck. */

const WAIT_MS = 60_000
const alice = devAccount('Alice')
const walter = devAccount('Walter')

let node: TestChain
let chain: Chain
let world: World
let user: WorldUser
beforeAll(async () => {
  node = await startTestChain()
  chain = connectChain(node.url)
  world = await startWorld({ hasPayment: false, env: { CHAIN_URL: node.url } })
  user = await world.signIn('13900000001')
}, 300_000)
afterAll(async () => {
  chain?.disconnect()
  await world?.stop()
  await node?.remove()
})

async function chainState(): Promise<string> {
  const answer = await fetch(`${world.url}/readyz`)
  return ((await answer.json()) as { parts: { chain: string } }).parts.chain
}
/** 1 TTC, and 0.005 TTC for each GiB. */
const SPACE_BYTES = 100n * 2n ** 30n
const BOND_PLANCK = TTC + TTC / 2n
const bill = (query: object = {}) =>
  world.call(ttcBill, { query: { address: walter.address, size: 100, ...query } }, { as: user })
const orders = () => world.call(listUserOrders, { query: { account: walter.address } }, { as: user })

test('the site names its chain, and is ready once it reads it', async () => {
  await vi.waitFor(async () => expect(await chainState()).toBe('ok'), WAIT_MS)
  const network = await world.call(getNetwork, {})
  expect(network.genesisHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(network.indexedBlock).toBeGreaterThan(0)
  const metrics = await (await fetch(`${world.url}/metrics`)).text()
  expect(metrics).toContain('trove_chain_lag_blocks')
}, 120_000)

test('amounts less fees of a bill sum up to what the account has, whatever it did', async () => {
  const asked = world.call(receiveToken, { query: { address: walter.address } }, { as: user })
  // On a machine that is short of processors the token may come after the answer.
  expect([true, 'faucet.on-its-way']).toContain(await asked.catch(({ code }) => code))
  await vi.waitFor(async () => expect((await chain.getBalance(walter.address)).freePlanck).toBe(TTC), WAIT_MS)
  const { calls } = chain
  const wish = {
    ...{ cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi', note: new Uint8Array(4) },
    ...{ rootHex: `0x${'ab'.repeat(32)}` as const, sizeBytes: 2n ** 20n, durationBlocks: 14_400, wanted: 3 },
    ...{ tipsPlanck: 5n, maxPricePlanck: TTC },
  }
  const steps = [
    [calls.transfer(walter.address, 5n * TTC), alice, 'in-block'],
    [calls.createOrder(wish), walter, 'in-block'],
    [calls.withdrawal(), walter, 'refused'],
    [calls.register(SPACE_BYTES, '/ip4/127.0.0.1'), walter, 'in-block'],
    [calls.transfer(alice.address, TTC / 2n), walter, 'in-block'],
  ] as const
  for (const [call, by, kind] of steps) expect(await submitAgain(chain, call, by)).toMatchObject({ kind })
  const [placed] = (await chain.listUserOrders(walter.address)).items
  expect(await submitAgain(chain, calls.cancelOrder(placed!.id), walter)).toMatchObject({ kind: 'in-block' })

  await vi.waitFor(async () => expect((await bill()).totalElements).toBe(7), WAIT_MS)
  const { content } = await bill()
  expect(content.map(({ type }) => type)).toEqual([
    ...['storage-refund', 'transfer-out', 'fee', 'fee', 'storage-payment', 'transfer-in', 'faucet'],
  ])
  const { freePlanck, heldPlanck } = await chain.getBalance(walter.address)
  expect(heldPlanck).toBe(BOND_PLANCK + placed!.depositPlanck)
  const sum = content.reduce((all, { amount, fee }) => all + BigInt(amount) - BigInt(fee), 0n)
  expect(sum).toBe(freePlanck + heldPlanck)
  expect(content.find(({ type }) => type === 'storage-payment')).toMatchObject({
    amount: String(-placed!.pricePlanck),
    orderIndex: placed!.id,
  })
  expect(content.find(({ type }) => type === 'faucet')).toMatchObject({ amount: String(TTC), fee: '0' })
}, 240_000)

test('an order is in the index as the chain has it, and so are the figures', async () => {
  const { content, total } = await orders()
  const order = await chain.findOrder(content[0]!.index)
  expect(total).toBe(1)
  expect(content[0]).toMatchObject({
    cid: order!.cid,
    account_id: walter.address,
    price: String(order!.pricePlanck),
    status: 'Canceled',
    public_input: order!.rootHex,
    block_number: order!.createdBlock,
  })
  expect(await world.call(getOrderPrice, { query: {} })).toMatchObject({
    ...{ price: '47720000000', work: '15000000000', pool: '27648000000', fees: '2000000000' },
  })
  expect(await world.call(getMiner, { query: { account: walter.address } }, { as: user })).toMatchObject({
    is_registered: true,
    total_storage: String(SPACE_BYTES),
    used_storage: '0',
    available_storage: String(SPACE_BYTES),
    miner_price: '0',
  })
  expect(await world.call(storageStatistics, {})).toMatchObject({
    storageNode: 1,
    validFilesNumber: 0,
    averageReplicasMessage: '0.00',
    usedStorageMessage: '0 B',
    availableStorageMessage: '100 GB',
  })
  expect((await world.call(storageDays, {})).at(-1)).toMatchObject({ storageNode: 1, totalStorageMessage: '100 GB' })
}, 120_000)

test('a chain that goes away and comes back is said so, and indexed on without a gap', async () => {
  await node.kill()
  await vi.waitFor(async () => expect(await chainState()).toMatch(/^not serving/), WAIT_MS)
  await expect(world.call(getOrderPrice, { query: {} })).rejects.toMatchObject({ code: 'chain.unavailable' })
  const before = (await world.call(getNetwork, {})).indexedBlock!
  expect((await orders()).total).toBe(1)
  await node.restart()
  await vi.waitFor(
    async () => expect((await world.call(getNetwork, {})).indexedBlock).toBeGreaterThan(before + 1),
    WAIT_MS,
  )
  await vi.waitFor(async () => expect(await chainState()).toBe('ok'), WAIT_MS)
}, 240_000)
