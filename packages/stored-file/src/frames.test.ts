import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { all, anyBytes, flipped, goldenFile, inPieces } from '../test/bytes.ts'
import { type Bytes, FileDamaged, joined } from './bytes.ts'
import {
  FRAME_BYTES,
  FRAME_PLAIN_BYTES,
  frameCount,
  newFileKey,
  openFile,
  openFrame,
  readFileKey,
  sealFile,
  sealFrame,
  storedBytes,
} from './frames.ts'

const key = await readFileKey(new Uint8Array(32).fill(3))
const sealed = async (plain: Bytes, lengths = [100_000]) => all(sealFile(key, inPieces(plain, lengths)))
const opened = async (stored: Bytes, lengths = [100_000]) =>
  joined(...(await all(openFile(key, inPieces(stored, lengths)))))

/** Sizes around the borders of frames. */
const SIZES = [0, 1, FRAME_PLAIN_BYTES - 1, FRAME_PLAIN_BYTES, FRAME_PLAIN_BYTES + 1, 2 * FRAME_PLAIN_BYTES, 600_000]

test('a file of any size comes back, in frames of 256 KiB, and is as long as was said before', async () => {
  for (const size of SIZES) {
    const plain = goldenFile(size)
    const frames = await sealed(plain)
    expect(frames).toHaveLength(frameCount(size))
    expect(frames.slice(0, -1).every((frame) => frame.length === FRAME_BYTES)).toBe(true)
    const stored = joined(...frames)
    expect(stored.length).toBe(storedBytes(size))
    expect(Buffer.compare(await opened(stored), plain)).toBe(0)
  }
})

test('the format is what it was: what was sealed once opens for ever', async () => {
  const digest = createHash('sha256')
    .update(joined(...(await sealed(goldenFile(600_000)))))
    .digest('hex')
  expect(digest).toBe('afa09befb496419351d7c2e5c49ef80b32c3f7bb90d45c5d4e729e1e06595779')
})

test('however the stream is cut, the frames are the same', async () => {
  const plain = goldenFile(600_000)
  const whole = joined(...(await sealed(plain)))
  const cuts = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(cuts, cuts, async (plainCut, storedCut) => {
      const stored = joined(...(await sealed(plain, [...plainCut, 70_000])))
      expect(Buffer.compare(stored, whole)).toBe(0)
      expect(Buffer.compare(await opened(stored, [...storedCut, 70_000]), plain)).toBe(0)
    }),
    { numRuns: 15 },
  )
})

test('a flipped bit anywhere in a frame is refused, and so is another key', async () => {
  const place = { index: 5, isLast: true }
  await fc.assert(
    fc.asyncProperty(anyBytes(1, 300), fc.nat(), async (plain, bit) => {
      const frame = await sealFrame(key, place, plain)
      expect(await openFrame(key, place, frame)).toEqual(plain)
      await expect(openFrame(key, place, flipped(frame, bit))).rejects.toThrow(FileDamaged)
      await expect(openFrame(await readFileKey(newFileKey()), place, frame)).rejects.toThrow(FileDamaged)
    }),
    { numRuns: 60 },
  )
})

test('frames that are left out, moved, doubled, cut off or added are refused', async () => {
  const [a, b, c, d] = (await sealed(goldenFile(3 * FRAME_PLAIN_BYTES + 10))) as [Bytes, Bytes, Bytes, Bytes]
  const other = (await all(sealFile(key, inPieces(goldenFile(2 * FRAME_PLAIN_BYTES), [50_000]))))[1]!
  const wrong = [
    [a, b, c],
    [a, b, d],
    [b, a, c, d],
    [a, a, b, c, d],
    [a, b, c, d, d],
    [d],
    [],
    [a, b, c, d.slice(0, -1)],
  ]
  for (const frames of [...wrong, [a, b, c.slice(0, -1), d], [a, other, c, d]])
    await expect(opened(joined(...frames))).rejects.toThrow(FileDamaged)
  expect((await opened(joined(a, b, c, d))).length).toBe(3 * FRAME_PLAIN_BYTES + 10)
})

test('a frame that is not the last must be full, and a key is 32 bytes', async () => {
  await expect(sealFrame(key, { index: 0, isLast: false }, new Uint8Array(10))).rejects.toThrow(RangeError)
  await expect(sealFrame(key, { index: 1, isLast: true }, new Uint8Array(0))).rejects.toThrow(RangeError)
  await expect(sealFrame(key, { index: 0, isLast: true }, new Uint8Array(FRAME_PLAIN_BYTES + 1))).rejects.toThrow(
    RangeError,
  )
  await expect(readFileKey(new Uint8Array(31))).rejects.toThrow(RangeError)
})
