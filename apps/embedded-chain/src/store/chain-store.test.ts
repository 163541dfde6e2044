import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BlockRecord, Hex } from './block-record.ts'
import { ChainStore } from './chain-store.ts'
import { HashFile } from './hash-file.ts'
import { State } from './state.ts'

let folder: string
const onTrouble = vi.fn()
const options = { segmentBlocks: 10, keptBlocks: 25, onTrouble }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trove-chain-store-'))
  onTrouble.mockClear()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hashOf = (number: number): Hex => `0x${String(number + 1).padStart(64, '0')}`
const LARGE = `0x${'ab'.repeat(50_000)}`

function block(number: number): BlockRecord {
  const header: Hex = `${number === 0 ? hashOf(-1) : hashOf(number - 1)}00`
  const extrinsics: Hex[] = [`0x${number.toString(16).padStart(4, '0')}`]
  return {
    number,
    hash: hashOf(number),
    header,
    extrinsics,
    changes: [
      ['0x01', `0x${number}`],
      [`0x02${number}`, '0x'],
    ],
  }
}

const first = async () => ({
  block: { ...block(0), changes: [] },
  entries: [
    ['0x01', '0x0'],
    ['0x09', LARGE],
  ] as [string, string][],
})
const open = () => ChainStore.open(folder, options, first)

async function grow(store: ChainStore, to: number): Promise<void> {
  for (let number = store.head.number + 1; number <= to; number++) await store.append(block(number))
}

async function reopenedHead(): Promise<BlockRecord> {
  const store = await open()
  await store.close()
  return store.head
}

/** Everything the newest state holds. */
const contents = (store: ChainStore) => [...store.state.entries()]

test('a chain opens again at its last block with the same state, over many snapshots', async () => {
  const store = await open()
  await grow(store, 57)
  const before = contents(store)
  await store.close()
  const again = await open()
  expect(again.head).toEqual(block(57))
  expect(contents(again)).toEqual(before)
  await grow(again, 60)
  expect(again.state.valueAt(60, '0x09')).toBe(LARGE)
  expect(onTrouble).not.toHaveBeenCalled()
  await again.close()
})

test('blocks and states are found by number and by hash as far back as they are kept, hashes for ever', async () => {
  const store = await open()
  await grow(store, 130)
  for (const number of [130, 129, 100, 105, 101]) {
    expect(await store.findByNumber(number)).toEqual(block(number))
    expect((await store.findByHash(hashOf(number)))?.number).toBe(number)
    expect((await store.stateOf(number)).valueAt(number, '0x01')).toBe(`0x${number}`)
    expect((await store.stateOf(number)).valueAt(number, `0x02${number + 1}`)).toBeUndefined()
  }
  for (const number of [0, 40]) {
    expect(await store.findByNumber(number)).toBeUndefined()
    expect(await store.findByHash(hashOf(number))).toBeUndefined()
    await expect(store.stateOf(number)).rejects.toThrow('no longer kept')
    expect(await store.findHash(number)).toBe(hashOf(number))
  }
  expect(await store.findByNumber(131)).toBeUndefined()
  expect(await store.findByHash('0x1234')).toBeUndefined()
  await store.close()
})

test('blocks that came after an older one of their segment was read are found as well', async () => {
  const store = await ChainStore.open(folder, { ...options, segmentBlocks: 500 }, first)
  await grow(store, 100)
  expect(await store.findByNumber(20)).toEqual(block(20))
  await grow(store, 250)
  expect(await store.findByNumber(150)).toEqual(block(150))
  expect(await store.findByHash(hashOf(160))).toEqual(block(160))
  expect((await store.stateOf(170)).valueAt(170, '0x01')).toBe('0x170')
  await store.close()
})

test('many who ask for an old segment at the same time read it once, and a failed reading is tried again', async () => {
  const store = await ChainStore.open(folder, { ...options, segmentBlocks: 100, keptBlocks: 500 }, first)
  await grow(store, 320)
  const applied = vi.spyOn(State.prototype, 'apply')
  const all = [101, 103, 105, 107, 109]
  expect(await Promise.all(all.map((number) => store.findByNumber(number)))).toEqual(all.map(block))
  const states = await Promise.all(all.map((number) => store.stateOf(number)))
  expect(states.map((state) => state.valueAt(110, '0x01'))).toEqual(all.map(() => '0x110'))
  // Once for each block of the segment.
  expect(applied).toHaveBeenCalledTimes(100)
  applied.mockImplementationOnce(() => {
    throw new Error('a bad moment')
  })
  const twice = [11, 12].map((number) => store.findByNumber(number))
  expect(await Promise.allSettled(twice)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await store.findByNumber(11)).toEqual(block(11))
  vi.restoreAllMocks()
  await store.close()
})

