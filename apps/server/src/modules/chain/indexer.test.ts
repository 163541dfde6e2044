import { accountOf } from '@trove/chain-client/base/account'
import type { Chain } from '@trove/chain-client/chain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeChain, order, replica, transfer } from '../../../test/stand-ins/fake-chain.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Db } from '../../platform/db/handle.ts'
import { openPool, type Pool } from '../../platform/db/pool/pool.ts'
import { listBill } from './bill.ts'
import { createIndexer, OtherChain } from './indexer.ts'
import { pruneBlocks } from './pruning.ts'
import { createChainService } from './service.ts'
import { pickKept } from './store-nodes.ts'

/** The index on a chain that does what a node may do: stand still, fork, forget, begin anew. */

const log = openLog('silent')
let database: TestDatabase
let pool: Pool
let db: Db
let chain: FakeChain
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, size: 4, log, name: 'indexer-test' })
  db = openDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  await sql`truncate chain_network cascade`.execute(db)
  chain = new FakeChain()
})

const address = (n: number) => accountOf(new Uint8Array(32).fill(n)).address
const [ann, ben, mia] = [address(1), address(2), address(3)]
const never = new AbortController().signal
const indexerOf = (source = chain, mayChangeChain = true) =>
  createIndexer({ db, log, source, faucet: address(9), mayChangeChain })
const catchUp = (source = chain) => indexerOf(source).catchUp(never)
const billOf = async (account: string, query: object = {}) =>
  (await listBill(db, { address: account, page: 0, size: 50, ...query })).content.map(
    ({ block, type, amount, fee }) => ({
      ...{ block, type, amount },
      ...(fee === '0' ? {} : { fee }),
    }),
  )
const service = () => createChainService({ db, chain: undefined })
const heights = async () => {
  const { rows } = await sql<{ height: number }>`select b.height from chain_block b join chain_network n using (network)
    where n.archived_at is null order by height`.execute(db)
  return rows.map(({ height }) => height)
}

describe('following', () => {
  test('every finalised block is written once, without gaps, however often it is asked', async () => {
    for (let i = 0; i < 120; i++) chain.add([])
    expect(await catchUp()).toEqual({ indexed: 121, finalised: 121 })
    chain.add(transfer(ann, ben, 5n))
    expect(await Promise.all([catchUp(), catchUp(), catchUp()])).toContainEqual({ indexed: 122, finalised: 122 })
    expect(await heights()).toEqual(Array.from({ length: 122 }, (_, i) => i + 1))
    expect(await billOf(ben)).toEqual([{ block: 122, type: 'transfer-in', amount: '5' }])
  })

  test('an index that was ended in the middle goes on where it stood', async () => {
    for (let i = 0; i < 200; i++) chain.add(transfer(ann, ben, 1n))
    const ending = new AbortController()
    const { readBlock } = chain
    chain.readBlock = async (height) => {
      if (height === 60) ending.abort()
      return readBlock.call(chain, height)
    }
    const { indexed } = await indexerOf().catchUp(ending.signal)
    expect(indexed).toBeLessThan(200)
    await catchUp()
    expect(await heights()).toHaveLength(201)
    expect(await billOf(ben, { size: 300 })).toHaveLength(200)
  })

  test('a node that fails in the middle leaves whole blocks, and they are gone on from', async () => {
    for (let i = 0; i < 60; i++) chain.add(transfer(ann, ben, 1n))
    const { readBlock } = chain
    chain.readBlock = (height) => (height === 31 ? Promise.reject(new Error('gone')) : readBlock.call(chain, height))
    await expect(catchUp()).rejects.toThrow('gone')
    expect(await heights()).toHaveLength(30)
    chain.readBlock = readBlock
    await catchUp()
    expect(await billOf(ben, { size: 100 })).toHaveLength(60)
  })
})

describe('orders', () => {
  test('a block’s are read once each, whatever it tells of them, and those of proofs that were refused not at all', async () => {
    const ids = Array.from({ length: 210 }, (_, id) => id)
    const rows = Object.fromEntries(ids.map((id) => [id, order(id, ann, { replicas: [replica(mia, 1n)] })]))
    chain.add(
      [...ids, ...ids].map((id) => proof('ProofAccepted', id)),
      rows,
    )
    chain.add(Array.from({ length: 1280 }, (_, i) => proof('ProofRejected', 1_000_000 + i)))
    chain.add([proof('ReplicaMissed', 7), proof('ProofRejected', 7), proof('ProofRejected', 8)])
    expect(await catchUp()).toEqual({ indexed: 4, finalised: 4 })
    expect(chain.ordersRead).toEqual([...ids, 7])
    expect((await service().listUserOrders(page(ann))).total).toBe(210)
  })

  test('of blocks read ahead are not: those of a block are asked for after those of the one before', async () => {
    let underWay = 0
    const { readOrders } = chain
    chain.readOrders = async (asked, hash) => {
      expect(++underWay).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      underWay--
      return await readOrders.call(chain, asked, hash)
    }
    for (let id = 0; id < 30; id++)
      chain.add([placed(id, ann, 1n)], { [id]: order(id, ann, { createdBlock: chain.height + 1 }) })
    await catchUp()
    expect(chain.ordersRead).toHaveLength(30)
  })
})

