import { CID } from 'multiformats/cid'
import { expect, test } from 'vitest'
import { flipped, goldenFile } from '../test/bytes.ts'
import { type Bytes, FileDamaged } from './bytes.ts'
import { createCommitter } from './commitment.ts'
import { nodesOver } from './dag.ts'
import { FRAME_BYTES } from './frames.ts'
import { isBlockOf, listFrames } from './reading.ts'

async function stored(bytes: Bytes) {
  const committer = await createCommitter()
  const blocks = new Map<string, Bytes>()
  const frames: string[] = []
  for (let at = 0; at < bytes.length; at += FRAME_BYTES) {
    const block = await committer.add(bytes.slice(at, at + FRAME_BYTES))
    frames.push(block.cid.toString())
    blocks.set(block.cid.toString(), block.bytes)
  }
  const { cid, nodes } = await committer.finish()
  for (const node of nodes) blocks.set(node.cid.toString(), node.bytes)
  return { cid: cid.toString(), frames, blocks, source: async (wanted: string) => blocks.get(wanted)! }
}

test('the frames of a file are found in order, whether it has one or several', async () => {
  for (const size of [17, FRAME_BYTES, 3 * FRAME_BYTES + 1000]) {
    const file = await stored(goldenFile(size))
    expect(await listFrames(file.cid, size, file.source)).toEqual(file.frames)
  }
})

test('a tree of two rows is read', async () => {
  const [frame] = [...(await stored(goldenFile(FRAME_BYTES))).blocks]
  const nodes = await nodesOver(Array.from({ length: 176 }, () => ({ cid: CID.parse(frame![0]), size: FRAME_BYTES })))
  const blocks = new Map(nodes.map(({ cid, bytes }) => [cid.toString(), bytes]))
  const root = nodes.at(-1)!.cid.toString()
  const asked: string[] = []
  const source = async (cid: string) => {
    asked.push(cid)
    return blocks.get(cid)!
  }
  expect(await listFrames(root, 176 * FRAME_BYTES, source)).toEqual(Array(176).fill(frame![0]))
  // Of a tree that is too large for its order nothing below the root is asked for.
  asked.length = 0
  await expect(listFrames(root, FRAME_BYTES, source)).rejects.toThrow(FileDamaged)
  expect(asked).toEqual([root])
})

test('a file of another size than was said is refused before a frame is fetched', async () => {
  const file = await stored(goldenFile(3 * FRAME_BYTES))
  const asked: string[] = []
  const source = async (cid: string) => {
    asked.push(cid)
    return file.blocks.get(cid)!
  }
  for (const size of [1, 2 * FRAME_BYTES, 3 * FRAME_BYTES + 1, 2 ** 35])
    await expect(listFrames(file.cid, size, source)).rejects.toThrow(FileDamaged)
  expect(new Set(asked)).toEqual(new Set([file.cid]))
})

test('a node or a frame that is not what it is called is refused, and so is what is no identifier', async () => {
  const file = await stored(goldenFile(2 * FRAME_BYTES))
  const bent = async (cid: string) => flipped(file.blocks.get(cid)!, 77)
  await expect(listFrames(file.cid, 2 * FRAME_BYTES, bent)).rejects.toThrow(FileDamaged)
  const [cid] = file.frames
  expect(await isBlockOf(cid!, file.blocks.get(cid!)!)).toBe(true)
  expect(await isBlockOf(cid!, flipped(file.blocks.get(cid!)!, 5))).toBe(false)
  await expect(listFrames('../../etc/passwd', 1, file.source)).rejects.toThrow(FileDamaged)
})
