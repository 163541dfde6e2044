import { crc32, inflateRawSync } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type Limits, unfoldedLimit } from '../format/limits.ts'
import { MODES } from '../format/objects.ts'
import { GitRefused, requireThat } from '../format/refusal.ts'
import { openSource, type Source } from '../pack/source.ts'
import { pathOf, type TakeFile, tally } from './file.ts'

const LOCAL_HEAD_BYTES = 30

/** Reads a zip. The list at its end is judged whole before anything is inflated. @throws GitRefused */
export async function readZip(archive: string, bytes: number, limits: Limits, take: TakeFile): Promise<void> {
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(refuse)
  const file = await openSource(archive)
  try {
    requireThat(zip.entryCount <= limits.archiveFiles, 'archive.too-many-files')
    const entries = await listEntries(zip, bytes, limits)
    for (const { entry, path, mode } of entries) {
      const open = () => openEntry(zip, file, entry)
      await take({ path, mode, size: entry.uncompressedSize, open }).catch(refuse)
    }
  } finally {
    zip.close()
    await file.close()
  }
}

/** Small files are the most, and streams cost more than such a file: they are inflated at once. */
const SMALL_BYTES = 64 * 1024
const STORED = 0
const DEFLATED = 8

async function openEntry(zip: ZipFile, file: Source, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  const { compressedSize, uncompressedSize, compressionMethod: method } = entry
  const isSmall = Math.max(compressedSize, uncompressedSize) <= SMALL_BYTES
  if (!isSmall || (method !== STORED && method !== DEFLATED)) return await zip.openReadStreamPromise(entry)
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const packed = await file.read(fileDataStart, compressedSize)
  const isRight = packed.length === compressedSize && (method === DEFLATED || compressedSize === uncompressedSize)
  requireThat(isRight, 'archive.unreadable')
  const data = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) })
  requireThat(crc32(data) === entry.crc32, 'archive.unreadable')
  return once(data)
}

async function* once(data: Buffer): AsyncGenerator<Buffer> {
  yield data
}

type Listed = { entry: Entry; path: string[]; mode: number }

async function listEntries(zip: ZipFile, bytes: number, limits: Limits): Promise<Listed[]> {
  const counted = tally(limits, unfoldedLimit(limits, bytes))
  const listed: Listed[] = []
  const spans: { from: number; to: number }[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      counted.add(entry.uncompressedSize)
      const from = entry.relativeOffsetOfLocalHeader
      spans.push({ from, to: from + LOCAL_HEAD_BYTES + entry.compressedSize })
      const path = pathOf(entry.fileName, limits)
      if (!path || entry.fileName.endsWith('/')) continue
      requireThat(!entry.isEncrypted(), 'archive.encrypted')
      listed.push({ entry, path, mode: modeOf(entry) })
    }
  } catch (error) {
    refuse(error)
  }
  spans.sort((a, b) => a.from - b.from)
  requireThat(
    spans.every(({ from }, i) => i === 0 || spans[i - 1]!.to <= from),
    'archive.overlap',
  )
  return listed
}

const UNIX = 3
const KIND_BITS = 0o170000
const FILE_BITS = 0o100000
const RUN_BITS = 0o111

/** Modes are there when the archive was made on a Unix. */
function modeOf(entry: Entry): number {
  if (entry.versionMadeBy >>> 8 !== UNIX) return MODES.file
  const mode = entry.externalFileAttributes >>> 16
  const kind = mode & KIND_BITS
  if (kind === MODES.link) return MODES.link
  requireThat(kind === FILE_BITS || kind === 0, 'archive.entry-kind', entry.fileName)
  return mode & RUN_BITS ? MODES.program : MODES.file
}

/** What yauzl does not read is refused; what a disk does not give is not the archive's fault. */
function refuse(error: unknown): never {
  const { message, code } = error as Error & { code?: string }
  if (error instanceof GitRefused || (code !== undefined && !/^(Z_|ERR_)/.test(code))) throw error
  throw new GitRefused(/relative path|absolute path|in fileName/.test(message) ? 'archive.path' : 'archive.unreadable')
}
