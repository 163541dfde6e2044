import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BlockRecord, Hex } from './block-record.ts'
import { ChainStore } from './chain-store.ts'
import { isForWantOfRoom, writeDurably, writeWhole } from './durable-file.ts'

/** A disk that is full, or nearly: what it did not take whole was not taken. */

const hashOf = (number: number): Hex => `0x${String(number + 1).padStart(64, '0')}`
/** Bytes that do not pack, so that each block takes about as much room. */
const block = (number: number, bytes = 900): BlockRecord => ({
  number,
  hash: hashOf(number),
  header: `${hashOf(number - 1)}00`,
  extrinsics: [`0x${randomBytes(bytes).toString('hex')}`],
  changes: [['0x01', `0x${number}`]],
})
const first = async () => ({ block: block(0), entries: [['0x01', '0x0']] as [string, string][] })
type Write = (bytes: Buffer, offset: number, length: number, position: number) => Promise<object>
const fail = (error: unknown) => {
  throw error
}
const openIn = (folder: string) =>
  ChainStore.open(folder, { segmentBlocks: 100_000, keptBlocks: 100_000, onTrouble: fail }, first)

describe('a disk that takes half of a write', () => {
  let folder: string
  let files: FileHandle
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trove-full-disk-'))
    const probe = await open(join(folder, 'probe'), 'w')
    files = Object.getPrototypeOf(probe)
    await probe.close()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true, force: true })
  })

  /** From now on writes of more than a hash take half of what they are given, and then what is left says. */
  function takeHalf(thenBytes: number) {
    const { write } = files as unknown as { write: Write }
    return vi.spyOn(files, 'write').mockImplementation(async function (this: FileHandle, ...given: unknown[]) {
      const [bytes, offset, length, position] = given as [Buffer, number, number, number]
      if (length <= 32) return await write.call(this, bytes, offset, length, position)
      const taken = offset === 0 ? length >> 1 : Math.min(thenBytes, length)
      if (taken > 0) await write.call(this, bytes, offset, taken, position)
      return { bytesWritten: taken, buffer: bytes }
    } as FileHandle['write'])
  }

  test('has not taken the block: it is not announced, and the one in its place is not lost', async () => {
    const store = await openIn(folder)
    await store.append(block(1))
    const full = takeHalf(0)
    await expect(store.append(block(2))).rejects.toThrow(/the disk takes \d+ of \d+ bytes/)
    expect(store.head.number).toBe(1)
    full.mockRestore()
    const [second, third] = [block(2), block(3)]
    await store.append(second)
    await store.append(third)
    await store.close()
    const again = await openIn(folder)
    expect([again.head, await again.findByNumber(2)]).toEqual([third, second])
    await again.close()
  })

  test('and then the rest of it has taken the block', async () => {
    const store = await openIn(folder)
    const interrupted = takeHalf(100)
    const second = block(1)
    await store.append(second)
    expect(interrupted.mock.calls.length).toBeGreaterThan(4)
    await store.close()
    const again = await openIn(folder)
    expect(again.head).toEqual(second)
    await again.close()
  })

  test('or all of it and fails then has not taken the block, also for who reads that part of the chain meanwhile', async () => {
    const store = await openIn(folder)
    const grow = async (to: number) => {
      while (store.head.number < to) await store.append(block(store.head.number + 1, 10))
    }
    // So far on that what is read of it comes from the file.
    await grow(100)
    vi.spyOn(files, 'datasync').mockRejectedValueOnce(new Error('the disk is gone'))
    await expect(store.append(block(101, 10))).rejects.toThrow('the disk is gone')
    expect((await store.findByNumber(20))?.number).toBe(20)
    const taken = block(101, 10)
    await store.append(taken)
    await grow(200)
    expect(await store.findByNumber(101)).toEqual(taken)
    await store.close()
  })

  test('of a hash has not taken it', async () => {
    const write = vi.fn(async (_bytes: Buffer, offset: number) => ({ bytesWritten: offset === 0 ? 20 : 0 }))
    const refusal = await writeWhole({ write } as unknown as FileHandle, Buffer.alloc(32), 64).catch((error) => error)
    expect(refusal.message).toContain('20 of 32 bytes')
    expect(isForWantOfRoom(refusal)).toBe(true)
    expect(write.mock.calls[1]).toEqual([expect.anything(), 20, 12, 84])
  })

  test('keeps none of a file that it does not take whole: blocks have the room', async () => {
    vi.spyOn(files, 'sync').mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    await expect(writeDurably(join(folder, 'snapshot'), Buffer.alloc(64))).rejects.toThrow('full')
    expect(readdirSync(folder)).toEqual(['probe'])
  })
})

const disk = mkdtempSync(join(tmpdir(), 'trove-small-disk-'))
const mount = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
/** Only root may mount; elsewhere this is skipped, and the tests above stand for it. */
const isSmallDisk = process.platform === 'linux' && mount('mount', '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk)

afterAll(() => {
  // Lazily: a test that failed has left files open.
  if (isSmallDisk) mount('umount', '-l', disk)
  rmSync(disk, { recursive: true, force: true })
})

describe.skipIf(!isSmallDisk)('a small disk that is full', () => {
  const spare = join(disk, 'spare')
  // Full before the file of hashes wants its second page, so that it is the journal that is refused.
  beforeAll(() => writeFileSync(spare, Buffer.alloc(160 * 1024)))

  test('refuses a block, and has every block before it after a restart', async () => {
    const folder = join(disk, 'chain')
    const store = await openIn(folder)
    let announced = store.head
    let refusal: Error | undefined
    while (!refusal) {
      // No power of two: the last block that goes in whole leaves room for a part of the next.
      const next = block(announced.number + 1, 777)
      await store.append(next).then(
        () => {
          announced = next
        },
        (error: Error) => {
          refusal = error
        },
      )
    }
    expect(isForWantOfRoom(refusal)).toBe(true)
    expect(announced.number).toBeGreaterThan(50)
    await store.close()
    rmSync(spare)
    const again = await openIn(folder)
    expect(again.head).toEqual(announced)
    await again.append(block(announced.number + 1))
    await again.close()
    expect(readdirSync(folder).filter((name) => name.endsWith('.half'))).toEqual([])
  })
})
