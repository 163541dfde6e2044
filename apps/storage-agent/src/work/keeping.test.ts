import type { Fate } from '@trove/chain-client/reading/outcome'
import { serverAccount } from '@trove/chain-client/server-keys'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/lab.ts'
import { createVolumes } from '../disk/volumes.ts'
import { openJournal } from '../journal/journal.ts'
import { keepBooks } from './keeping.ts'
import type { NodeNeeds } from './needs.ts'
import { createSettling } from './settling.ts'

const account = serverAccount('//Charlie')
const order = {
  ...{ id: 5, cid: 'bafy', rootHex: `0x${'00'.repeat(32)}`, sizeBytes: 10n, status: 'Pending', deadlineBlock: 900 },
  replicas: [] as object[],
}
const replica = {
  ...{ miner: account.address, provenBlock: 40, misses: 0, isConfirmed: true },
  ...{ calculateIncomePlanck: 21n, paidPlanck: 0n },
}

/** Books over a chain that lists some orders; the journal knows order 5 as served. */
function lab(listed: object[], fate: Fate['kind'] = 'done') {
  const { folder, remove } = makeFolder()
  const journal = openJournal(folder)
  const settled: number[] = []
  const { id, cid, rootHex, deadlineBlock } = order
  journal.orders.begin({ id, cid, rootHex, sizeBytes: 10, seenBlock: 1, deadlineBlock }, 'serving')
  journal.orders.note(id, { volume: folder })
  journal.calls.sent('accept', id, { hash: '0x01', address: account.address, nonce: 0, firstBlock: 1, lastBlock: 64 })
  journal.calls.ended('0x01', 'done')
  const chain = {
    listMinerOrders: async () => ({ items: listed.map((one) => ({ order: one })), next: undefined, total: 1 }),
    findOrder: async () => order,
    askFate: async () => ({ kind: fate }),
    calls: { calculateReward: (one: number) => one },
    estimateFee: async () => 1n,
  }
  const needs = {
    ...{ account, journal, chain, settleFees: 20n, log: () => {} },
    volumes: createVolumes([{ folder, capacityBytes: 2 ** 30 }], journal.orders, 0),
    sender: { send: async (_: string, __: unknown, one: number) => settled.push(one) },
  } as unknown as NodeNeeds
  const close = () => {
    journal.close()
    remove()
  }
  const settling = createSettling(needs)
  const keep = async (block = 50) => {
    settling.take(await keepBooks(needs, block))
    await settling.settleSome(block)
  }
  return { keep, row: () => journal.orders.find(id), settled, journal, close }
}

test('an acceptance whose block was replaced is made again, and its bytes stay', async () => {
  const { keep, row, close } = lab([], 'impossible')
  await keep()
  expect(row()).toMatchObject({ step: 'checked', reason: undefined })
  close()
})

test('while final blocks do not say it, nothing is given up', async () => {
  const { keep, row, close } = lab([], 'open')
  await keep()
  expect(row()?.step).toBe('serving')
  close()
})

test('a replica that the chain took away is gone for good', async () => {
  const { keep, row, close } = lab([])
  await keep()
  expect(row()).toMatchObject({ step: 'gone', reason: 'lost' })
  close()
})

test.each([
  [20n, []],
  [21n, [5]],
])('earned %s units are settled only above twenty fees', async (calculateIncomePlanck, expected) => {
  const listed = { ...order, status: 'Finished', replicas: [{ ...replica, calculateIncomePlanck }] }
  const { keep, row, settled, close } = lab([listed])
  await keep()
  expect(settled).toEqual(expected)
  expect(row()).toMatchObject({ step: 'serving', isConfirmed: true, earnedPlanck: calculateIncomePlanck })
  close()
})

test.each([{ seenBlock: 50 }, { seenBlock: 1, provenBlock: 50 }])(
  'a chain that is not past what the journal saw of an order (%o) ends nothing',
  async ({ seenBlock, provenBlock }) => {
    const { keep, row, journal, close } = lab([])
    const { id, cid, rootHex, deadlineBlock } = order
    journal.orders.begin({ id, cid, rootHex, sizeBytes: 10, seenBlock, deadlineBlock }, 'serving')
    journal.orders.note(id, { provenBlock })
    await keep()
    expect(row()?.step).toBe('serving')
    await keep(51)
    expect(row()?.step).toBe('gone')
    close()
  },
)

test('an acceptance that a killed agent did not see end is served once the chain shows it, also by one that resigns', async () => {
  const { keep, row, journal, close } = lab([{ ...order, replicas: [replica] }])
  journal.orders.move(order.id, ['serving'], 'accepting', { tries: 3 })
  await keep()
  expect(row()).toMatchObject({ step: 'serving', isConfirmed: true, tries: 0 })
  close()
})

test.each([
  ['fetching', true],
  ['checked', false],
] as const)(
  'an order that is being prepared while the chain counts on this node already is served (%s)',
  async (step, isDamaged) => {
    const { keep, row, journal, close } = lab([{ ...order, replicas: [replica] }])
    journal.orders.move(order.id, ['serving'], step, { tries: 3 })
    await keep()
    expect(row()).toMatchObject({ step: 'serving', isConfirmed: true, isDamaged, tries: 0 })
    close()
  },
)

test('an order that the journal lost is kept on, and its bytes are fetched again', async () => {
  const { keep, journal, close } = lab([{ ...order, id: 6, status: 'Finished', replicas: [replica] }])
  await keep()
  expect(journal.orders.find(6)).toMatchObject({ step: 'serving', isDamaged: true, volume: expect.any(String) })
  close()
})

test('what an order earns is booked on the day it is seen, and an order that ended with what it earned last', async () => {
  const listed = { ...order, status: 'Finished', replicas: [{ ...replica }] }
  const { keep, row, journal, close } = lab([listed])
  const days = (block: number) => journal.income.listDays(block, 100, 3)
  await keep(50)
  await keep(60)
  Object.assign(listed.replicas[0]!, { calculateIncomePlanck: 30n })
  await keep(250)
  expect(days(250)).toEqual([21n, 0n, 9n])
  Object.assign(listed, { status: 'Cleared', replicas: [{ ...replica, calculateIncomePlanck: 2n ** 70n }] })
  await keep(260)
  expect(row()).toMatchObject({ step: 'gone', reason: 'cleared', earnedPlanck: 2n ** 70n })
  expect(days(260)).toEqual([21n, 0n, 2n ** 70n - 21n])
  expect(days(249)).toEqual([0n, 21n, 0n])
  journal.income.prune(250)
  expect(days(260)).toEqual([0n, 0n, 2n ** 70n - 21n])
  journal.forget()
  expect(days(260)).toEqual([0n, 0n, 0n])
  close()
})

test('what an order earned before its journal was lost is no income of today', async () => {
  const { keep, row, journal, close } = lab([{ ...order, status: 'Finished', replicas: [replica] }])
  journal.orders.forget()
  await keep()
  expect(row()).toMatchObject({ step: 'serving', earnedPlanck: 21n })
  expect(journal.income.listDays(50, 100, 1)).toEqual([0n])
  close()
})
