import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyBytes, flipped, goldenFile } from '../test/bytes.ts'
import { type Bytes, hexOf } from './bytes.ts'
import { FRAME_BYTES } from './frames.ts'
import { createMerkle, LEAF_BYTES, leafCount, type Sample } from './merkle.ts'

type Golden = { cases: { size: number; leaves: number; root: string; proofs: { index: number; path: string[] }[] }[] }

const VECTORS = join(import.meta.dirname, '../../../chain/vectors')
const golden: Golden = JSON.parse(readFileSync(join(VECTORS, 'merkle.json'), 'utf8'))
const merkle = await createMerkle()

const framesOf = (file: Bytes): Bytes[] =>
  Array.from({ length: Math.ceil(file.length / FRAME_BYTES) }, (_, i) =>
    file.slice(i * FRAME_BYTES, (i + 1) * FRAME_BYTES),
  )
/** The golden file repeats itself frame by frame; here each leaf begins with its own number. */
function distinct(size: number): Bytes {
  const file = goldenFile(size)
  for (let leaf = 0; leaf < Math.floor(size / LEAF_BYTES); leaf++)
    new DataView(file.buffer).setUint32(leaf * LEAF_BYTES, leaf)
  return file
}
function treeOf(file: Bytes) {
  const frames = framesOf(file)
  const frameRoots = frames.map((frame) => merkle.frameRoot(frame))
  const sample = (index: number) => merkle.sample(index, frames[Math.floor(index / 256)]!, frameRoots)
  return { root: merkle.fileRoot(frameRoots), sample }
}

test('roots and paths are the chain’s, file by file', () => {
  expect(golden.cases.length).toBeGreaterThan(10)
  for (const { size, leaves, root, proofs } of golden.cases) {
    const tree = treeOf(goldenFile(size))
    expect([leafCount(size), hexOf(tree.root)]).toEqual([leaves, root])
    for (const { index, path } of proofs) {
      const sample = tree.sample(index)
      expect(sample.path.map(hexOf)).toEqual(path)
      expect(merkle.verify(tree.root, size, index, sample)).toBe(true)
    }
  }
})

test('over several frames every leaf is shown by its own frame, and by none other', () => {
  for (const size of [FRAME_BYTES + 1, 2 * FRAME_BYTES, 3 * FRAME_BYTES - 5000, 5 * FRAME_BYTES + 300_000]) {
    const { root, sample } = treeOf(distinct(size))
    const leaves = leafCount(size)
    const indexes = [0, 1, 255, 256, 257, 511, leaves - 2, leaves - 1].filter((index) => index < leaves)
    for (const index of indexes) {
      const shown = sample(index)
      expect(merkle.verify(root, size, index, shown)).toBe(true)
      for (const other of [index - 1, index + 1, index ^ 256])
        expect(merkle.verify(root, size, other, shown)).toBe(false)
    }
    expect(() => sample(leaves)).toThrow()
  }
})

test('a flipped bit in the leaf, the path or the root is refused, and so is a path of another length', () => {
  const file = goldenFile(FRAME_BYTES + 77_000)
  const { root, sample } = treeOf(file)
  const damage = fc.record({ index: fc.nat(leafCount(file.length) - 1), bit: fc.nat(), step: fc.nat() })
  fc.assert(
    fc.property(damage, ({ index, bit, step }) => {
      const { leaf, path } = sample(index)
      const verify = (given: Sample, under = root) => merkle.verify(under, file.length, index, given)
      expect(verify({ leaf, path })).toBe(true)
      expect(verify({ leaf: flipped(leaf, bit), path })).toBe(false)
      expect(verify({ leaf, path }, flipped(root, bit))).toBe(false)
      const bent = path.map((hash, i) => (i === step % path.length ? flipped(hash, bit) : hash))
      expect(verify({ leaf, path: bent })).toBe(false)
      expect(verify({ leaf, path: path.slice(1) })).toBe(false)
      expect(verify({ leaf, path: [...path, root] })).toBe(false)
      expect(verify({ leaf: leaf.slice(1), path })).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('any byte counts: two files that differ have different roots', () => {
  fc.assert(
    fc.property(anyBytes(1, 5000), fc.nat(), (file, bit) => {
      expect(hexOf(treeOf(file).root)).not.toBe(hexOf(treeOf(flipped(file, bit)).root))
    }),
    { numRuns: 40 },
  )
})

test('there is no tree without a leaf, and no frame of more than 256 KiB', () => {
  expect(() => merkle.fileRoot([])).toThrow(RangeError)
  expect(() => merkle.frameRoot(new Uint8Array(0))).toThrow(RangeError)
  expect(() => merkle.frameRoot(new Uint8Array(FRAME_BYTES + 1))).toThrow(RangeError)
})