describe('a chain that changed its mind', () => {
  test('blocks that others took the place of are rolled back with all that was made of them', async () => {
    chain.add([...transfer(ann, chain.pot, 10n, 2n), placed(0, ann, 10n)], { 0: order(0, ann) })
    chain.add(transfer(ann, ben, 5n))
    chain.add([...transfer(ben, chain.pot, 7n), placed(1, ben, 7n)], {
      0: order(0, ann, { status: 'Finished', replicas: [replica(mia)] }),
      1: order(1, ben, { createdBlock: 4 }),
    })
    chain.blocks.at(-1)!.block.events.push(joined(0, mia, 2))
    await catchUp()
    expect((await service().listMinerOrders(page(mia))).total).toBe(1)
    chain.cut(3)
    chain.add(transfer(ann, ben, 6n), {}, 'other')
    chain.add([], {}, 'other')
    await catchUp()
    expect(await billOf(ben)).toEqual([
      { block: 4, type: 'transfer-in', amount: '6' },
      { block: 3, type: 'transfer-in', amount: '5' },
    ])
    expect((await service().listUserOrders(page(ben))).content).toEqual([])
    expect((await service().listUserOrders(page(ann))).content).toMatchObject([{ index: 0, status: 'Pending' }])
    expect((await service().listMinerOrders(page(mia))).total).toBe(0)
    expect(await heights()).toEqual([1, 2, 3, 4, 5])
  })

  test('a rollback that another process was quicker with takes nothing away', async () => {
    for (let i = 0; i < 5; i++) chain.add([])
    await catchUp()
    chain.cut(3)
    for (let i = 0; i < 4; i++) chain.add(i === 1 ? transfer(ann, ben, 6n) : [], {}, 'other')
    const { findHash } = chain
    chain.findHash = async (height) => {
      if (height === 3) {
        chain.findHash = findHash
        await catchUp()
        chain.reads = 0
      }
      return await findHash.call(chain, height)
    }
    expect(await catchUp()).toEqual({ indexed: 7, finalised: 7 })
    expect(chain.reads).toBe(0)
    expect(await billOf(ben)).toEqual([{ block: 5, type: 'transfer-in', amount: '6' }])
  })

  test('a rollback that is cut short leaves everything, and is done whole the next time', async () => {
    chain.add([placed(0, ann, 10n)], { 0: order(0, ann) })
    chain.add([joined(0, mia, 2)], { 0: order(0, ann, { status: 'Finished', replicas: [replica(mia)] }) })
    await catchUp()
    chain.cut(2)
    for (let i = 0; i < 3; i++) chain.add([], {}, 'other')
    const { readOrders } = chain
    chain.readOrders = () => Promise.reject(new Error('gone'))
    await expect(catchUp()).rejects.toThrow('gone')
    expect(await heights()).toEqual([1, 2, 3])
    chain.readOrders = readOrders
    await catchUp()
    expect(await heights()).toEqual([1, 2, 3, 4, 5])
    expect((await service().listUserOrders(page(ann))).content).toMatchObject([{ index: 0, status: 'Pending' }])
    expect((await service().listMinerOrders(page(mia))).total).toBe(0)
  })

  test('an order whose state at the common block is gone is taken as it is now', async () => {
    chain.add([placed(0, ann, 10n)], { 0: order(0, ann) })
    chain.add([joined(0, mia, 2)], { 0: order(0, ann, { status: 'Finished', replicas: [replica(mia)] }) })
    await catchUp()
    chain.cut(2)
    chain.add([], {}, 'other')
    chain.add([], { 0: order(0, ann, { status: 'Canceled' }) }, 'other')
    chain.firstKept = 3
    await catchUp()
    expect(await heights()).toEqual([1, 2, 3, 4])
    expect((await service().listUserOrders(page(ann))).content).toMatchObject([{ index: 0, status: 'Canceled' }])
  })

  test('a node that is itself behind changes nothing', async () => {
    for (let i = 0; i < 5; i++) chain.add(transfer(ann, ben, 1n))
    await catchUp()
    chain.cut(3)
    expect(await catchUp()).toEqual({ indexed: 6, finalised: 3 })
    expect(await billOf(ben)).toHaveLength(5)
  })

  test('a chain that begins anew gets an index of its own, and the old one is kept aside', async () => {
    chain.add(transfer(ann, ben, 5n))
    await catchUp()
    const other = new FakeChain('other')
    other.add(transfer(ben, ann, 1n))
    await catchUp(other)
    expect(await billOf(ben)).toEqual([{ block: 2, type: 'transfer-out', amount: '-1' }])
    await catchUp()
    expect(await billOf(ben)).toEqual([{ block: 2, type: 'transfer-in', amount: '5' }])
  })

  test('a chain that nobody said may change is refused', async () => {
    await indexerOf(chain, false).catchUp(never)
    const other = new FakeChain('other')
    await expect(indexerOf(other, false).catchUp(never)).rejects.toThrow(OtherChain)
    expect((await service().getNetwork()).networkId).toBe(chain.blocks[1]!.block.hash)
  })
})

