import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileDamaged } from '@trove/stored-file/bytes'
import { expect, test } from 'vitest'
import { makeFile, startTestGateway, type TestFile } from '../../test/gateway.ts'
import { makeFolder } from '../../test/lab.ts'
import { fetchCopy } from '../gateway/fetch-copy.ts'
import { createGateway } from '../gateway/gateway.ts'
import { openJournal } from '../journal/journal.ts'
import { HOLDING } from '../journal/orders.ts'
import { drop, findOrders } from '../work/joining.ts'
import type { NodeNeeds } from '../work/needs.ts'
import { createProver } from '../work/prover.ts'
import { createVolumes, folderOf } from './volumes.ts'

const CAPACITY = 2 ** 30

async function lab() {
  const { folder, remove } = makeFolder()
  const journal = openJournal(join(folder, 'journal'))
  const gateway = await startTestGateway()
  const volume = join(folder, 'volume')
  const volumes = createVolumes([{ folder: volume, capacityBytes: CAPACITY }], journal.orders, 0)
  const prover = await createProver()
  /** An order of these bytes that is kept on the volume. */
  const serve = (id: number, { cid, rootHex, sizeBytes }: TestFile) => {
    journal.orders.begin({ id, cid, rootHex, sizeBytes, seenBlock: 1, deadlineBlock: 9 }, 'serving')
    journal.orders.note(id, { volume })
  }
  return {
    ...{ journal, gateway, volume, volumes, serve },
    fetch: (file: TestFile) =>
      fetchCopy(file, createGateway(gateway.url, new AbortController().signal), volumes.copyOf(volume, file)),
    /** Whether the copy shows its first and last leaf. */
    isShown: async (file: TestFile) =>
      (await prover.prove(volumes.copyOf(volume, file), file.rootHex, file.sizeBytes, [
        0,
        Math.floor((file.sizeBytes - 1) / 1024),
      ])) !== undefined,
    async close() {
      journal.close()
      await gateway.close()
      remove()
    },
  }
}

test('an order of other bytes under the root of a kept file writes nothing into that file, and counts on its own', async () => {
  const { gateway, volume, volumes, journal, serve, fetch, isShown, close } = await lab()
  const [alice, junk] = [await makeFile(600_000, 1), await makeFile(400_000, 2)]
  const bait: TestFile = { ...junk, rootHex: alice.rootHex }
  const sameSize: TestFile = { ...(await makeFile(600_000, 3)), rootHex: alice.rootHex }
  for (const file of [alice, bait, sameSize]) gateway.add(file)
  await fetch(alice)
  serve(1, alice)
  for (const file of [bait, sameSize]) {
    expect(await volumes.copyOf(volume, file).isWhole()).toBe(false)
    await expect(fetch(file)).rejects.toThrow(FileDamaged)
    expect(journal.orders.isHeld({ ...file, volume })).toBe(false)
    expect(await isShown(alice)).toBe(true)
    await volumes.copyOf(volume, file).remove()
    expect(await isShown(alice)).toBe(true)
  }
  serve(2, bait)
  serve(3, alice)
  expect(journal.orders.heldBytes(volume)).toBe(1_000_000)
  await close()
})

test('bytes that no order names go at the start; those under the root alone, as earlier agents named them, are kept on', async () => {
  const { gateway, volume, volumes, journal, serve, fetch, isShown, close } = await lab()
  const [kept, orphan] = [await makeFile(300_000, 1), await makeFile(300_000, 2)]
  for (const file of [kept, orphan]) {
    gateway.add(file)
    await fetch(file)
  }
  serve(1, kept)
  const old = join(volume, 'copies', kept.rootHex.slice(2, 4), kept.rootHex.slice(2))
  await mkdir(join(old, '..'), { recursive: true })
  await rename(folderOf(volume, kept), old)
  expect(await volumes.removeOrphans(journal.orders.list(['serving']))).toBe(1)
  expect([await isShown(kept), await isShown(orphan)]).toEqual([true, false])
  await close()
})

