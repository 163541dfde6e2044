import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MinerChain } from '@trove/chain-client/miner/chain'
import { serverAccount } from '@trove/chain-client/server-keys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder, startNode, until } from '../../test/lab.ts'
import { type Journal, openJournal } from '../journal/journal.ts'
import { HOLDING, type Step } from '../journal/orders.ts'
import { createFetching } from '../work/fetching.ts'
import { acceptOrders } from '../work/joining.ts'
import type { Moment, NodeNeeds } from '../work/needs.ts'
import { giveProofs } from '../work/proving.ts'
import { createMarkers, MARKER_FILE } from './markers.ts'
import { createVolumes, folderOf } from './volumes.ts'

const ORDERED = { cid: 'bafy', rootHex: `0x${'ab'.repeat(32)}`, sizeBytes: 5 }
const account = serverAccount('//Charlie')

let lab: ReturnType<typeof makeFolder>
let journal: Journal
let volume: string
beforeEach(() => {
  lab = makeFolder()
  journal = openJournal(join(lab.folder, 'journal'))
  volume = join(lab.folder, 'volume')
})
afterEach(() => {
  journal.close()
  lab.remove()
})

const isThere = (address = 'me') => createMarkers(address, journal).isThere(volume)
const marker = () => join(volume, MARKER_FILE)
function lay(ordered = ORDERED): void {
  mkdirSync(folderOf(volume, ordered), { recursive: true })
  writeFileSync(join(folderOf(volume, ordered), 'data'), 'bytes')
}
function keep(step: Step = 'serving'): void {
  journal.orders.begin({ ...ORDERED, id: 1, seenBlock: 1, deadlineBlock: 900 }, step)
  journal.orders.note(1, { volume })
}

test('a new volume is marked once, and is known from then on, also to a journal that was lost', async () => {
  expect(await isThere()).toBe(true)
  const text = readFileSync(marker(), 'utf8')
  expect(JSON.parse(text)).toEqual({ id: journal.findFact(`volume ${volume}`), account: 'me' })
  expect([await isThere(), await isThere('another')]).toEqual([true, false])
  journal.close()
  journal = openJournal(join(lab.folder, 'other-journal'))
  lay()
  expect(await isThere()).toBe(true)
  expect(readFileSync(marker(), 'utf8')).toBe(text)
})

test('two looks at the same time make one marker', async () => {
  const markers = createMarkers('me', journal)
  expect(await Promise.all([markers.isThere(volume), markers.isThere(volume)])).toEqual([true, true])
  expect(await markers.isThere(volume)).toBe(true)
})

test('a volume that is known and has no marker, or that of another disk, is not there until it has its own again', async () => {
  expect(await isThere()).toBe(true)
  renameSync(volume, `${volume}-gone`)
  expect(await isThere()).toBe(false)
  mkdirSync(volume)
  expect(await isThere()).toBe(false)
  writeFileSync(marker(), JSON.stringify({ id: 'of another disk', account: 'me' }))
  expect(await isThere()).toBe(false)
  writeFileSync(marker(), 'torn {')
  expect(await isThere()).toBe(false)
  // A person says that the disk was replaced.
  writeFileSync(marker(), '')
  expect(await isThere()).toBe(true)
  expect(JSON.parse(readFileSync(marker(), 'utf8')).account).toBe('me')
})

test.each<[string, Step | undefined, 'known' | 'unknown' | 'none', boolean]>([
  ['with its files', 'serving', 'known', true],
  ['whose disk did not mount', 'serving', 'none', false],
  ['that has nothing yet', undefined, 'none', true],
  ['that only began to fetch', 'fetching', 'none', true],
  ['whose orders have ended', 'gone', 'none', true],
  ['with files of somebody else', undefined, 'unknown', false],
  ['with files of somebody else where its own should be', 'serving', 'unknown', false],
])('the volume of an agent that made no markers, %s', async (_, step, files, wanted) => {
  if (step) keep(step)
  if (files !== 'none') lay(files === 'known' ? ORDERED : { ...ORDERED, cid: 'other' })
  expect(await isThere()).toBe(wanted)
})

test('on a volume that is not there nothing is found, written or removed, and no file counts as damaged', async () => {
  await isThere()
  renameSync(marker(), `${marker()}.away`)
  lay()
  keep()
  const { isThere: there } = createMarkers('me', journal)
  const volumes = createVolumes([{ folder: volume, capacityBytes: 1000 }], journal.orders, 0, there)
  expect(await volumes.findRoom(1)).toBeUndefined()
  expect(await volumes.hasSpace(volume, 1)).toBe(false)
  expect(await volumes.findCopy(ORDERED)).toBeUndefined()
  expect(await volumes.removeOrphans([])).toBe(0)
  expect(await volumes.listMissing()).toEqual([volume])

  const asked: string[] = []
  const due = { id: 1, epoch: 1, leafIndexes: [0], lastBlock: 240 }
  const needs = {
    ...{ account, journal, volumes, log: (level: string, event: string) => asked.push(`${level} ${event}`) },
    prover: { prove: async () => undefined },
    source: async () => asked.push('source'),
    chain: {
      listDue: async () => ({ items: [due] }),
      findOrder: async () => ({ replicas: [] }),
      findJoin: async () => ({ leafIndexes: [0], lastBlock: 240, hasTurn: true }),
    },
  } as unknown as NodeNeeds
  const pace = { windowBlocks: 200, epochBlocks: 50, bondBasePlanck: 0n, bondGibPlanck: 0n }
  const moment = { block: 50, pace } as Moment
  await giveProofs(needs, moment)
  expect(journal.orders.find(1)).toMatchObject({ step: 'serving', isDamaged: false })
  journal.orders.move(1, HOLDING, 'checked')
  await acceptOrders(needs, moment, { bondPlanck: 1n, totalBytes: 0n } as never)
  expect(journal.orders.find(1)).toMatchObject({ step: 'checked', isDamaged: false })
  journal.orders.move(1, HOLDING, 'fetching')
  createFetching(needs).kick(50)
  await until(() => journal.orders.find(1)!.nextBlock > 50)
  expect(journal.orders.find(1)).toMatchObject({ step: 'fetching', tries: 0 })
  expect(asked).toEqual([])

  renameSync(`${marker()}.away`, marker())
  expect([await volumes.findRoom(1), await volumes.listMissing()]).toEqual([volume, []])
  expect(await volumes.removeOrphans([])).toBe(1)
})

test('a node does not start on the volume of another account, says so, and touches nothing there', async () => {
  const chain = { status: () => 'connecting', watchHeads: () => () => {} } as unknown as MinerChain
  const volumes = [{ folder: volume, capacityBytes: 1000 }]
  const options = { gatewayUrl: 'http://127.0.0.1:9', volumes }
  const first = await startNode(chain, { ...options, folder: join(lab.folder, 'a'), account })
  lay()
  const other = { ...options, folder: join(lab.folder, 'b'), account: serverAccount('//Dave') }
  await expect(startNode(chain, other)).rejects.toThrow(`the volume ${volume} belongs to the storage node of another`)
  expect(readdirSync(volume).toSorted()).toEqual(['copies', MARKER_FILE])
  expect(await first.listMissing()).toEqual([])
  await first.stop()
})
