import type { Bytes } from '@trove/stored-file/bytes'
import { hexOf } from '@trove/stored-file/bytes'
import { type Part, packParts } from '@trove/stored-file/car'
import { createCommitter } from '@trove/stored-file/commitment'
import { type Block, frameBlock } from '@trove/stored-file/dag'
import { type FileKey, FRAME_PLAIN_BYTES, frameCount, readFileKey, sealFrame } from '@trove/stored-file/frames'
import { FRAMES_PER_PART } from '@trove/stored-file/layout'

/** What an order has to say of a sealed file. */
export type SealedFacts = { cid: string; root: string; bytes: number }

/**
 * Seals a file frame by frame and keeps none of them: the same key makes the same frames again when they are sent.
 * @param onDone told how many bytes of the plain file were read
 */
export async function commitFile(file: Blob, fileKey: Bytes, onDone: (bytes: number) => void): Promise<SealedFacts> {
  const key = await readFileKey(fileKey)
  const committer = await createCommitter()
  for (let index = 0; index < frameCount(file.size); index++) {
    await committer.add(await frameOf(file, key, index))
    onDone(Math.min(file.size, (index + 1) * FRAME_PLAIN_BYTES))
  }
  const { cid, root, sizeBytes } = await committer.finish()
  return { cid: cid.toString(), root: hexOf(root), bytes: sizeBytes }
}

/** One part of a file as it is sent. @throws RangeError when there is no such part */
export async function sealPart(file: Blob, fileKey: Bytes, number: number): Promise<Part> {
  const key = await readFileKey(fileKey)
  const first = number * FRAMES_PER_PART
  const end = Math.min(frameCount(file.size), first + FRAMES_PER_PART)
  const blocks: Block[] = []
  for (let index = first; index < end; index++) blocks.push(await frameBlock(await frameOf(file, key, index)))
  for await (const part of packParts(blocks)) return part
  throw new RangeError(`there is no part ${number}`)
}

async function frameOf(file: Blob, key: FileKey, index: number): Promise<Bytes> {
  const start = index * FRAME_PLAIN_BYTES
  const plain = new Uint8Array(await file.slice(start, start + FRAME_PLAIN_BYTES).arrayBuffer())
  return await sealFrame(key, { index, isLast: index === frameCount(file.size) - 1 }, plain)
}
