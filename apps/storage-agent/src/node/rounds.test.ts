import { join } from 'node:path'
import type { MinerChain } from '@trove/chain-client/miner/chain'
import { serverAccount } from '@trove/chain-client/server-keys'
import { expect, test } from 'vitest'
import { makeFolder, startNode, until } from '../../test/lab.ts'
import { openJournal } from '../journal/journal.ts'

const account = serverAccount('//Charlie')

/** A chain of one miner; a test says how far it is, and what it lists. */
function chainAt(best: number) {
  const world = {
    ...{ best, status: 'connected', network: '0x01' },
    ...{ listed: [] as object[], asked: [] as string[], failing: /^never$/ },
  }
  let tell: (heads: { best: number }) => void = () => {}
  const goTo = (block: number) => {
    world.best = block
    tell({ best: block })
  }
  const chain = {
    status: () => world.status,
    watchHeads(listener: typeof tell) {
      tell = listener
      listener({ best: world.best })
      return () => {}
    },
    getNetworkId: async () => world.network,
    getParams: async () => ({
      timing: { epoch_blocks: 10, window_epochs: 4 },
      bond: { base: 1n, per_gib: 1n },
      collateral: { floor: 1n },
    }),
    findMiner: async () => ({
      ...{ totalBytes: 64n * 2n ** 20n, usedBytes: 0n, replicas: 1, sinceBlock: 1, peer: '' },
      bondPlanck: 2n,
    }),
    getBalance: async () => ({ transferablePlanck: 10n ** 12n }),
    getIncome: async () => 0n,
    listFreeSlots: async () => ({ items: [], next: undefined }),
    listMinerOrders: async () => ({ items: world.listed.map((order) => ({ order })), next: undefined }),
    async listDue() {
      world.asked.push('due')
      return { items: [], next: undefined }
    },
    findOrder: async () => undefined,
    askFate: async () => ({ kind: 'done' }),
    estimateFee: async () => 0n,
    calls: { calculateReward: (id: number) => `settle ${id}`, leave: (id: number) => `leave ${id}` },
    async submitAndWatch(call: string) {
      world.asked.push(call)
      // A block takes its time: what waits for something has its turn meanwhile.
      await new Promise((resolve) => setImmediate(resolve))
      goTo(world.best + 1)
      if (world.failing.test(call)) throw new Error(`${call} fails`)
      return { kind: 'in-block' }
    },
  }
  return { chain: chain as unknown as MinerChain, world, goTo }
}

const serving = (id: number) => ({
  ...{ id, cid: 'bafy', rootHex: `0x${'00'.repeat(32)}`, sizeBytes: 10, seenBlock: 1, deadlineBlock: 9000 },
})

const listedOf = (id: number) => ({
  ...serving(id),
  ...{ sizeBytes: 10n, status: 'Finished', replication: 1 },
  replicas: [
    {
      ...{ miner: account.address, provenBlock: 400, misses: 0, isConfirmed: true },
      ...{ calculateIncomePlanck: 21n, paidPlanck: 0n },
    },
  ],
})

/** A folder whose journal knows some orders as served. */
function served(ids: number[]) {
  const { folder, remove } = makeFolder()
  const journal = openJournal(folder)
  for (const id of ids) {
    journal.orders.begin(serving(id), 'serving')
    journal.orders.note(id, { volume: join(folder, 'volume'), isConfirmed: true })
  }
  journal.setFact('network', '0x01')
  journal.close()
  return { options: { folder, account, gatewayUrl: 'http://127.0.0.1:9' }, remove }
}

test('a chain node that reads its history again ends no order: nothing is done until it is near the highest block seen', async () => {
  const { options, remove } = served([5])
  const earlier = chainAt(500)
  earlier.world.listed = [listedOf(5)]
  const first = await startNode(earlier.chain, options)
  await until(() => first.journal.orders.find(5)?.provenBlock === 400)
  await first.stop()
  const { chain, goTo, world } = chainAt(399)
  const node = await startNode(chain, options)
  await until(
    () => node.journal.orders.find(5)?.step === 'gone' || node.lines.some(({ event }) => event === 'chain.behind'),
  )
  expect(node.journal.orders.find(5)?.step).toBe('serving')
  expect(world.asked).toEqual([])
  goTo(501)
  await until(() => node.journal.orders.find(5)?.step === 'gone')
  await node.stop()
  remove()
})

test.each(['other-chain', 'unreachable'])(
  'heights of a chain that is %s are believed by no node: it goes on with its own one',
  async (status) => {
    const { options, remove } = served([5])
    const { chain, goTo, world } = chainAt(500)
    world.listed = [listedOf(5)]
    const node = await startNode(chain, options)
    await until(() => world.asked.includes('due'))
    // Another chain answers at the address: its blocks come before it is known for one, and after.
    Object.assign(world, { status, network: '0x02' })
    goTo(1_000_000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const asked = world.asked.length
    Object.assign(world, { status: 'connected', network: '0x01' })
    goTo(520)
    await until(() => world.asked.length > asked || node.lines.some(({ event }) => event === 'chain.behind'))
    expect(world.asked.slice(asked)).toContain('due')
    await node.stop()
    remove()
  },
)

const ids = Array.from({ length: 14 }, (_, i) => i + 1)
/** Calls of one kind that went out between one look for proofs and the next. */
const runs = (asked: string[]) =>
  asked
    .join()
    .split('due')
    .map((between) => between.split(',').filter(Boolean).length)
const FEW = 4
/** Of fourteen, more fail than have a turn in one round. */
const failing = / [1-6]$/

test('a node with much to settle looks for proofs every few calls, and orders whose settling fails keep no other waiting', async () => {
  const { options, remove } = served(ids)
  const { chain, world } = chainAt(500)
  world.listed = ids.map(listedOf)
  world.failing = failing
  const node = await startNode(chain, options)
  await until(() => ids.every((id) => world.asked.includes(`settle ${id}`)))
  await node.stop()
  expect(world.asked[0]).toBe('due')
  expect(Math.max(...runs(world.asked))).toBeLessThanOrEqual(FEW)
  expect(node.lines.filter(({ event, work }) => event === 'order.fault' && work === 'settle')).not.toEqual([])
  remove()
})

test('a node that resigns leaves a few orders a round, looks for proofs in between, and one that cannot be left keeps no other waiting', async () => {
  const { options, remove } = served(ids)
  const { chain, world } = chainAt(500)
  world.listed = ids
    .map(listedOf)
    .map((order) => ({ ...order, replicas: [{ ...order.replicas[0], calculateIncomePlanck: 0n }] }))
  world.failing = failing
  const node = await startNode(chain, { ...options, isResigning: true })
  await until(() => ids.every((id) => world.asked.includes(`leave ${id}`)))
  await node.stop()
  expect(Math.max(...runs(world.asked))).toBeLessThanOrEqual(FEW)
  remove()
})
