import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { all, anyBytes, flipped, goldenFile } from '../test/bytes.ts'
import { type Bytes, FileDamaged, joined } from './bytes.ts'
import { PART_BYTES, packParts, readPart } from './car.ts'
import { type Block, frameBlock, nodesOver } from './dag.ts'
import { FRAME_BYTES } from './frames.ts'
import { FRAMES_PER_PART, frameLengths, partCount } from './layout.ts'

const sha = (bytes: Bytes) => createHash('sha256').update(bytes).digest('hex')
const named = (blocks: Block[]) => blocks.map(({ cid }) => cid.toString())

async function blocksOf(frames: number): Promise<Block[]> {
  const made = await Promise.all(
    Array.from({ length: frames }, (_, i) => frameBlock(goldenFile(FRAME_BYTES).fill(i, 0, 9))),
  )
  return [...made, ...(await nodesOver(made.map(({ cid, bytes }) => ({ cid, size: bytes.length }))))]
}

test('a file’s blocks come back out of its parts, each of which is 8 MiB at most', async () => {
  const blocks = await blocksOf(70)
  const parts = await all(packParts(blocks))
  expect(parts.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(parts.every(({ bytes }) => bytes.length <= PART_BYTES)).toBe(true)
  const read = await Promise.all(parts.map(({ bytes, sha256 }) => readPart(bytes, sha256)))
  expect(named(read.flat())).toEqual(named(blocks))
  expect((await all(packParts(blocks))).map(({ sha256 }) => sha256)).toEqual(parts.map(({ sha256 }) => sha256))
}, 240_000)

test.each([1, FRAME_BYTES / 2, FRAME_BYTES])(
  'a file ending in a frame of %d bytes has in each part the frames that the gateway expects there',
  async (lastBytes) => {
    const full = await Promise.all(
      Array.from({ length: FRAMES_PER_PART }, (_, i) => frameBlock(goldenFile(FRAME_BYTES).fill(i, 0, 9))),
    )
    const frames = [...full, await frameBlock(goldenFile(lastBytes))]
    const parts = await all(packParts(frames))
    const lengths = await Promise.all(
      parts.map(async ({ bytes, sha256 }) => (await readPart(bytes, sha256)).map((block) => block.bytes.length)),
    )
    const sizeBytes = FRAMES_PER_PART * FRAME_BYTES + lastBytes
    expect(lengths).toEqual(parts.map(({ index }) => frameLengths(sizeBytes, index)))
    expect(parts).toHaveLength(partCount(sizeBytes))
  },
)

test('no blocks are no part', async () => {
  expect(await all(packParts([]))).toEqual([])
})

test('a part with a flipped bit anywhere is refused, also by who believes its new hash', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyBytes(1, 60), { minLength: 1, maxLength: 4 }), fc.nat(), async (frames, bit) => {
      const blocks = await Promise.all(frames.map(frameBlock))
      const [part] = await all(packParts(blocks))
      const { bytes, sha256 } = part!
      expect(named(await readPart(bytes, sha256))).toEqual(named(blocks))
      const other = flipped(bytes, bit)
      await expect(readPart(other, sha256)).rejects.toThrow(FileDamaged)
      await expect(readPart(other, sha(other))).rejects.toThrow(FileDamaged)
    }),
    { numRuns: 200 },
  )
})

test('what is cut off, goes on behind its end, or is no CAR at all is refused', async () => {
  const [part] = await all(packParts(await blocksOf(1)))
  const { bytes } = part!
  const wrong = [
    bytes.slice(0, -1),
    joined(bytes, new Uint8Array(1)),
    joined(bytes, bytes),
    new Uint8Array(0),
    bytes.slice(1),
  ]
  for (const other of [...wrong, new Uint8Array(PART_BYTES + 1)])
    await expect(readPart(other, sha(other))).rejects.toThrow(FileDamaged)
})

/** Where a part's first block begins: behind the head, whose length is its first byte. */
const firstBlockOf = (bytes: Bytes) => 1 + bytes[0]!

test('a part that says the same in another form is refused: a longer number, another head', async () => {
  const { bytes } = (await all(packParts(await blocksOf(1))))[0]!
  const at = firstBlockOf(bytes)
  // The block's length takes three bytes; with a fourth it is the same number.
  const length = bytes.slice(at, at + 3)
  length[2]! |= 0x80
  const longer = joined(bytes.slice(0, at), length, new Uint8Array(1), bytes.slice(at + 3))
  await expect(readPart(longer, sha(longer))).rejects.toThrow('not written as parts are')
  // The head's map has its two keys in the other order.
  const head = bytes.slice(1, at)
  const text = Buffer.from(head).toString('latin1')
  const [roots, version] = [text.indexOf('eroots'), text.indexOf('gversion')]
  const swapped = Buffer.from(
    text.slice(0, Math.min(roots, version)) +
      text.slice(Math.max(roots, version)) +
      text.slice(Math.min(roots, version), Math.max(roots, version)),
    'latin1',
  )
  const other = joined(bytes.slice(0, 1), new Uint8Array(swapped), bytes.slice(at))
  expect(other).toHaveLength(bytes.length)
  await expect(readPart(other, sha(other))).rejects.toThrow(FileDamaged)
})

test('a block whose identifier is written in a longer form is refused', async () => {
  const { bytes } = (await all(packParts(await blocksOf(1))))[0]!
  const at = firstBlockOf(bytes) + 3
  expect([...bytes.slice(at, at + 4)]).toEqual([1, 0x55, 0x12, 0x20])
  // The hash's name, 0x12, in two bytes; the block's length grows with it.
  const name = new Uint8Array([1, 0x55, 0x92, 0, 0x20])
  const longer = joined(bytes.slice(0, at), name, bytes.slice(at + 4))
  longer[at - 3]! += 1
  await expect(readPart(longer, sha(longer))).rejects.toThrow(FileDamaged)
})
