import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openBytes } from '../../platform/sealing/sealed-bytes.ts'
import { type ByteRange, openFrames, sealedRange } from '../../platform/sealing/sealed-frames.ts'
import { blobKey, type FileKind } from './model/kinds.ts'
import type { FilesNeeds } from './model/needs.ts'
import { sealedAs } from './model/sealed-as.ts'
import type { FileRow } from './model/store.ts'

type Needs = Pick<FilesNeeds, 'blobs' | 'sealer'>

/**
 * Opens these bytes of a sealed file, the first of them before it answers; undefined where its blob is gone.
 * @throws Error when it was changed
 */
export async function readSealed(
  { blobs, sealer }: Needs,
  row: FileRow & { keySealed: Buffer },
  kind: FileKind,
  range: ByteRange,
): Promise<Buffer | Readable | undefined> {
  const aad = sealedAs.key(row)
  if (row.format === 'whole') {
    const blob = await blobs.find(blobKey(kind, row.id))
    if (!blob) return undefined
    const content = await openBytes(sealer, await buffer(blob.body), row.keySealed, aad)
    return content.subarray(range.start, range.end + 1)
  }
  const key = Buffer.from(await sealer.open(row.keySealed, aad), 'base64')
  const file = { key, aad, bytes: Number(row.bytes) }
  const blob = await blobs.find(blobKey(kind, row.id), sealedRange(file, range))
  if (!blob) return undefined
  return begun(openFrames(file, blob.body, range))
}

/** The stream, its first piece already there. */
async function begun(pieces: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await pieces.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* pieces
  }
  return Readable.from(all(), { objectMode: false })
}
