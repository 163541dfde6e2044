import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Miner } from '@trove/chain-client/reading/views'
import { serverAccount } from '@trove/chain-client/server-keys'
import { expect, test } from 'vitest'
import { makeFile, startTestGateway, type TestFile } from '../../test/gateway.ts'
import { makeFolder, until } from '../../test/lab.ts'
import { createVolumes } from '../disk/volumes.ts'
import { createGateway } from '../gateway/gateway.ts'
import { openJournal } from '../journal/journal.ts'
import { createFetching } from './fetching.ts'
import { acceptOrders, findOrders } from './joining.ts'
import { keepBooks } from './keeping.ts'
import type { Moment, NodeNeeds } from './needs.ts'
import { createProver } from './prover.ts'

const account = serverAccount('//Charlie')
const ID = 5
const MOMENT = { block: 50, pace: { epochBlocks: 10, bondBasePlanck: 9n, bondGibPlanck: 1n } } as Moment
const BONDED = { bondPlanck: 10n, totalBytes: 2n ** 30n } as Miner

/** A node with a real disk, journal and gateway. What it needs of the chain, a test gives. */
async function lab(chain: object = {}, { spareBytes = 0, capacityBytes = 2 ** 30, more = [] as string[] } = {}) {
  const { folder, remove } = makeFolder()
  const gateway = await startTestGateway()
  const journal = openJournal(join(folder, 'journal'))
  const file = await makeFile(300_000)
  gateway.add(file)
  const volume = join(folder, 'volume')
  const disks = [...more.map((name) => join(folder, name)), volume]
  const events: string[] = []
  const volumes = createVolumes(
    disks.map((disk) => ({ folder: disk, capacityBytes })),
    journal.orders,
    spareBytes,
  )
  const needs = {
    ...{ account, journal, volumes, chain, prover: await createProver() },
    source: createGateway(gateway.url, new AbortController().signal),
    log: (_: string, event: string) => events.push(event),
  } as unknown as NodeNeeds
  const fetching = createFetching(needs)
  return {
    ...{ gateway, journal, file, volume, volumes, events, folder, needs, fetching },
    row: () => journal.orders.find(ID)!,
    begin(step: 'fetching' | 'checked' | 'serving', isDamaged = false) {
      const { cid, rootHex, sizeBytes } = file
      journal.orders.begin({ id: ID, cid, rootHex, sizeBytes, seenBlock: 1, deadlineBlock: 900 }, step)
      journal.orders.note(ID, { volume, isDamaged })
    },
    async close() {
      await fetching.stop()
      journal.close()
      await gateway.close()
      remove()
    },
  }
}

type Lab = Awaited<ReturnType<typeof lab>>

/** Brings the file onto the disk by the node's own way, and forgets which blocks that took. */
async function keepFile({ begin, fetching, row, gateway }: Lab): Promise<void> {
  begin('fetching')
  fetching.kick(1)
  await until(() => row().step === 'checked')
  gateway.asked.length = 0
}

const listing = ({ cid, rootHex, sizeBytes }: TestFile) => ({
  listMinerOrders: async () => ({
    items: [
      {
        order: {
          ...{ id: ID, cid, rootHex, sizeBytes: BigInt(sizeBytes), status: 'Finished', deadlineBlock: 900 },
          replicas: [
            {
              ...{ miner: account.address, provenBlock: 40, misses: 0, isConfirmed: true },
              ...{ calculateIncomePlanck: 0n, paidPlanck: 0n },
            },
          ],
        },
      },
    ],
  }),
})

test('an order that the journal lost is served from the bytes that lie there, also on a volume without room', async () => {
  const one = await lab(listing(await makeFile(300_000)), { capacityBytes: 300_000 })
  await keepFile(one)
  const { journal, needs, file, volume, fetching, row, gateway } = one
  journal.orders.forget()
  // Another order has all that is left of the volume's share.
  journal.orders.begin({ ...file, id: 9, cid: 'other', seenBlock: 1, deadlineBlock: 900 }, 'serving')
  journal.orders.note(9, { volume, provenBlock: 50 })
  gateway.answer = 'nothing'
  await keepBooks(needs, 50)
  expect(row()).toMatchObject({ step: 'serving', volume, isDamaged: true })
  fetching.kick(50)
  await until(() => !row().isDamaged)
  expect(gateway.asked).toEqual([])
  await one.close()
})

test('bytes that lie there but are others than were ordered are fetched, and not taken for a copy', async () => {
  const one = await lab()
  await keepFile(one)
  const { journal, volumes, volume, file, fetching, row, gateway } = one
  const copy = volumes.copyOf(volume, file)
  await copy.writeFrame(0, new Uint8Array(1000))
  await copy.close()
  journal.orders.note(ID, { isDamaged: true })
  fetching.kick(50)
  await until(() => !row().isDamaged)
  expect(gateway.asked.length).toBeGreaterThan(0)
  expect(await volumes.copyOf(volume, file).readFrame(0)).toEqual(file.bytes.slice(0, 2 ** 18))
  await one.close()
})

test('an adopted order without room finds a volume in a later round', async () => {
  const one = await lab(listing(await makeFile(300_000)), { capacityBytes: 300_000 })
  const { journal, needs, file, volume, row } = one
  journal.orders.begin({ ...file, id: 9, cid: 'other', seenBlock: 1, deadlineBlock: 900 }, 'serving')
  journal.orders.note(9, { volume, provenBlock: 51 })
  await keepBooks(needs, 50)
  expect(row()).toMatchObject({ step: 'serving', volume: undefined })
  journal.orders.move(9, ['serving'], 'gone')
  await keepBooks(needs, 51)
  expect(row()).toMatchObject({ step: 'serving', volume, isDamaged: true })
  await one.close()
})

