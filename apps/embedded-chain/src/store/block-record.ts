import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

export type Hex = `0x${string}`

/** A storage key with its new value; null takes the key away. */
export type Change = [key: string, value: string | null]

/** All there is to a block: enough to show it, and to make its state from its parent's. */
export type BlockRecord = {
  number: number
  hash: Hex
  /** SCALE-encoded. */
  header: Hex
  extrinsics: Hex[]
  changes: Change[]
}

const FRAME_HEAD_BYTES = 8
/** What deflate can look back. */
const WINDOW_BYTES = 32_768
const HASH_CHARS = 66

/** The parent's hash: the first 32 bytes of a header. */
export function parentHashOf(record: BlockRecord): Hex {
  return record.header.slice(0, HASH_CHARS) as Hex
}

/** A record ready to be appended; `text` is what the next one's frame refers to. */
export type Frame = { bytes: Buffer; text: Buffer }

/**
 * A record as a frame: length, checksum, packed text. A block resembles its parent closely, so a record is packed with
 * the text of the one before as its dictionary; frames can only be read in order.
 */
export function frameOf(record: BlockRecord, previousText: Buffer | undefined): Frame {
  const { number, hash, header, extrinsics, changes } = record
  const text = Buffer.from(JSON.stringify([number, hash, header, extrinsics, changes]))
  const packed = deflateRawSync(text, dictionaryOf(previousText))
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUInt32LE(packed.length, 0)
  head.writeUInt32LE(crc32(packed), 4)
  return { bytes: Buffer.concat([head, packed]), text }
}

function dictionaryOf(text: Buffer | undefined): { dictionary?: Buffer } {
  return text ? { dictionary: text.subarray(-WINDOW_BYTES) } : {}
}

/** Records read from frames, how many bytes of them are whole, and the last one's text for a writer that goes on. */
export type ReadFrames = { records: BlockRecord[]; wholeBytes: number; lastText: Buffer | undefined }

/**
 * Reads the blocks after `base`, up to the first frame that is cut off or damaged, as a power cut in the middle of a
 * write leaves it, or that does not follow the one before.
 */
export function readFrames(bytes: Buffer, base: number): ReadFrames {
  const records: BlockRecord[] = []
  let wholeBytes = 0
  let lastText: Buffer | undefined
  while (wholeBytes + FRAME_HEAD_BYTES <= bytes.length) {
    const start = wholeBytes + FRAME_HEAD_BYTES
    const length = bytes.readUInt32LE(wholeBytes)
    const packed = bytes.subarray(start, start + length)
    if (packed.length < length || crc32(packed) !== bytes.readUInt32LE(wholeBytes + 4)) break
    const text = inflateRawSync(packed, dictionaryOf(lastText))
    const [number, hash, header, extrinsics, changes] = JSON.parse(text.toString())
    const record: BlockRecord = { number, hash, header, extrinsics, changes }
    const previous = records.at(-1)
    if (number !== base + records.length + 1 || (previous && parentHashOf(record) !== previous.hash)) break
    records.push(record)
    wholeBytes = start + length
    lastText = text
  }
  return { records, wholeBytes, lastText }
}
