import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { type Bytes, FileDamaged } from '@trove/stored-file/bytes'
import { readPart } from '@trove/stored-file/car'
import { frameBlock } from '@trove/stored-file/dag'
import { isFrame } from '@trove/stored-file/layout'
import { createMerkle } from '@trove/stored-file/merkle'
import type { Answered, Asked, CheckedPart } from './part-check.ts'

const merkle = createMerkle()

parentPort?.on('message', async (asked: Asked) => {
  const answer = await answerTo(asked)
  const { buffer } = 'part' in answer ? answer.part.bytes : answer.bytes
  parentPort?.postMessage(answer, [buffer])
})

async function answerTo({ id, bytes, lengths, car }: Asked): Promise<Answered> {
  try {
    const { cids, frames } = car === undefined ? await named(bytes, lengths) : await unpacked(bytes, lengths, car)
    return { id, part: await describe(frames, cids, lengths) }
  } catch (error) {
    if (error instanceof FileDamaged) return { id, damaged: error.message, bytes }
    throw error
  }
}

type Named = { cids: string[]; frames: Bytes }

/** The frames that lie one after the other. */
function framesIn(bytes: Bytes, lengths: number[]): Bytes[] {
  let at = 0
  return lengths.map((length) => {
    at += length
    return bytes.subarray(at - length, at)
  })
}

/** Names frames that came without identifiers. */
async function named(bytes: Bytes, lengths: number[]): Promise<Named> {
  const blocks = await Promise.all(framesIn(bytes, lengths).map(frameBlock))
  return { cids: blocks.map(({ cid }) => String(cid)), frames: bytes }
}

/** The frames of a part that travelled, moved to the front of its own memory. */
async function unpacked(bytes: Bytes, lengths: number[], sha256: string): Promise<Named> {
  const blocks = await readPart(bytes, sha256)
  const isRight =
    blocks.length === lengths.length && blocks.every((it, i) => isFrame(it) && it.bytes.length === lengths[i])
  if (!isRight) throw new FileDamaged('these are not the frames of this part')
  // Before anything is moved: identifiers lie between the frames.
  const cids = blocks.map(({ cid }) => String(cid))
  let at = 0
  for (const { bytes: frame } of blocks) {
    const from = frame.byteOffset - bytes.byteOffset
    bytes.copyWithin(at, from, from + frame.length)
    at += frame.length
  }
  return { cids, frames: bytes.subarray(0, at) }
}

async function describe(bytes: Bytes, cids: string[], lengths: number[]): Promise<CheckedPart> {
  const { frameRoot } = await merkle
  const sha256 = new Uint8Array(createHash('sha256').update(bytes).digest())
  const frames = framesIn(bytes, lengths).map((frame, i) => {
    return { cid: cids[i]!, root: frameRoot(frame), bytes: frame.length }
  })
  return { bytes, sha256, frames }
}
