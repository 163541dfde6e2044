import { type Bytes, cut, FileDamaged } from './bytes.ts'

/**
 * A file as it is stored: frames of 256 KiB, each sealed by AES-256-GCM under the file's own key. A frame is one block of IPFS and
 * 256 leaves of the chain's tree. Its place and whether it is the last go into its nonce, so a frame that is moved, left out or cut
 * off behind does not open.
 */

export const FRAME_BYTES = 262_144
const TAG_BYTES = 16
/** What a full frame holds of the plain file. */
export const FRAME_PLAIN_BYTES = FRAME_BYTES - TAG_BYTES

const KEY_BYTES = 32
const NONCE_BYTES = 12
const FORMAT = 1

export type FileKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Where a frame stands. */
export type Place = { index: number; isLast: boolean }

/** A new file's key. It must never seal a second file: nonces count from 0 in each. */
export function newFileKey(): Bytes {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES))
}

/** A key ready for use. @throws RangeError when it is not 32 bytes */
export async function readFileKey(bytes: Bytes): Promise<FileKey> {
  if (bytes.length !== KEY_BYTES) throw new RangeError('a file key is 32 bytes')
  return await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Frames of a plain file of so many bytes; an empty file is one. */
export function frameCount(plainBytes: number): number {
  return Math.max(1, Math.ceil(plainBytes / FRAME_PLAIN_BYTES))
}

/** What a plain file of so many bytes is when stored. */
export function storedBytes(plainBytes: number): number {
  return plainBytes + frameCount(plainBytes) * TAG_BYTES
}

/** Seals a piece of the plain file. @throws RangeError when a piece that is not the last is not full */
export async function sealFrame(key: FileKey, place: Place, plain: Bytes): Promise<Bytes> {
  requireFits(place, plain.length)
  return new Uint8Array(await crypto.subtle.encrypt(parameters(place), key, plain))
}

/** Opens a frame. @throws FileDamaged when it is not what was sealed at this place under this key */
export async function openFrame(key: FileKey, place: Place, frame: Bytes): Promise<Bytes> {
  try {
    requireFits(place, frame.length - TAG_BYTES)
    return new Uint8Array(await crypto.subtle.decrypt(parameters(place), key, frame))
  } catch {
    throw new FileDamaged(`frame ${place.index} does not open`)
  }
}

/** The frames of a file, one after the other. */
export async function* sealFile(key: FileKey, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Bytes> {
  let index = 0
  for await (const { piece, isLast } of cut(plain, FRAME_PLAIN_BYTES))
    yield await sealFrame(key, { index: index++, isLast }, piece)
}

/** The plain file out of its stored bytes. @throws FileDamaged at the first frame that does not open */
export async function* openFile(key: FileKey, stored: AsyncIterable<Uint8Array>): AsyncGenerator<Bytes> {
  let index = 0
  for await (const { piece, isLast } of cut(stored, FRAME_BYTES))
    yield await openFrame(key, { index: index++, isLast }, piece)
}

function requireFits({ index, isLast }: Place, plainBytes: number): void {
  const least = isLast ? Math.min(index, 1) : FRAME_PLAIN_BYTES
  if (plainBytes < least || plainBytes > FRAME_PLAIN_BYTES)
    throw new RangeError(`frame ${index} cannot hold ${plainBytes} bytes`)
}

/** Nonce: the index in 11 bytes, big-endian, and 1 for the last. Additional data: the format, and the index again in 8. */
function parameters({ index, isLast }: Place) {
  const iv = new Uint8Array(NONCE_BYTES)
  const additionalData = new Uint8Array(9)
  new DataView(iv.buffer).setBigUint64(NONCE_BYTES - 1 - 8, BigInt(index))
  iv[NONCE_BYTES - 1] = isLast ? 1 : 0
  additionalData[0] = FORMAT
  new DataView(additionalData.buffer).setBigUint64(1, BigInt(index))
  return { name: 'AES-GCM', iv, additionalData, tagLength: 8 * TAG_BYTES }
}