test('cut off at any byte of the journal, it opens at the last whole block and goes on', async () => {
  const store = await open()
  await grow(store, 14)
  await store.close()
  const path = join(folder, '0000000010.journal')
  const whole = readFileSync(path)
  for (let length = whole.length; length >= 0; length -= 7) {
    writeFileSync(path, whole)
    truncateSync(path, length)
    const again = await open()
    expect(again.head.number).toBeGreaterThanOrEqual(10)
    expect(again.state.valueAt(again.head.number, '0x01')).toBe(`0x${again.head.number}`)
    await grow(again, again.head.number + 1)
    await again.close()
    const third = await open()
    expect(third.head.number).toBe(again.head.number)
    await third.close()
  }
})

test('bytes that a bad disk changed in the journal are not taken for blocks', async () => {
  const store = await open()
  await grow(store, 14)
  await store.close()
  const path = join(folder, '0000000010.journal')
  const bytes = readFileSync(path)
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] as number) ^ 255
  writeFileSync(path, bytes)
  const again = await open()
  expect(again.head).toEqual(block(13))
  await again.close()
})

test('a snapshot that was cut off or damaged is made up for by the one before and the journals', async () => {
  const store = await open()
  await grow(store, 25)
  const before = contents(store)
  await store.close()
  truncateSync(join(folder, '0000000020.snapshot'), 100)
  writeFileSync(join(folder, '0000000030.snapshot.half'), 'half')
  const again = await open()
  expect(again.head).toEqual(block(25))
  expect(contents(again)).toEqual(before)
  expect(readdirSync(folder).filter((name) => name.endsWith('.half'))).toEqual([])
  await grow(again, 31)
  await again.close()
  expect(await reopenedHead()).toEqual(block(31))
})

test('killed between the steps of a snapshot, it loses nothing', async () => {
  const store = await open()
  await grow(store, 25)
  await store.close()
  // After the snapshot, before any block in its journal.
  rmSync(join(folder, '0000000020.journal'))
  const atSnapshot = await open()
  expect(atSnapshot.head).toEqual({ ...block(20) })
  await atSnapshot.close()
  // The new journal is there, the snapshot is not yet.
  rmSync(join(folder, '0000000020.snapshot'))
  const beforeSnapshot = await open()
  expect(beforeSnapshot.head).toEqual(block(20))
  await grow(beforeSnapshot, 23)
  await beforeSnapshot.close()
  expect(await reopenedHead()).toEqual(block(23))
})

test('a snapshot that appeared though its writing failed does not hide the blocks after it', async () => {
  const store = await open()
  await grow(store, 19)
  await store.close()
  const wide = await ChainStore.open(folder, { ...options, segmentBlocks: 100 }, first)
  await grow(wide, 22)
  await wide.close()
  const other = mkdtempSync(join(tmpdir(), 'trove-chain-store-'))
  const twin = await ChainStore.open(other, options, first)
  await grow(twin, 20)
  await twin.close()
  writeFileSync(join(folder, '0000000020.snapshot'), readFileSync(join(other, '0000000020.snapshot')))
  rmSync(other, { recursive: true })
  const again = await open()
  expect(again.head).toEqual(block(22))
  await grow(again, 45)
  expect(await again.findByNumber(21)).toEqual(block(21))
  await again.close()
})

test('when a snapshot cannot be written the chain goes on, and tries again at the next block', async () => {
  const store = await open()
  await grow(store, 9)
  rmSync(folder, { recursive: true })
  await grow(store, 10)
  expect(onTrouble).toHaveBeenCalledTimes(1)
  await open().then((made) => made.close())
  await grow(store, 11)
  expect(onTrouble).toHaveBeenCalledTimes(1)
  expect(readdirSync(folder)).toContain('0000000011.snapshot')
  await store.close()
})

test('a block whose hash the disk does not take is none, and the one built in its place is not lost', async () => {
  const store = await open()
  await grow(store, 3)
  vi.spyOn(HashFile.prototype, 'set').mockRejectedValueOnce(new Error('no space'))
  await expect(store.append(block(4))).rejects.toThrow('no space')
  expect(store.head).toEqual(block(3))
  await grow(store, 6)
  await store.close()
  expect(await reopenedHead()).toEqual(block(6))
})

test('a block that does not follow the head is refused', async () => {
  const store = await open()
  await grow(store, 3)
  await expect(store.append(block(5))).rejects.toThrow('does not follow')
  expect(store.head).toEqual(block(3))
  await store.close()
})

test('a folder in which no snapshot is whole is left as it is', async () => {
  const store = await open()
  await grow(store, 3)
  await store.close()
  writeFileSync(join(folder, '0000000000.snapshot'), 'nothing')
  await expect(open()).rejects.toThrow('no snapshot')
  expect(readdirSync(folder)).toContain('0000000000.journal')
})
