import { FileDamaged, hexOf } from '@trove/stored-file/bytes'
import { createCommitter } from '@trove/stored-file/commitment'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { type BlockSource, isBlockOf, listFrames } from '@trove/stored-file/reading'
import type { Copy } from '../disk/copy.ts'
import type { Ordered } from '../journal/orders.ts'

/** Frames that are asked for at the same time. */
const AT_ONCE = 8

/**
 * Brings a file onto the disk: identifier, root and size are computed anew from the bytes, and only then is the copy called
 * whole. Frames that an earlier try left are checked and not fetched again.
 * @throws FileDamaged when the order's file cannot be this one, Unavailable, DiskFull
 */
export async function fetchCopy(ordered: Ordered, source: BlockSource, copy: Copy): Promise<void> {
  const { cid, rootHex, sizeBytes } = ordered
  const frames = await listFrames(cid, sizeBytes, source)
  const committer = await createCommitter()
  try {
    for (let first = 0; first < frames.length; first += AT_ONCE) {
      const some = frames.slice(first, first + AT_ONCE)
      const bytes = await allEnded(some.map((frame, i) => frameAt(frame, first + i, source, copy)))
      for (const frame of bytes) await committer.add(frame)
    }
    const made = await committer.finish()
    if (made.sizeBytes !== sizeBytes) throw new FileDamaged(`the file has ${made.sizeBytes} bytes, not ${sizeBytes}`)
    if (`0x${hexOf(made.root)}` !== rootHex) throw new FileDamaged('the file has another root than the order')
    if (made.cid.toString() !== cid) throw new FileDamaged('the file has another identifier than the order')
    await copy.finish(made.frameRoots)
  } finally {
    await copy.close()
  }
}

/**
 * Holds the bytes that lie there against all that the order says of its file, and calls them whole when they are right. No
 * gateway is asked.
 * @throws DiskFull
 */
export async function restoreCopy(ordered: Ordered, copy: Copy): Promise<boolean> {
  if ((await copy.countBytes()) !== ordered.sizeBytes) return false
  const committer = await createCommitter()
  for (let index = 0; index * FRAME_BYTES < ordered.sizeBytes; index++) {
    const frame = await copy.readFrame(index)
    if (!frame) return false
    await committer.add(frame)
  }
  const { cid, root, frameRoots } = await committer.finish()
  if (`0x${hexOf(root)}` !== ordered.rootHex || cid.toString() !== ordered.cid) return false
  await copy.finish(frameRoots)
  return true
}

/**
 * Fails with the first that failed, once all have ended: a copy that is given up is removed, and a frame that came after that
 * would be written anew and stay for ever.
 */
async function allEnded<T>(tasks: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tasks)
  return await Promise.all(tasks)
}

/** From the disk where it lies there right, else from the source, which gives none but right ones. */
async function frameAt(cid: string, index: number, source: BlockSource, copy: Copy) {
  const kept = await copy.readFrame(index)
  if (kept && (await isBlockOf(cid, kept))) return kept
  const frame = await source(cid)
  await copy.writeFrame(index, frame)
  return frame
}
