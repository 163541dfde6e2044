import * as CarWriter from '@ipld/car/buffer-writer'
import { decode as decodeNode } from '@ipld/dag-pb'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import type { Bytes } from './bytes.ts'
import type { Block } from './dag.ts'
import { FRAME_BYTES } from './frames.ts'

/** Where a stored file's bytes lie in what travels: in the parts of an upload, and in a CAR file that a gateway writes. */

/** Frames of each part of an upload but the last: as many as fit into a part of 8 MiB with their identifiers. */
export const FRAMES_PER_PART = 31
/** Bytes of the stored file in each part but the last. */
export const PART_FILE_BYTES = FRAMES_PER_PART * FRAME_BYTES

/** Parts of a stored file of so many bytes. */
export function partCount(sizeBytes: number): number {
  return Math.ceil(sizeBytes / PART_FILE_BYTES)
}

/** Lengths of the frames in a part, in order; none where there is no such part. */
export function frameLengths(sizeBytes: number, part: number): number[] {
  const start = part * PART_FILE_BYTES
  const bytes = Math.min(PART_FILE_BYTES, sizeBytes - start)
  const count = Math.max(0, Math.ceil(bytes / FRAME_BYTES))
  return Array.from({ length: count }, (_, i) => Math.min(FRAME_BYTES, bytes - i * FRAME_BYTES))
}

/** Whether a block is a frame of a file, not a node over frames. */
export function isFrame({ cid }: Pick<Block, 'cid'>): boolean {
  return cid.code === raw.code
}

/** The head of a CAR file that has this one root. @throws Error when the text is no identifier */
export function carHead(rootCid: string): Bytes {
  const roots = [CID.parse(rootCid)]
  return new Uint8Array(
    CarWriter.close(CarWriter.createWriter(new ArrayBuffer(CarWriter.headerLength({ roots })), { roots })),
  )
}

/** A block as it stands in a CAR file, behind its length and its identifier. @throws Error when the text is no identifier */
export function carSection(cidText: string, bytes: Bytes): Bytes {
  const block = { cid: CID.parse(cidText), bytes }
  const headBytes = CarWriter.headerLength({ roots: [] })
  const writer = CarWriter.createWriter(new ArrayBuffer(headBytes + CarWriter.blockLength(block)), { roots: [] })
  CarWriter.addBlock(writer, block)
  return new Uint8Array(CarWriter.close(writer)).slice(headBytes)
}

/** What a node over frames names, in order. @throws Error when it is none */
export function linksOf(node: Uint8Array): string[] {
  return decodeNode(node).Links.map(({ Hash }) => Hash.toString())
}