describe('blocks that brought nothing', () => {
  const prune = (keptBlocks = 10) => pruneBlocks(db, never, { keptBlocks, batchBlocks: 7 })
  /** Sixty blocks of which 5 and 31 brought something; the index has them all. */
  async function sixty() {
    for (let height = 2; height <= 60; height++) {
      if (height === 5)
        chain.add([...transfer(ann, chain.pot, 10n), placed(0, ann, 10n)], { 0: order(0, ann, { createdBlock: 5 }) })
      else if (height === 31) chain.add(transfer(ann, ben, 3n))
      else chain.add([])
    }
    await catchUp()
  }
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => i + first)

  test('are forgotten behind the last ones, the others stay with their bill and its dates', async () => {
    await sixty()
    const whole = await listBill(db, { address: ann, page: 0, size: 50 })
    await prune()
    expect(await heights()).toEqual([5, 31, ...from(51, 60)])
    expect(await listBill(db, { address: ann, page: 0, size: 50 })).toEqual(whole)
    expect(whole.content.map(({ block, createdAt }) => [block, createdAt])).toEqual(
      [31, 5].map((height) => [height, new Date(chain.blocks[height]!.block.timeMs).toISOString()]),
    )
    expect((await service().listUserOrders(page(ann))).content).toMatchObject([
      { index: 0, block_time: new Date(chain.blocks[5]!.block.timeMs).toISOString() },
    ])
    await prune()
    for (let i = 0; i < 4; i++) chain.add([])
    expect(await catchUp()).toEqual({ indexed: 64, finalised: 64 })
    await prune()
    expect(await heights()).toEqual([5, 31, ...from(55, 64)])
  })

  test('are kept while the index is shorter than what is kept, and of a chain set aside as of the one in use', async () => {
    await sixty()
    await prune(60)
    expect(await heights()).toEqual(from(1, 60))
    await catchUp(new FakeChain('other'))
    await prune()
    expect(await heights()).toEqual([1])
    await catchUp()
    expect(await heights()).toEqual([5, 31, ...from(51, 60)])
  })

  test('do not keep the index from rolling back among the last ones', async () => {
    await sixty()
    await prune()
    chain.cut(54)
    for (let i = 0; i < 9; i++) chain.add(i === 3 ? transfer(ann, ben, 4n) : [], {}, 'other')
    await catchUp()
    expect(await heights()).toEqual([5, 31, ...from(51, 63)])
    expect(await billOf(ben)).toEqual([
      { block: 58, type: 'transfer-in', amount: '4' },
      { block: 31, type: 'transfer-in', amount: '3' },
    ])
  })

  test('are read anew where a rollback goes deeper, from the last block both sides know', async () => {
    await sixty()
    await prune()
    chain.cut(40)
    for (let i = 0; i < 25; i++) chain.add(i === 3 ? transfer(ann, ben, 4n) : [], {}, 'other')
    chain.reads = 0
    await catchUp()
    expect(chain.reads).toBe(65 - 31)
    expect(await heights()).toEqual([5, ...from(31, 65)])
    expect(await billOf(ben)).toEqual([
      { block: 44, type: 'transfer-in', amount: '4' },
      { block: 31, type: 'transfer-in', amount: '3' },
    ])
    await prune()
    expect(await heights()).toEqual([5, 31, 44, ...from(56, 65)])
    chain.cut(1)
    for (let i = 0; i < 70; i++) chain.add([], {}, 'third')
    await catchUp()
    expect(await heights()).toEqual(from(1, 71))
    expect(await billOf(ann)).toEqual([])
  })

  test('are pruned while blocks are written and rolled back, and nothing is missing or twice', async () => {
    await sixty()
    for (let round = 0; round < 8; round++) {
      chain.cut(chain.height - 3)
      for (let i = 0; i < 9; i++) chain.add(i === 8 ? transfer(ann, ben, 1n) : [], {}, `round ${round}`)
      await Promise.all([catchUp(), prune(2), prune(2), catchUp(), prune(2)])
    }
    await catchUp()
    const kept = await heights()
    expect(kept.slice(-2)).toEqual([chain.height - 1, chain.height])
    const events = chain.blocks.filter(({ block }) => block.events.length > 0).map(({ block }) => block.height)
    expect(events.filter((height) => !kept.includes(height))).toEqual([])
    expect((await billOf(ben)).map(({ block }) => block).sort((a, b) => a - b)).toEqual(events.filter((at) => at > 5))
  })
})