test('bytes of an order that ended go from its volume, also where another order has the same ones on a second volume', async () => {
  const { folder, remove } = makeFolder()
  const journal = openJournal(join(folder, 'journal'))
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const disks = [first, second].map((disk) => ({ folder: disk, capacityBytes: CAPACITY }))
  const volumes = createVolumes(disks, journal.orders, 0)
  const file = await makeFile(1000)
  const lie = async () => {
    const found = [first, second].map((disk) => volumes.copyOf(disk, file).countBytes())
    return (await Promise.all(found)).map((bytes) => bytes > 0)
  }
  for (const [id, volume] of [first, second].entries()) {
    await mkdir(folderOf(volume, file), { recursive: true })
    await writeFile(join(folderOf(volume, file), 'data'), file.bytes)
    journal.orders.begin({ ...file, id, seenBlock: 1, deadlineBlock: 9 }, 'serving')
    journal.orders.note(id, { volume })
  }
  const needs = { journal, volumes, log: () => undefined } as unknown as NodeNeeds
  await drop(needs, journal.orders.find(0)!, 'leaving')
  expect(await lie()).toEqual([false, true])

  // A killed agent may have left them there; what an order without a volume can use stays.
  await mkdir(folderOf(first, file), { recursive: true })
  await writeFile(join(folderOf(first, file), 'data'), file.bytes)
  journal.orders.begin({ ...file, id: 3, seenBlock: 1, deadlineBlock: 9 }, 'serving')
  expect(journal.orders.isHeld({ ...file, volume: first })).toBe(true)
  expect(await volumes.removeOrphans(journal.orders.list(HOLDING))).toBe(0)
  journal.orders.move(3, HOLDING, 'gone')
  expect(await volumes.removeOrphans(journal.orders.list(HOLDING))).toBe(1)
  expect(await lie()).toEqual([false, true])
  journal.close()
  remove()
})

test('an order goes to the volume where another one has its bytes, and takes no room of it', async () => {
  const { folder, remove } = makeFolder()
  const journal = openJournal(join(folder, 'journal'))
  const file = { ...(await makeFile(1000)), cid: `bafkrei${'a'.repeat(52)}` }
  const other = { ...file, rootHex: `0x${'ab'.repeat(32)}` }
  const [small, wide] = [join(folder, 'small'), join(folder, 'wide')]
  const capacity = { [small]: 1000, [wide]: CAPACITY }
  const disks = [small, wide].map((disk) => ({ folder: disk, capacityBytes: capacity[disk]! }))
  const volumes = createVolumes(disks, journal.orders, 0)
  await mkdir(folderOf(small, file), { recursive: true })
  await writeFile(join(folderOf(small, file), 'data'), file.bytes)
  journal.orders.begin({ ...file, id: 0, seenBlock: 1, deadlineBlock: 9 }, 'serving')
  journal.orders.note(0, { volume: small })
  const slot = (id: number) => ({
    openedBlock: 5,
    order: {
      ...(id === 1 ? file : other),
      id,
      sizeBytes: 1000n,
      replicas: [],
      wanted: 1,
      deadlineBlock: 900,
      durationBlocks: 10,
      poolPlanck: 10n ** 12n,
    },
  })
  const needs = {
    ...{ journal, volumes, account: { address: 'me' }, log: () => undefined },
    policy: { leastMibDayPlanck: 0n, mostBytes: CAPACITY, leastFloatPlanck: 0n },
    chain: {
      getBalance: async () => ({ transferablePlanck: 10n ** 15n }),
      listFreeSlots: async () => ({ items: [slot(1), slot(2)] }),
    },
  } as unknown as NodeNeeds
  const miner = { totalBytes: BigInt(CAPACITY), usedBytes: 0n, sinceBlock: 1, bondPlanck: 10n ** 15n }
  const pace = { epochBlocks: 10, collateralFloorPlanck: 0n, bondBasePlanck: 0n, bondGibPlanck: 0n }
  await findOrders(needs, { block: 6, pace } as never, miner as never)
  expect([1, 2].map((id) => journal.orders.find(id)?.volume)).toEqual([small, wide])
  journal.close()
  remove()
})
