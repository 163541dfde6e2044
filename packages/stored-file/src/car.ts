import { CarBufferReader } from '@ipld/car/buffer-reader'
import * as CarWriter from '@ipld/car/buffer-writer'
import { sha256 } from 'multiformats/hashes/sha2'
import { type Bytes, FileDamaged, hexOf, isSame } from './bytes.ts'
import { type Block, isBlockRight } from './dag.ts'
import { FRAMES_PER_PART } from './layout.ts'

/** How a file travels: its blocks in CAR files of at most 8 MiB, each with its own hash, so that a broken-off upload goes on. */

export const PART_BYTES = 8 * 2 ** 20

export type Part = { index: number; bytes: Bytes; sha256: string }

/**
 * Packs blocks in the order in which they come. The same blocks always make the same parts. A part ends after so many as the
 * gateway expects in it, also where a short last frame would still fit.
 */
export async function* packParts(blocks: AsyncIterable<Block> | Iterable<Block>): AsyncGenerator<Part> {
  let index = 0
  for await (const bytes of pack(blocks)) yield { index: index++, bytes, sha256: await hashOf(bytes) }
}

async function* pack(blocks: AsyncIterable<Block> | Iterable<Block>): AsyncGenerator<Bytes> {
  const headBytes = CarWriter.headerLength({ roots: [] })
  let waiting: Block[] = []
  let length = headBytes
  const close = () => {
    const writer = CarWriter.createWriter(new ArrayBuffer(length), { roots: [] })
    for (const block of waiting) CarWriter.addBlock(writer, block)
    const bytes = new Uint8Array(CarWriter.close(writer))
    waiting = []
    length = headBytes
    return bytes
  }
  for await (const block of blocks) {
    const more = CarWriter.blockLength(block)
    if (waiting.length === FRAMES_PER_PART || (waiting.length > 0 && length + more > PART_BYTES)) yield close()
    waiting.push(block)
    length += more
  }
  if (waiting.length > 0) yield close()
}

/** The blocks of a part as they lie in it, each held against its identifier. @throws FileDamaged when it is not the part of this hash, or no part */
export async function readPart(bytes: Bytes, hash: string): Promise<Block[]> {
  if (bytes.length > PART_BYTES || (await hashOf(bytes)) !== hash)
    throw new FileDamaged('this part is not the one that was named')
  const blocks = decode(bytes)
  for (const block of blocks)
    if (!(await isBlockRight(block))) throw new FileDamaged(`block ${block.cid} is not what it is called`)
  if (!isWrittenAsPart(bytes, blocks)) throw new FileDamaged('this part is not written as parts are')
  return blocks
}

const HEAD = new Uint8Array(
  CarWriter.close(CarWriter.createWriter(new ArrayBuffer(CarWriter.headerLength({ roots: [] })), { roots: [] })),
)

/**
 * Whether these are the bytes that packing the blocks gives: what can be written in more than one way is none of ours.
 * Lengths and identifiers are varints, whose other forms are all longer, so the whole length tells without packing again.
 */
function isWrittenAsPart(bytes: Bytes, blocks: Block[]): boolean {
  const length = blocks.reduce((sum, block) => sum + CarWriter.blockLength(block), HEAD.length)
  return blocks.length > 0 && length === bytes.length && isSame(bytes.subarray(0, HEAD.length), HEAD)
}

/** A CAR file as gateways write it: its roots, and its blocks held against their identifiers. @throws FileDamaged */
export async function readCar(bytes: Bytes): Promise<{ roots: string[]; blocks: Block[] }> {
  const blocks = decode(bytes)
  for (const block of blocks)
    if (!(await isBlockRight(block))) throw new FileDamaged(`block ${block.cid} is not what it is called`)
  const roots = CarBufferReader.fromBytes(bytes).getRoots().map(String)
  // Each in memory of its own: one that is kept would keep the whole file.
  return { roots, blocks: blocks.map((block) => ({ ...block, bytes: block.bytes.slice() })) }
}

/** The blocks as they lie in the bytes, without copying. */
function decode(bytes: Bytes): Block[] {
  try {
    return CarBufferReader.fromBytes(bytes)
      .blocks()
      .map(({ cid, bytes: { byteOffset, length } }) => ({
        cid,
        bytes: new Uint8Array(bytes.buffer, byteOffset, length),
      }))
  } catch {
    throw new FileDamaged('this is no CAR file')
  }
}

async function hashOf(bytes: Bytes): Promise<string> {
  return hexOf((await sha256.digest(bytes)).digest)
}
