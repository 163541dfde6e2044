import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { connectMinerChain, type MinerChain } from '@trove/chain-client/miner/chain'
import { createBlockSource } from '@trove/chain-client/reading/block-source'
import { openConnection } from '@trove/chain-client/reading/connection'
import { serverAccount } from '@trove/chain-client/server-keys'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../packages/chain-client/test/embedded-chain.ts'
import { makeFile, startTestGateway, type TestFile, type TestGateway } from '../../test/gateway.ts'
import { makeFolder, patient, placeOrder, startNode, type TestNode, until, untilOrder } from '../../test/lab.ts'
import { folderOf } from '../disk/volumes.ts'
import { FolderInUse } from '../journal/database.ts'

/** One node on the embedded chain, with the committed runtime and a gateway that can be told to misbehave. */
// The first one took 150 s beside a load of 10, and more than 400 beside many type checks.
vi.setConfig({ testTimeout: 1_200_000 })

/** Two minutes of blocks at half a second (design, first gate of a node). */
const GATE_BLOCKS = 240
const account = serverAccount('//Charlie')

let world: TestChain
/** As the nodes have it, and as the test asks it. */
let line: MinerChain
let chain: MinerChain
let gateway: TestGateway
let node: TestNode
const { folder, remove } = makeFolder()
const options = () => ({ folder, account, gatewayUrl: gateway.url })
beforeAll(async () => {
  world = await startTestChain(500)
  line = connectMinerChain(world.url)
  chain = patient(line)
  gateway = await startTestGateway()
  // Its own clock is an hour off, and stands still: only blocks count.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
}, 300_000)
afterAll(async () => {
  vi.useRealTimers()
  await node?.stop()
  line?.disconnect()
  await gateway?.close()
  await world?.remove()
  remove()
})
beforeEach(() => {
  gateway.answer = 'right'
})

const dataOf = (file: TestFile) => join(folderOf(join(folder, 'volume'), file), 'data')
const copies = () => readdirSync(join(folder, 'volume', 'copies'), { recursive: true }).map(String)
const serve = (id: number) => untilOrder(chain, id, ({ consumerStatus }) => consumerStatus === 'Serving')
const ended = (id: number) =>
  until(() => {
    const row = node.journal.orders.find(id)
    const isPutOff = row?.step === 'seen' && row.reason === 'disk-full'
    return row && (isPutOff || ['dropped', 'gone'].includes(row.step)) ? row : undefined
  })

/** What the chain says of an order's lost replica, in the blocks since one. */
async function lossOf(id: number, since: number): Promise<{ bond: string; miner: string }> {
  const connection = openConnection(world.url)
  const { readBlock, getFinalisedHeight } = createBlockSource(connection)
  try {
    for (let height = since; ; height++) {
      await until(async () => (await getFinalisedHeight()) >= height)
      const { events } = await readBlock(height)
      const losses = events.map(({ name, data }) => ({
        name,
        ...(data as { id: number; bond: string; miner: string }),
      }))
      const loss = losses.find((event) => event.name === 'ReplicaLost' && event.id === id)
      if (loss) return loss
    }
  } finally {
    connection.close()
  }
}

const LEAF_BYTES = 1024

async function damage(file: TestFile): Promise<void> {
  const data = await open(dataOf(file), 'r+')
  // Every leaf but the first is another, so that whatever leaves are asked for, one of them is.
  const bytes = file.sizeBytes - LEAF_BYTES
  await data.write(Buffer.alloc(bytes), 0, bytes, LEAF_BYTES)
  await data.close()
}

test('a node registers, takes an order, confirms it, gives a periodic proof and is paid, within 240 blocks', async () => {
  const file = await makeFile(700_000)
  gateway.add(file)
  const began = (await chain.getHeads()).best
  node = await startNode(line, options())
  await until(() => chain.findMiner(account.address))
  const id = await placeOrder(chain, file)
  await serve(id)
  const paid = await untilOrder(chain, id, ({ paidPlanck }) => paidPlanck > 0n)
  const blocks = (await chain.getHeads()).best - began
  console.log(`registered to settled: ${blocks} blocks`)
  expect(blocks).toBeLessThan(GATE_BLOCKS)
  expect(paid.replicas).toMatchObject([{ miner: account.address, isConfirmed: true, misses: 0 }])
  await until(() => node.journal.proofs.count('taken') >= 2)
  expect(node.journal.orders.find(id)).toMatchObject({ step: 'serving', isDamaged: false })
  expect(['register', 'accept'].map((purpose) => node.journal.calls.count(purpose as 'accept', 'done'))).toEqual([1, 1])
})

