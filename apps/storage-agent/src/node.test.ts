import { connectMinerChain, type MinerChain } from '@trove/chain-client/miner/chain'
import { serverAccount } from '@trove/chain-client/server-keys'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../packages/chain-client/test/embedded-chain.ts'
import { makeFile, startTestGateway, type TestGateway } from '../test/gateway.ts'
import { makeFolder, placeOrder, startNode, until, untilOrder } from '../test/lab.ts'

/** One node on the embedded chain, with the committed runtime. */
vi.setConfig({ testTimeout: 300_000 })

/** Two minutes of blocks at half a second (design, first gate of a node). */
const GATE_BLOCKS = 240

let world: TestChain
let chain: MinerChain
let gateway: TestGateway
beforeAll(async () => {
  world = await startTestChain(500)
  chain = connectMinerChain(world.url)
  gateway = await startTestGateway()
}, 300_000)
afterAll(async () => {
  chain?.disconnect()
  await gateway?.close()
  await world?.remove()
})

test('a node registers, takes an order, confirms it, gives a periodic proof and is paid, within 240 blocks', async () => {
  const { folder, remove } = makeFolder()
  const account = serverAccount('//Charlie')
  const file = await makeFile(700_000)
  gateway.add(file)
  const began = (await chain.getHeads()).best
  const startedMs = performance.now()
  const node = await startNode(chain, { folder, account, gatewayUrl: gateway.url })
  await until(() => chain.findMiner(account.address))
  const id = await placeOrder(chain, file)
  await untilOrder(chain, id, ({ consumerStatus }) => consumerStatus === 'Serving')
  const paid = await untilOrder(chain, id, ({ paidPlanck }) => paidPlanck > 0n)
  const blocks = (await chain.getHeads()).best - began
  console.log(`registered to settled: ${blocks} blocks, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
  expect(blocks).toBeLessThan(GATE_BLOCKS)
  expect(paid.replicas).toMatchObject([{ miner: account.address, isConfirmed: true, misses: 0 }])
  await until(() => node.journal.proofs.count('taken') >= 2)
  expect(node.journal.orders.find(id)).toMatchObject({ step: 'serving', isDamaged: false })
  await node.stop()
  remove()
})
