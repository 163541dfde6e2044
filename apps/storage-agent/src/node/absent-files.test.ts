import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Miner } from '@trove/chain-client/reading/views'
import { expect, test } from 'vitest'
import { makeFile } from '../../test/gateway.ts'
import { makeFolder, until } from '../../test/lab.ts'
import type { Copy } from '../disk/copy.ts'
import { createVolumes } from '../disk/volumes.ts'
import { createGateway, NotThere, Unavailable } from '../gateway/gateway.ts'
import { openJournal } from '../journal/journal.ts'
import { createFetching } from '../work/fetching.ts'
import { findOrders } from '../work/joining.ts'
import type { Moment, NodeNeeds } from '../work/needs.ts'

const MINER = { bondPlanck: 10n, totalBytes: 2n ** 30n, usedBytes: 0n, sinceBlock: 1 } as Miner
const PACE = { epochBlocks: 10, bondBasePlanck: 9n, bondGibPlanck: 1n, collateralFloorPlanck: 0n }

/** Files that are fetched at the same time. */
const AT_ONCE = 2
/** Nothing lies there, and no disk is waited for. */
const NO_COPY = {
  isWhole: async () => false,
  countBytes: async () => 0,
  readFrame: async () => undefined,
  remove: async () => undefined,
  close: async () => undefined,
} as unknown as Copy

/** A node that sees orders of files nobody has; `fail` says how their bytes do not come. */
async function lab(count: number, fail: () => Error) {
  const { folder, remove } = makeFolder()
  const journal = openJournal(join(folder, 'journal'))
  const volumes = createVolumes([{ folder: join(folder, 'volume'), capacityBytes: 2 ** 30 }], journal.orders, 0)
  const files = await Promise.all(Array.from({ length: count }, (_, i) => makeFile(100, i + 1)))
  const orderOf = (id: number) => {
    const { cid, rootHex, sizeBytes } = files[id - 1]!
    return {
      ...{ id, cid, rootHex, sizeBytes: BigInt(sizeBytes) },
      ...{ status: 'Pending', wanted: 3, replicas: [], durationBlocks: 14_400, poolPlanck: 10n ** 12n },
      ...{ deadlineBlock: 10_000_000, startedBlock: undefined },
    }
  }
  const items = Array.from({ length: count }, (_, i) => ({ order: orderOf(i + 1), openedBlock: 100 }))
  const looked: number[] = []
  let failed = 0
  let lastReason = ''
  const needs = {
    ...{ account: { address: 'me' }, journal, volumes: { ...volumes, copyOf: () => NO_COPY } },
    log: (_: string, event: string, fields: { reason: string }) => {
      if (event === 'file.not-fetched') failed++
      if (event === 'file.not-fetched') lastReason = fields.reason
    },
    policy: { leastMibDayPlanck: 0n, mostBytes: 2 ** 30, leastFloatPlanck: 0n },
    chain: {
      getBalance: async () => ({ transferablePlanck: 10n ** 15n }),
      listFreeSlots: async () => ({ items, next: undefined }),
      findOrder: async (id: number) => {
        looked.push(id)
        return orderOf(id)
      },
    },
    source: async () => {
      throw fail()
    },
  } as unknown as NodeNeeds
  const fetching = createFetching(needs)
  return {
    ...{ journal, looked, lastReason: () => lastReason },
    /** One block of a node's work; what is fetched in it has come to its end. */
    async round(block: number) {
      await findOrders(needs, { block, pace: PACE } as Moment, MINER)
      const due = journal.orders.list(['fetching']).filter(({ nextBlock }) => nextBlock <= block).length
      const wanted = failed + Math.min(due, AT_ONCE)
      fetching.kick(block)
      await until(() => failed === wanted)
    },
    async close() {
      await fetching.stop()
      journal.close()
      remove()
    },
  }
}

test.each([
  ['says that it has them not', () => new NotThere('x')],
  ['does not answer', () => new Unavailable('503')],
])('orders whose bytes never come do not keep a node from others while the gateway %s', async (_, fail) => {
  const one = await lab(9, fail)
  for (let block = 101; block <= 110; block++) await one.round(block)
  expect(one.journal.orders.find(9)?.tries).toBeGreaterThan(0)
  await one.close()
})

test('an order whose file the gateway has not is left after a few tries, one that does not come now after many', async () => {
  for (const [fail, step, reason] of [
    [() => new NotThere('x'), 'dropped', 'unavailable'],
    [() => new Unavailable('503'), 'fetching', undefined],
  ] as const) {
    const one = await lab(1, fail)
    for (let block = 101; block <= 120; block++) await one.round(block)
    expect(one.journal.orders.find(1)).toMatchObject({ step, reason })
    await one.close()
  }
})

test('orders that wait while the gateway is away for hours are fetched once it is back', async () => {
  let isAway = true
  const one = await lab(1, () => (isAway ? new Unavailable('503') : new NotThere('x')))
  // Each block costs a look at the disk: only those at which something is due.
  for (let block = 101; block <= 700; block++) {
    const row = one.journal.orders.find(1)
    if (!row || row.nextBlock <= block) await one.round(block)
  }
  isAway = false
  for (let block = 701; block <= 900 && one.journal.orders.find(1)?.step !== 'dropped'; block++) await one.round(block)
  // It is asked for again: now the gateway says that it has no such file.
  expect(one.lastReason()).toContain('has no x')
  await one.close()
})

test('however many orders wait for their bytes, a block asks the chain about a few, and about each in its turn', async () => {
  const one = await lab(10, () => new Unavailable('503'))
  for (const { id, cid, rootHex } of Array.from({ length: 10 }, (_, i) => ({ id: i + 1, cid: 'x', rootHex: '0x0' }))) {
    one.journal.orders.begin({ id, cid, rootHex, sizeBytes: 1, seenBlock: 1, deadlineBlock: 900 }, 'fetching')
    one.journal.orders.note(id, { nextBlock: 900, tries: 5 })
  }
  await one.round(101)
  expect(one.looked).toHaveLength(4)
  for (let block = 102; block <= 105; block++) await one.round(block)
  expect(new Set(one.looked).size).toBe(10)
  await one.close()
})

test.each([
  [404, true],
  [410, true],
  [429, false],
  [503, false],
])('a gateway that answers %i has no such block: %s', async (status, isAbsent) => {
  const server = createServer((_, response) => void response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const error = await createGateway(`http://127.0.0.1:${port}`)('bafy').catch((it: unknown) => it)
  expect(error).toBeInstanceOf(Unavailable)
  expect(error instanceof NotThere).toBe(isAbsent)
  await new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections())
})
