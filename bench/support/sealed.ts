import { randomFillSync } from 'node:crypto'
import { packParts } from '@trove/stored-file/car'
import { createCommitter } from '@trove/stored-file/commitment'
import type { Block } from '@trove/stored-file/dag'
import { FRAME_PLAIN_BYTES, newFileKey, readFileKey, sealFrame } from '@trove/stored-file/frames'
import { FRAMES_PER_PART } from '@trove/stored-file/layout'

/** A file as a browser seals it, made of random bytes frame by frame; its parts are in memory only one at a time. */

export type SealedFile = { cid: string; root: string; bytes: number; parts: number }

/** Seals so many plain bytes and hands out each part as it travels. */
export async function sealRandom(
  plainBytes: number,
  take: (part: Uint8Array<ArrayBuffer>, number: number) => Promise<void> | void,
): Promise<SealedFile> {
  const key = await readFileKey(newFileKey())
  const committer = await createCommitter()
  const frames = Math.max(1, Math.ceil(plainBytes / FRAME_PLAIN_BYTES))
  const plain = new Uint8Array(FRAME_PLAIN_BYTES)
  let blocks: Block[] = []
  let parts = 0
  for (let index = 0; index < frames; index++) {
    const isLast = index === frames - 1
    randomFillSync(plain)
    const piece = isLast ? plain.slice(0, plainBytes - index * FRAME_PLAIN_BYTES) : plain
    blocks.push(await committer.add(await sealFrame(key, { index, isLast }, piece)))
    if (blocks.length < FRAMES_PER_PART && !isLast) continue
    for await (const { bytes } of packParts(blocks)) await take(new Uint8Array(bytes), parts++)
    blocks = []
  }
  const { cid, root, sizeBytes } = await committer.finish()
  return { cid: cid.toString(), root: Buffer.from(root).toString('hex'), bytes: sizeBytes, parts }
}
