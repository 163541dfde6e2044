import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Sealed files in frames of 64 KiB, so that a part of one can be read or written without the rest. Each frame is AES-256-GCM
 * under the file's key with an IV of its own: IV, ciphertext, tag. What a frame is bound to names the file, its place and
 * how many frames there are: none can be left out, moved or taken from elsewhere.
 */

export const FRAME_BYTES = 64 * 1024
const IV_BYTES = 12
const TAG_BYTES = 16
const SEALED_FRAME_BYTES = IV_BYTES + FRAME_BYTES + TAG_BYTES

/** The key of a file, what binds it to its row (as in `Sealer.seal`), and how many plain bytes the whole file has. */
export type FrameKey = { key: Buffer; aad: string; bytes: number }
/** Places of plain bytes, the last one included. */
export type ByteRange = { start: number; end: number }

export const newFrameKey = (): Buffer => randomBytes(32)

const framesOf = (bytes: number) => Math.ceil(bytes / FRAME_BYTES)
const boundTo = ({ aad, bytes }: FrameKey, frame: number) => Buffer.from(`${aad}#${frame}/${framesOf(bytes)}`, 'utf8')

/** Seals consecutive plain bytes that begin at a frame's start; only the file's end may end within a frame. */
export function sealFrames(file: FrameKey, plain: Buffer, start = 0): Buffer {
  if (start % FRAME_BYTES !== 0) throw new Error('sealing begins at the start of a frame')
  const sealed: Buffer[] = []
  for (let at = 0; at < plain.length; at += FRAME_BYTES) {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', file.key, iv)
    cipher.setAAD(boundTo(file, (start + at) / FRAME_BYTES))
    sealed.push(iv, cipher.update(plain.subarray(at, at + FRAME_BYTES)), cipher.final(), cipher.getAuthTag())
  }
  return Buffer.concat(sealed)
}

/** Which bytes of the sealed file hold a range of the plain one. */
export function sealedRange({ bytes }: FrameKey, { start, end }: ByteRange): ByteRange {
  const [first, last] = [Math.floor(start / FRAME_BYTES), Math.floor(end / FRAME_BYTES)]
  const total = bytes + framesOf(bytes) * (IV_BYTES + TAG_BYTES)
  return { start: first * SEALED_FRAME_BYTES, end: Math.min((last + 1) * SEALED_FRAME_BYTES, total) - 1 }
}

/**
 * Opens the sealed bytes of `sealedRange`, frame by frame as they come, and gives the plain bytes of the range.
 * @throws Error when a frame was changed, moved, or is missing
 */
export async function* openFrames(
  file: FrameKey,
  sealed: AsyncIterable<Buffer>,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let frame = Math.floor(start / FRAME_BYTES)
  for await (const box of chunksOf(sealed, SEALED_FRAME_BYTES)) {
    const plain = openFrame(file, box, frame)
    const from = Math.max(0, start - frame * FRAME_BYTES)
    yield plain.subarray(from, Math.min(plain.length, end + 1 - frame * FRAME_BYTES))
    frame++
  }
  if (frame <= Math.floor(end / FRAME_BYTES)) throw new Error('frames are missing')
}

function openFrame(file: FrameKey, box: Buffer, frame: number): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', file.key, box.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(file, frame))
  decipher.setAuthTag(box.subarray(box.length - TAG_BYTES))
  return Buffer.concat([decipher.update(box.subarray(IV_BYTES, box.length - TAG_BYTES)), decipher.final()])
}

/** The same bytes in chunks of one size, the last one shorter. */
async function* chunksOf(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const piece of source) {
    held.push(piece)
    bytes += piece.length
    if (bytes < size) continue
    const all = Buffer.concat(held)
    let at = 0
    for (; at + size <= all.length; at += size) yield all.subarray(at, at + size)
    held = [all.subarray(at)]
    bytes = all.length - at
  }
  if (bytes > 0) yield Buffer.concat(held)
}
