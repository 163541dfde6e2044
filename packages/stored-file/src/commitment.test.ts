import { importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import { CID } from 'multiformats/cid'
import { expect, test } from 'vitest'
import { flipped, goldenFile } from '../test/bytes.ts'
import { type Bytes, hexOf } from './bytes.ts'
import { createCommitter } from './commitment.ts'
import { frameBlock, isBlockRight, nodesOver } from './dag.ts'
import { FRAME_BYTES } from './frames.ts'
import { createMerkle } from './merkle.ts'

async function commit(stored: Bytes) {
  const committer = await createCommitter()
  const blocks = []
  for (let at = 0; at < stored.length; at += FRAME_BYTES)
    blocks.push(await committer.add(stored.slice(at, at + FRAME_BYTES)))
  return { blocks, ...(await committer.finish()) }
}

/** The same file as IPFS's own importer makes it. */
async function imported(stored: AsyncIterable<Uint8Array>) {
  const put: string[] = []
  const blockstore = {
    async put(cid: CID) {
      put.push(cid.toString())
      return cid
    },
  }
  const options = {
    ...{ cidVersion: 1 as const, rawLeaves: true, wrapWithDirectory: false },
    chunker: fixedSize({ chunkSize: FRAME_BYTES }),
    layout: balanced({ maxChildrenPerNode: 174 }),
  }
  let root = ''
  for await (const { cid } of importer([{ content: stored }], blockstore as never, options)) root = cid.toString()
  return { root, put }
}
async function* of(...parts: Uint8Array[]) {
  yield* parts
}

test('a file has the identifier and the blocks that IPFS’s own importer gives it', async () => {
  for (const size of [17, FRAME_BYTES, FRAME_BYTES + 1, 3 * FRAME_BYTES + 1000]) {
    const stored = goldenFile(size)
    const made = await commit(stored)
    const { root, put } = await imported(of(stored))
    expect(made.cid.toString()).toBe(root)
    const all = [...made.blocks, ...made.nodes].map(({ cid }) => cid.toString())
    expect(new Set(all)).toEqual(new Set(put))
    expect(made.sizeBytes).toBe(size)
  }
})

test('so has one of 44 MiB, whose tree has two rows', async () => {
  const frame = goldenFile(FRAME_BYTES)
  const { cid } = await frameBlock(frame)
  const nodes = await nodesOver(Array.from({ length: 176 }, () => ({ cid, size: FRAME_BYTES })))
  expect(nodes).toHaveLength(3)
  const { root } = await imported(of(...Array.from({ length: 176 }, () => frame)))
  expect(nodes.at(-1)!.cid.toString()).toBe(root)
}, 240_000)

test('the root an order names is the chain’s, and the identifier is that of the very bytes', async () => {
  const stored = goldenFile(FRAME_BYTES + 9)
  const { root, frameRoots, cid } = await commit(stored)
  const merkle = await createMerkle()
  expect(hexOf(root)).toBe(hexOf(merkle.fileRoot(frameRoots)))
  const other = await commit(flipped(stored, 8 * FRAME_BYTES + 3))
  expect(other.cid.equals(cid)).toBe(false)
  expect(hexOf(other.root)).not.toBe(hexOf(root))
})

test('a block that is not what it is called, or of another kind, is known as such', async () => {
  const block = await frameBlock(goldenFile(500))
  expect(await isBlockRight(block)).toBe(true)
  for (const bit of [0, 77, 3999])
    expect(await isBlockRight({ ...block, bytes: flipped(block.bytes, bit) })).toBe(false)
  const cbor = CID.createV1(0x71, block.cid.multihash)
  expect(await isBlockRight({ ...block, cid: cbor })).toBe(false)
})

test('a file without a frame is none', async () => {
  await expect((await createCommitter()).finish()).rejects.toThrow(RangeError)
})
