import { buffer } from 'node:stream/consumers'
import { type Bytes, cut } from '@trove/stored-file/bytes'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { carHead, carSection, FRAMES_PER_PART, linksOf, PART_FILE_BYTES } from '@trove/stored-file/layout'
import type { StorageNeeds } from '../model/needs.ts'
import { partKey } from '../uploads/service.ts'
import { findFrame, findNode, listFrameCids, listNodes, type StagedFile } from './store.ts'

type Needs = Pick<StorageNeeds, 'db' | 'blobs'>

/** Some bytes of a staged file, the last place included. */
export async function* readFile(
  { blobs }: Needs,
  { id }: StagedFile,
  range: { start: number; end: number },
): AsyncGenerator<Buffer> {
  for (let at = range.start; at <= range.end; ) {
    const part = Math.floor(at / PART_FILE_BYTES)
    const first = part * PART_FILE_BYTES
    const end = Math.min(range.end, first + PART_FILE_BYTES - 1)
    const blob = await blobs.find(partKey(id, part), { start: at - first, end: end - first })
    if (!blob) throw new Error('a part of a staged file is gone')
    yield* blob.body as AsyncIterable<Buffer>
    at = end + 1
  }
}

/** One block by its identifier: a frame, or a node over frames. */
export async function readBlock(needs: Needs, cid: string): Promise<Buffer | undefined> {
  const frame = await findFrame(needs.db, cid)
  if (!frame) return await findNode(needs.db, cid)
  const start = (frame.number % FRAMES_PER_PART) * FRAME_BYTES
  const part = Math.floor(frame.number / FRAMES_PER_PART)
  const blob = await needs.blobs.find(partKey(frame.uploadId, part), { start, end: start + frame.bytes - 1 })
  // The sweep may have been quicker.
  return blob && (await buffer(blob.body))
}

/** A file as a CAR file: its root first, then depth first, as the trustless gateway's specification has it. */
export async function* readCar(needs: Needs, file: StagedFile, cid: string): AsyncGenerator<Uint8Array> {
  yield carHead(cid)
  const nodes = new Map((await listNodes(needs.db, file.id)).map((node) => [node.cid, new Uint8Array(node.block)]))
  const frames = readFrames(needs, file)
  // Frames come in the order in which their nodes name them: depth first is the order of the file.
  async function* below(one: string): AsyncGenerator<Uint8Array> {
    const node = nodes.get(one)
    if (!node) {
      const { value } = await frames.next()
      if (value?.cid !== one) throw new Error('the frames of a staged file are not those of its nodes')
      yield carSection(one, value.bytes)
      return
    }
    yield carSection(one, node)
    for (const link of linksOf(node)) yield* below(link)
  }
  try {
    yield* below(cid)
  } finally {
    await frames.return()
  }
}

/** One frame in memory at a time: a slow reader holds no more. */
async function* readFrames(needs: Needs, file: StagedFile): AsyncGenerator<{ cid: string; bytes: Bytes }, void> {
  for (let part = 0; part * PART_FILE_BYTES < file.bytes; part++) {
    const cids = await listFrameCids(needs.db, file.id, part * FRAMES_PER_PART, FRAMES_PER_PART)
    const blob = await needs.blobs.find(partKey(file.id, part))
    if (!blob) throw new Error('a part of a staged file is gone')
    let number = 0
    for await (const { piece } of cut(blob.body, FRAME_BYTES)) yield { cid: cids[number++]!, bytes: piece }
  }
}
