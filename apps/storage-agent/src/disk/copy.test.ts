import { mkdirSync } from 'node:fs'
import { symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { createMerkle } from '@trove/stored-file/merkle'
import { expect, test } from 'vitest'
import { makeFile } from '../../test/gateway.ts'
import { makeFolder } from '../../test/lab.ts'
import { createProver } from '../work/prover.ts'
import { DiskFull, openCopy, writeAll } from './copy.ts'

const SIZE = 2 * FRAME_BYTES + 5000

async function keep() {
  const { folder, remove } = makeFolder()
  const file = await makeFile(SIZE)
  const merkle = await createMerkle()
  const frames = [0, 1, 2].map((i) => file.bytes.slice(i * FRAME_BYTES, (i + 1) * FRAME_BYTES))
  const copy = openCopy(join(folder, 'copy'), SIZE)
  await Promise.all(frames.map((frame, i) => copy.writeFrame(i, frame)))
  expect(await copy.isWhole()).toBe(false)
  await copy.finish(frames.map((frame) => merkle.frameRoot(frame)))
  return { folder, remove, file, frames, copy }
}

test('a copy is whole once it was finished, gives its frames back, and shows leaves under its root', async () => {
  const { folder, remove, file, frames } = await keep()
  const again = openCopy(join(folder, 'copy'), SIZE)
  expect(await again.isWhole()).toBe(true)
  for (const [i, frame] of frames.entries()) expect(await again.readFrame(i)).toEqual(frame)
  const prover = await createProver()
  for (const index of [0, 255, 256, 516])
    expect(await prover.prove(again, file.rootHex, SIZE, [index, 0])).toHaveLength(2)
  remove()
})

test('a copy that lost bytes, or has others, shows nothing', async () => {
  const { folder, remove, file, copy } = await keep()
  const prover = await createProver()
  await copy.writeFrame(1, new Uint8Array(FRAME_BYTES))
  expect(await prover.prove(copy, file.rootHex, SIZE, [0])).toBeDefined()
  expect(await prover.prove(copy, file.rootHex, SIZE, [0, 300])).toBeUndefined()
  await copy.close()
  await truncate(join(folder, 'copy', 'data'), SIZE - 1)
  expect(await copy.isWhole()).toBe(false)
  expect(await prover.prove(copy, file.rootHex, SIZE, [516])).toBeUndefined()
  await copy.doubt()
  expect(await prover.prove(copy, file.rootHex, SIZE, [0])).toBeUndefined()
  remove()
})

test('a write that takes only some bytes goes on, and one that takes none is a full disk', async () => {
  const written: number[] = []
  const slow = {
    async write(bytes: Uint8Array, offset: number, length: number) {
      const bytesWritten = Math.min(3, length)
      written.push(...bytes.subarray(offset, offset + bytesWritten))
      return { bytesWritten, buffer: bytes }
    },
  }
  await writeAll(slow as never, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 0)
  expect(written).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const full = { write: async (bytes: Uint8Array) => ({ bytesWritten: 0, buffer: bytes }) }
  await expect(writeAll(full as never, Uint8Array.of(1), 0)).rejects.toMatchObject({ code: 'ENOSPC' })
})

test.skipIf(process.platform !== 'linux')('a disk that is full says so', async () => {
  const { folder, remove } = makeFolder()
  mkdirSync(join(folder, 'copy'))
  await symlink('/dev/full', join(folder, 'copy', 'data'))
  const copy = openCopy(join(folder, 'copy'), SIZE)
  await expect(copy.writeFrame(0, new Uint8Array(FRAME_BYTES))).rejects.toThrow(DiskFull)
  await copy.close()
  remove()
})