test('blocks whose state no node keeps are left out, and orders are read as they are now', async () => {
  chain.add([placed(0, ann, 10n)], { 0: order(0, ann) })
  await catchUp()
  for (let i = 0; i < 40; i++)
    chain.add(transfer(ann, ben, 1n), { 0: order(0, ann, { status: 'Canceled' }), 1: order(1, ben) })
  chain.firstKept = 31
  await catchUp()
  expect(await heights()).toEqual([1, 2, ...Array.from({ length: 12 }, (_, i) => i + 31)])
  expect((await service().listUserOrders(page(ann))).content).toMatchObject([{ index: 0, status: 'Canceled' }])
  expect((await service().listUserOrders(page(ben))).content).toMatchObject([{ index: 1, size: String(2n ** 40n) }])
})

test('a storage order is paged in both orders, with the sums of its miners’ income, and stays after its purge', async () => {
  for (let id = 0; id < 45; id++)
    chain.add([placed(id, ann, 1n)], { [id]: order(id, ann, { createdBlock: chain.height + 1 }) })
  chain.add([joined(7, mia, 2)], { 7: order(7, ann, { replicas: [replica(mia, 30n), replica(ben, 3n)] }) })
  chain.add([{ transaction: 2, pallet: 'Market', name: 'OrderPurged', data: { id: 3, owner: ann, reward: '0' } }], {
    3: undefined,
  })
  await catchUp()
  const ids = async (query: object) => {
    const { content, total } = await service().listUserOrders({ ...page(ann), ...query })
    return [total, ...content.map(({ index }) => index)]
  }
  expect(await ids({ current: 3, sort: 0 })).toEqual([45, 40, 41, 42, 43, 44])
  expect(await ids({ current: 1, size: 2 })).toEqual([45, 44, 43])
  expect(await ids({ current: 9 })).toEqual([45])
  const notes = (query: object) => service().listOrderNotes({ account: ann, size: 1_000, ...query })
  expect((await notes({})).content.map(({ index }) => index)).toEqual(Array.from({ length: 45 }, (_, i) => 44 - i))
  expect(await notes({ before: 3, size: 2 })).toMatchObject({ content: [{ index: 2 }, { index: 1 }], hasMore: true })
  expect(await notes({ before: 2, size: 2 })).toMatchObject({ content: [{ index: 1 }, { index: 0 }], hasMore: false })
  expect((await notes({ account: ben })).content).toEqual([])
  const chosen = async (account: string) => (await service().listChosenOrders(account, [3, 40, 99])).content
  expect((await chosen(ann)).map(({ index }) => index)).toEqual([40, 3])
  expect(await chosen(ben)).toEqual([])
  const { content } = await service().listMinerOrders(page(mia))
  expect(content).toMatchObject([
    { calculate_income: '30', order: { index: 7, calculate_income: '33', estimated_income: '200' } },
  ])
  expect(content[0]!.order.block_time).toBe(new Date(chain.blocks[9]!.block.timeMs).toISOString())
})

test('served orders of an account that end within a week are found, soonest first', async () => {
  const week = 7 * 14_400
  const at = (deadlineBlock: number, given: object = {}) => ({ status: 'Finished' as const, deadlineBlock, ...given })
  const all = [at(60), at(week), at(week + 60), at(50, { status: 'Cleared' }), at(1), at(55), at(40)]
  for (const [id, given] of all.entries()) {
    const owner = id === 5 ? ben : ann
    chain.add([placed(id, owner, 1n)], { [id]: order(id, owner, given) })
  }
  await catchUp()
  const { content, block } = await service().listEndingOrders(ann)
  expect(content.map(({ index }) => index)).toEqual([6, 0, 1])
  expect(block).toBe(chain.height)
  expect((await service().listEndingOrders(mia)).content).toEqual([])
})