test('a disk that fails while an order is given up is logged, and the process goes on', async () => {
  const one = await lab()
  const { volumes, begin, fetching, events, needs } = one
  const broken = {
    ...volumes,
    copyOf: (...given: Parameters<typeof volumes.copyOf>) => ({
      ...volumes.copyOf(...given),
      remove: () => Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' })),
    }),
    hasSpace: async () => false,
  }
  Object.assign(needs, { volumes: broken })
  const again = createFetching(needs)
  begin('fetching')
  again.kick(1)
  await until(() => events.includes('fetch.fault'))
  await again.stop()
  await fetching.stop()
  await one.close()
})

test('of several volumes one that is gone has no room, and the others take orders', async () => {
  const one = await lab({}, { more: ['gone'] })
  writeFileSync(join(one.folder, 'gone'), '')
  expect(await one.volumes.findRoom(1000)).toBe(one.volume)
  await one.close()
})

test('bytes are fetched anew only while the disk keeps what is to stay free', async () => {
  const one = await lab({}, { spareBytes: 2 ** 60 })
  one.begin('serving', true)
  one.fetching.kick(1)
  await until(() => one.row().tries === 1 || !one.row().isDamaged)
  expect(one.row()).toMatchObject({ step: 'serving', isDamaged: true })
  expect(one.gateway.asked).toEqual([])
  await one.close()
})

test('an order for which the disk was full is looked at again once there may be room', async () => {
  const one = await lab({}, { spareBytes: 2 ** 60 })
  one.begin('fetching')
  one.fetching.kick(1)
  await until(() => one.row().step !== 'fetching')
  expect(one.row()).toMatchObject({ step: 'seen', reason: 'disk-full', nextBlock: 65 })
  await one.close()
})

test('a copy that cannot show the asked leaves is fetched anew before it is shown again', async () => {
  const one = await lab({
    findOrder: async () => ({ replicas: [] }),
    findJoin: async () => ({ leafIndexes: [0], lastBlock: 90, hasTurn: true }),
  })
  await keepFile(one)
  const { volumes, volume, file, needs, fetching, row } = one
  const copy = volumes.copyOf(volume, file)
  await copy.writeFrame(0, new Uint8Array(1000))
  await copy.close()
  await acceptOrders(needs, MOMENT, BONDED)
  expect(row()).toMatchObject({ step: 'fetching', isDamaged: true })
  fetching.kick(50)
  await until(() => row().step === 'checked')
  expect(row().isDamaged).toBe(false)
  expect(await volumes.copyOf(volume, file).readFrame(0)).toEqual(file.bytes.slice(0, 2 ** 18))
  await one.close()
})

test.each([
  [10n, ['accept']],
  [9n, []],
])('of a bond of 10 a node that has %s sends these acceptances: %j', async (bondPlanck, wanted) => {
  const sent: string[] = []
  const one = await lab({
    findOrder: async () => ({ replicas: [] }),
    findJoin: async () => ({ leafIndexes: [0], lastBlock: 90, hasTurn: true }),
    minerCalls: { accept: () => ({}) },
  })
  await keepFile(one)
  const send = async (purpose: string) => {
    sent.push(purpose)
    return { kind: 'waiting' }
  }
  Object.assign(one.needs, { sender: { send } })
  await acceptOrders(one.needs, MOMENT, { ...BONDED, bondPlanck })
  expect(sent).toEqual(wanted)
  expect(one.row().tries).toBe(0)
  await one.close()
})

const ME = { miner: account.address }
const OTHER = { miner: serverAccount('//Dave').address }
test.each([
  ['fetching', undefined, 'canceled'],
  ['fetching', { status: 'Canceled', wanted: 1, replicas: [] }, 'canceled'],
  ['fetching', { status: 'Cleared', wanted: 1, replicas: [OTHER] }, 'cleared'],
  ['fetching', { status: 'Finished', wanted: 1, replicas: [OTHER] }, 'taken-by-others'],
  ['fetching', { status: 'Finished', wanted: 2, replicas: [OTHER] }, undefined],
  ['fetching', { status: 'Pending', wanted: 1, replicas: [ME] }, undefined],
  ['seen', { status: 'Canceled', wanted: 1, replicas: [] }, 'canceled'],
  ['seen', { status: 'Pending', wanted: 1, replicas: [] }, undefined],
] as const)(
  'an order at %s that is %o on chain is not waited for once nobody can take it: %s',
  async (step, order, reason) => {
    const chain = {
      findOrder: async () => order,
      getBalance: async () => ({ transferablePlanck: 1n }),
      listFreeSlots: async () => ({ items: [], next: undefined }),
    }
    const { begin, journal, row, needs, close } = await lab(chain)
    begin('fetching')
    journal.orders.note(ID, { tries: 3, nextBlock: step === 'fetching' ? 60 : 40 })
    if (step === 'seen') journal.orders.move(ID, ['fetching'], 'seen')
    await findOrders(needs, MOMENT, BONDED)
    expect(row()).toMatchObject({ step: reason ? 'dropped' : step, reason })
    await close()
  },
)