test('a second agent on the same folder is refused, and the first goes on', async () => {
  await expect(startNode(line, options())).rejects.toThrow(FolderInUse)
  expect(node.journal.findFact('network')).toBe(await chain.getNetworkId())
})

test('an order whose file has another root, another size or no place on the disk is not taken, and nothing of it stays', async () => {
  const [root, size, full] = await Promise.all([makeFile(300_000, 2), makeFile(300_000, 3), makeFile(300_000, 4)])
  for (const file of [root, size, full]) gateway.add(file)
  await mkdir(join(dataOf(full), '..'), { recursive: true })
  await symlink('/dev/full', dataOf(full))
  const ordered: TestFile[] = [
    { ...root, rootHex: `0x${'ab'.repeat(32)}` },
    { ...size, sizeBytes: size.sizeBytes + 1 },
    full,
  ]
  const ids = [
    await placeOrder(chain, ordered[0]!),
    await placeOrder(chain, ordered[1]!),
    await placeOrder(chain, ordered[2]!),
  ]
  const rows = await Promise.all(ids.map(ended))
  expect(rows.map(({ reason }) => reason)).toEqual(['wrong-file', 'wrong-file', 'disk-full'])
  for (const id of ids) expect((await chain.findOrder(id))?.replicas).toEqual([])
  await until(() => ordered.every((file) => !existsSync(dataOf(file))))
})

test('a gateway that is down, or gives other bytes, costs time and not the order', async () => {
  gateway.answer = 'nothing'
  const file = await makeFile(300_000, 5)
  gateway.add(file)
  const id = await placeOrder(chain, file)
  const hasTried = (tries: number) => until(() => (node.journal.orders.find(id)?.tries ?? 0) >= tries)
  await hasTried(1)
  gateway.answer = 'wrong-bytes'
  await hasTried(2)
  gateway.answer = 'too-much'
  await hasTried(3)
  gateway.answer = 'right'
  await untilOrder(chain, id, ({ replicas }) => replicas.some(({ miner }) => miner === account.address))
})

test('bytes that were damaged on the disk are fetched again before the next proof, and no proof is missed', async () => {
  const file = await makeFile(600_000, 6)
  gateway.add(file)
  const id = await placeOrder(chain, file)
  await until(() => node.journal.orders.find(id)?.step === 'serving')
  await damage(file)
  await serve(id)
  expect(node.lines.filter(({ event, order }) => event === 'file.damaged' && order === id)).toHaveLength(1)
  expect(node.journal.orders.find(id)).toMatchObject({ isDamaged: false, misses: 0 })
})

test('a node that kept only the beginning confirms nothing: it loses place and collateral and is paid nothing', async () => {
  const file = await makeFile(600_000, 7)
  gateway.add(file)
  const id = await placeOrder(chain, file)
  const joined = await untilOrder(chain, id, ({ replicas }) => replicas.length === 1)
  gateway.answer = 'nothing'
  await damage(file)
  const before = (await chain.findMiner(account.address))!.bondPlanck
  expect(joined.replicas[0]!.collateralPlanck).toBeGreaterThan(0n)
  // The log keeps it: the free slot is taken again with the next block, and the journal says no more that it was gone.
  const gone = await until(() => node.lines.find(({ event, order }) => event === 'order.gone' && order === id))
  expect(gone).toMatchObject({ reason: 'lost' })
  const after = (await chain.findOrder(id))!
  expect([after.replicas, after.paidPlanck, after.replication]).toEqual([[], 0n, 0])
  const { bond } = await lossOf(id, joined.createdBlock)
  expect(BigInt(bond)).toBeGreaterThan(0n)
  // What it lost is held anew, for without a whole bond it is given nothing more.
  await until(async () => (await chain.findMiner(account.address))?.bondPlanck === before)
})

test('a node that resigns leaves its orders with a proof, has its income and bond back, and stays away', async () => {
  const held = (await chain.getBalance(account.address)).heldPlanck
  expect(held).toBeGreaterThan(0n)
  await node.stop()
  node = await startNode(line, { ...options(), isResigning: true })
  await until(async () => !(await chain.findMiner(account.address)))
  expect(await chain.getBalance(account.address)).toMatchObject({ heldPlanck: 0n })
  expect(await chain.getIncome(account.address)).toBe(0n)
  expect(node.journal.orders.list(['serving', 'leaving', 'accepting'])).toEqual([])
  expect(copies().filter((name) => name.endsWith('data'))).toEqual([])
  const { block } = node.getState()
  await until(() => node.getState().block > block + 1)
  expect(await chain.findMiner(account.address)).toBeUndefined()
})