test('of an order that is served, the nodes that have confirmed their copy are found, and no others', async () => {
  const replicas = [replica(mia, 1n), { ...replica(ben, 1n), isConfirmed: false }]
  chain.add([placed(0, ann, 1n)], { 0: order(0, ann, { status: 'Finished', deadlineBlock: 1000, replicas }) })
  await catchUp()
  expect((await pickKept(db, mia, 5)).map(({ orderId }) => orderId)).toEqual([0])
  expect(await pickKept(db, ben, 5)).toEqual([])
})

test('a bill is found by its days in Shanghai, its type and its amounts', async () => {
  const day = 86_400_000
  chain.add(transfer(ann, ben, 10n ** 12n, 7n))
  chain.timeMs += day
  chain.add(
    [
      ...transfer(address(9), ann, 10n ** 12n),
      ...transfer(ann, chain.pot, 25n * 10n ** 11n, 1n, 3),
      placed(0, ann, 25n * 10n ** 11n, 3),
    ],
    { 0: order(0, ann) },
  )
  await catchUp()
  const types = async (query: object) => (await billOf(ann, query)).map(({ type }) => type)
  expect(await types({})).toEqual(['storage-payment', 'faucet', 'transfer-out'])
  expect(await types({ endTime: '2026-03-01' })).toEqual(['transfer-out'])
  expect(await types({ startTime: '2026-03-02', endTime: '2026-03-02' })).toEqual(['storage-payment', 'faucet'])
  expect(await types({ type: 'faucet' })).toEqual(['faucet'])
  expect(await types({ minAmount: '1.5' })).toEqual(['storage-payment'])
  expect(await types({ maxAmount: '1' })).toEqual(['faucet', 'transfer-out'])
  expect(await billOf(ann, { type: 'transfer-out' })).toEqual([
    { block: 2, type: 'transfer-out', amount: '-1000000000000', fee: '7' },
  ])
  // Sums are those of all that is found, whatever the page, and fees go out.
  const sums = async (query: object) => await listBill(db, { address: ann, page: 0, size: 1, ...query })
  expect(await sums({})).toMatchObject({ inAmount: '1000000000000', outAmount: '3500000000008' })
  expect(await sums({ type: 'faucet' })).toMatchObject({ inAmount: '1000000000000', outAmount: '0' })
  await expect(types({ minAmount: '2', maxAmount: '1' })).rejects.toMatchObject({ code: 'wallet.amount-range' })
  await expect(types({ startTime: 'yesterday' })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(billOf('nobody')).rejects.toMatchObject({ code: 'chain.address-invalid' })
})

test('each day that ended is kept with the figures of its last block', async () => {
  chain.add([placed(0, ann, 1n)], { 0: order(0, ann) })
  chain.timeMs += 86_400_000
  chain.add([placed(1, ann, 1n)], { 1: order(1, ann) })
  chain.timeMs += 86_400_000
  chain.add([])
  await catchUp()
  expect(await service().listDays()).toMatchObject([
    { date: '2026-03-01', validFilesNumber: 1, storageNode: 1, totalStorageMessage: '1000 B' },
    { date: '2026-03-02', validFilesNumber: 2 },
  ])
})

test('a day whose end is kept while the next one’s first block is not written yet stands once', async () => {
  await catchUp()
  await sql`insert into chain_day (network, day, height, miners, live_orders, replicas, total_bytes, used_bytes)
    select network, day, height, 1, 1, 0, 0, 0 from chain_block, (values ('2026-02-28'::date), ('2026-03-01')) as d (day)`.execute(
    db,
  )
  const figures = { miners: 2, liveOrders: 3, replicas: 0, totalBytes: 10n, usedBytes: 0n }
  const busy = { status: () => 'ready', getStatistics: async () => figures } as unknown as Chain
  expect(await createChainService({ db, chain: busy }).listDays()).toMatchObject([
    { date: '2026-02-28', storageNode: 1 },
    { date: '2026-03-01', storageNode: 2 },
  ])
})

function page(account: string) {
  return { account, current: 1, size: 20, sort: 1 }
}
function placed(id: number, owner: string, total: bigint, transaction = 2) {
  return { transaction, pallet: 'Market', name: 'OrderCreated', data: { id, owner, quote: { total: String(total) } } }
}
function joined(id: number, miner: string, index: number) {
  return { index, transaction: 3, pallet: 'Market', name: 'ReplicaJoined', data: { id, miner } }
}
function proof(name: string, id: number) {
  return { transaction: 2, pallet: 'Market', name, data: { id, miner: mia } }
}
