import { requireThat } from '@trove/contract/errors/codes'
import { type Bytes, cut } from '@trove/stored-file/bytes'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { carHead, carSection, FRAMES_PER_PART, linksOf, PART_FILE_BYTES } from '@trove/stored-file/layout'
import { listPaused } from '../audits/store.ts'
import type { StorageNeeds } from '../model/needs.ts'
import type { NodeLines } from '../nodes/lines.ts'
import { partKey } from '../uploads/service.ts'
import { findFrame, findNode, listFrameCids, listNodes, type StagedFile } from './store.ts'

type Needs = Pick<StorageNeeds, 'db' | 'blobs'> & {
  chain: Pick<StorageNeeds['chain'], 'listKeepers'>
  lines: Pick<NodeLines, 'read'>
}

/** Frames that are asked of nodes at the same time for one reader. */
const AHEAD = 4

/** Some bytes of a staged file, the last place included. @throws ContractError `storage.unavailable` */
export async function* readFile(
  needs: Needs,
  file: StagedFile,
  range: { start: number; end: number },
): AsyncGenerator<Buffer> {
  for (let at = range.start; at <= range.end; ) {
    const part = Math.floor(at / PART_FILE_BYTES)
    const first = part * PART_FILE_BYTES
    const end = Math.min(range.end, first + PART_FILE_BYTES - 1)
    yield* readPart(needs, file, part, { start: at - first, end: end - first })
    at = end + 1
  }
}

/** Some bytes of a part: our own copy of it, or what nodes give of its frames. */
async function* readPart(
  needs: Needs,
  file: StagedFile,
  part: number,
  range: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const blob = await needs.blobs.find(partKey(file.id, part), range)
  if (blob) return yield* blob.body as AsyncIterable<Buffer>
  const [first, last] = [Math.floor(range.start / FRAME_BYTES), Math.floor(range.end / FRAME_BYTES)]
  let at = first
  for await (const frame of readFromNodes(needs, file, part * FRAMES_PER_PART + first, last - first + 1)) {
    const begin = at++ * FRAME_BYTES
    const [from, to] = [Math.max(0, range.start - begin), Math.min(frame.length, range.end + 1 - begin)]
    yield Buffer.from(frame.buffer, frame.byteOffset + from, to - from)
  }
}

/** Frames in their order, from the nodes that keep them; a few are asked for ahead of the reader. */
async function* readFromNodes(needs: Needs, file: StagedFile, first: number, count: number): AsyncGenerator<Bytes> {
  const cids = await listFrameCids(needs.db, file.id, first, count)
  // A file that was swept meanwhile has none: without a word its reader would wait for the bytes that were promised.
  requireThat(cids.length === count, 'storage.unavailable')
  const keepers = await needs.chain.listKeepers(file.cid)
  const paused = await listPaused(needs.db, keepers)
  const [good, last] = [keepers.filter((it) => !paused.has(it)), keepers.filter((it) => paused.has(it))]
  const ask = (i: number) => needs.lines.read(good, { cid: file.cid, frame: first + i }, cids[i]!, last)
  const underWay = cids.slice(0, AHEAD).map((_, i) => ask(i))
  for (let i = 0; i < cids.length; i++) {
    const frame = await underWay.shift()
    requireThat(frame, 'storage.unavailable')
    if (i + AHEAD < cids.length) underWay.push(ask(i + AHEAD))
    yield frame
  }
}

/** One block by its identifier: a frame, or a node over frames. @throws ContractError `storage.unavailable` */
export async function readBlock(needs: Needs, cid: string): Promise<Buffer | undefined> {
  const frame = await findFrame(needs.db, cid)
  if (!frame) return await findNode(needs.db, cid)
  const start = (frame.number % FRAMES_PER_PART) * FRAME_BYTES
  const part = Math.floor(frame.number / FRAMES_PER_PART)
  const file = { id: frame.uploadId, cid: frame.fileCid, bytes: frame.bytes }
  const pieces: Buffer[] = []
  for await (const piece of readPart(needs, file, part, { start, end: start + frame.bytes - 1 })) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** A file as a CAR file: its root first, then depth first, as the trustless gateway's specification has it. */
export async function* readCar(needs: Needs, file: StagedFile, cid: string): AsyncGenerator<Uint8Array> {
  const nodes = new Map((await listNodes(needs.db, file.id)).map((node) => [node.cid, new Uint8Array(node.block)]))
  const frames = readFrames(needs, file)
  // Before anything is answered: of what nobody has, not even the head is given.
  let first: Awaited<ReturnType<typeof frames.next>> | undefined = await frames.next()
  // Frames come in the order in which their nodes name them: depth first is the order of the file.
  async function* below(one: string): AsyncGenerator<Uint8Array> {
    const node = nodes.get(one)
    if (!node) {
      const { value } = first ?? (await frames.next())
      first = undefined
      if (value?.cid !== one) throw new Error('the frames of a staged file are not those of its nodes')
      yield carSection(one, value.bytes)
      return
    }
    yield carSection(one, node)
    for (const link of linksOf(node)) yield* below(link)
  }
  try {
    yield carHead(cid)
    yield* below(cid)
  } finally {
    await frames.return()
  }
}

/** One frame in memory at a time: a slow reader holds no more. */
async function* readFrames(needs: Needs, file: StagedFile): AsyncGenerator<{ cid: string; bytes: Bytes }, void> {
  for (let part = 0; part * PART_FILE_BYTES < file.bytes; part++) {
    const cids = await listFrameCids(needs.db, file.id, part * FRAMES_PER_PART, FRAMES_PER_PART)
    const end = Math.min(PART_FILE_BYTES, file.bytes - part * PART_FILE_BYTES) - 1
    let number = 0
    for await (const { piece } of cut(readPart(needs, file, part, { start: 0, end }), FRAME_BYTES))
      yield { cid: cids[number++]!, bytes: piece }
  }
}
