import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { FRAME_BYTES, type FrameKey, newFrameKey, openFrames, sealedRange, sealFrames } from './sealed-frames.ts'

const SEALED = FRAME_BYTES + 28
const plain = randomBytes(3 * FRAME_BYTES + 1000)
const file: FrameKey = { key: newFrameKey(), aad: 'files.key_sealed:f1', bytes: plain.length }
const sealed = sealFrames(file, plain)

/** What a store gives for the range, in pieces that fit no frame. */
async function* pieces(of: Buffer, size = 10_007) {
  for (let at = 0; at < of.length; at += size) yield of.subarray(at, at + size)
}
async function open(start: number, end: number, of = sealed, as = file): Promise<Buffer> {
  const range = sealedRange(as, { start, end })
  return buffer(openFrames(as, pieces(of.subarray(range.start, range.end + 1)), { start, end }))
}

test('any range of the plain bytes comes out of the frames that hold it', async () => {
  const places = [0, 1, 999, FRAME_BYTES - 1, FRAME_BYTES, FRAME_BYTES + 1, 3 * FRAME_BYTES, plain.length - 1]
  for (const start of places)
    for (const end of places.filter((one) => one >= start))
      expect((await open(start, end)).equals(plain.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
})

test('parts sealed one by one are the file sealed at once', async () => {
  const parts = [0, FRAME_BYTES, 2 * FRAME_BYTES].map((at, i, all) =>
    sealFrames(file, plain.subarray(at, all[i + 1]), at),
  )
  expect((await open(0, plain.length - 1, Buffer.concat(parts))).equals(plain)).toBe(true)
  expect(() => sealFrames(file, plain, 5)).toThrow('start of a frame')
})

test.each<[string, (copy: Buffer) => Buffer]>([
  ['changed', (copy) => copy.fill(copy[SEALED + 50]! ^ 1, SEALED + 50, SEALED + 51)],
  ['cut off at a frame', (copy) => copy.subarray(0, 2 * SEALED)],
  ['cut off within a frame', (copy) => copy.subarray(0, 2 * SEALED + 500)],
  [
    'of another order',
    (copy) => Buffer.concat([copy.subarray(SEALED, 2 * SEALED), copy.subarray(0, SEALED), copy.subarray(2 * SEALED)]),
  ],
  ['with a frame left out', (copy) => Buffer.concat([copy.subarray(0, SEALED), copy.subarray(2 * SEALED)])],
])('frames %s do not open', async (_, spoil) => {
  await expect(open(0, plain.length - 1, spoil(Buffer.from(sealed)))).rejects.toThrow()
})

test('frames of another file, or of the same bytes made longer, do not open', async () => {
  await expect(open(0, 10, sealed, { ...file, aad: 'files.key_sealed:f2' })).rejects.toThrow()
  await expect(open(0, 10, sealed, { ...file, bytes: plain.length + FRAME_BYTES })).rejects.toThrow()
})
