import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { createInflate, inflate, inflateSync } from 'node:zlib'
import { type Kind, OID_BYTES } from '../format/objects.ts'
import { GitRefused, requireThat } from '../format/refusal.ts'
import type { Source } from './source.ts'

/** One entry of a pack: a head with type and size, for deltas where the base is, then the deflated bytes. */

export const KIND_OF_TYPE: Partial<Record<number, Kind>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
export const TYPE_OF_KIND: Record<Kind, number> = { commit: 1, tree: 2, blob: 3, tag: 4 }
const OFFSET_DELTA = 6
const NAME_DELTA = 7
const MAX_HEAD_BYTES = 10 + 10 + OID_BYTES

export type EntryHead = {
  at: number
  /** Where the deflated bytes begin. */
  dataAt: number
  /** Inflated: of a delta its own bytes, not those it makes. */
  size: number
  kind?: Kind
  baseAt?: number
  baseOid?: string
}

/** @throws GitRefused when no entry begins there */
export async function readEntryHead(source: Source, at: number): Promise<EntryHead> {
  const bytes = await source.read(at, Math.min(MAX_HEAD_BYTES, source.size - at))
  let next = 0
  const byte = () => {
    requireThat(next < bytes.length, 'pack.truncated')
    return bytes[next++]!
  }
  let read = byte()
  const type = (read >> 4) & 7
  let size = read & 15
  for (let weight = 16; read & 0x80; weight *= 128) {
    read = byte()
    size += (read & 0x7f) * weight
    requireThat(size <= Number.MAX_SAFE_INTEGER / 256, 'pack.object-size')
  }
  const kind = KIND_OF_TYPE[type]
  if (kind) return { at, dataAt: at + next, size, kind }
  if (type === OFFSET_DELTA) {
    const distance = readDistance(byte)
    requireThat(distance > 0 && distance <= at, 'pack.delta')
    const baseAt = at - distance
    return { at, dataAt: at + next, size, baseAt }
  }
  requireThat(type === NAME_DELTA, 'pack.object-type', String(type))
  requireThat(next + OID_BYTES <= bytes.length, 'pack.truncated')
  return { at, dataAt: at + next + OID_BYTES, size, baseOid: bytes.toString('hex', next, next + OID_BYTES) }
}

function readDistance(byte: () => number): number {
  let read = byte()
  let distance = read & 0x7f
  while (read & 0x80) {
    read = byte()
    distance = (distance + 1) * 128 + (read & 0x7f)
    requireThat(distance <= Number.MAX_SAFE_INTEGER / 256, 'pack.delta')
  }
  return distance
}

/** The head of a whole object, or of a delta whose base lies `distance` bytes before it. */
export function writeEntryHead(type: Kind | 'delta', size: number, distance = 0): Buffer {
  const bytes: number[] = []
  let rest = Math.floor(size / 16)
  bytes.push(((type === 'delta' ? OFFSET_DELTA : TYPE_OF_KIND[type]) << 4) | (size % 16) | (rest > 0 ? 0x80 : 0))
  while (rest > 0) {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(low | (rest > 0 ? 0x80 : 0))
  }
  if (type === 'delta') bytes.push(...writeDistance(distance))
  return Buffer.from(bytes)
}

function writeDistance(distance: number): number[] {
  const bytes = [distance % 128]
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest--
    bytes.unshift(0x80 | (rest % 128))
  }
  return bytes
}

/** Deflate never needs more than this for so many bytes, unless somebody pads it. */
const mostDeflated = (size: number) => size + Math.ceil(size / 1000) + 64

/** The inflated bytes of an entry and where it ends, which may be known already. For what fits into memory. */
export async function inflateEntry(
  source: Source,
  head: EntryHead & { end?: number },
): Promise<{ data: Buffer; end: number }> {
  const most = Math.min(mostDeflated(head.size), source.size - head.dataAt)
  if (head.end !== undefined) return inflateFrom(source, head, head.end - head.dataAt)
  if (most <= TRIED_BYTES) return inflateFrom(source, head, most)
  // Most is far smaller deflated: to read so much for each would be the larger part of the work.
  const tried = await inflateFrom(source, head, TRIED_BYTES).catch((error: unknown) => {
    if (error instanceof GitRefused && error.code === 'pack.truncated') return undefined
    throw error
  })
  return tried ?? inflateFrom(source, head, most)
}

/** What is read of a large entry first. */
const TRIED_BYTES = 256 * 1024
/** zlib takes no smaller room. */
const ROOM_LEAST = 64

/** Inflates an entry that ends within so many bytes. @throws GitRefused */
async function inflateFrom(source: Source, head: EntryHead, length: number): Promise<{ data: Buffer; end: number }> {
  const deflated = await source.read(head.dataAt, length)
  requireThat(deflated.length > 0, 'pack.truncated')
  try {
    // Room for all at once: pieces would be joined, which costs a second copy. A byte more shows that there is no more.
    const room = Math.max(ROOM_LEAST, head.size + 1)
    const options = { info: true, maxOutputLength: Math.max(1, head.size), chunkSize: room }
    const { buffer, engine } =
      head.size > SHORT_BYTES ? await inflateAside(deflated, options) : inflateNow(deflated, options)
    requireThat(buffer.length === head.size, 'pack.damaged')
    return { data: buffer, end: head.dataAt + engine.bytesWritten }
  } catch (error) {
    throw asRefusal(error)
  }
}

type Inflated = { buffer: Buffer; engine: { bytesWritten: number } }
type Options = { info: boolean; maxOutputLength: number; chunkSize: number }
/** Longer work is done aside, so that others are answered meanwhile. With `info` both answer more than their types say. */
const SHORT_BYTES = 64 * 1024
const inflateNow = inflateSync as unknown as (deflated: Buffer, options: Options) => Inflated
const inflateAside = promisify(inflate) as unknown as (deflated: Buffer, options: Options) => Promise<Inflated>

const CHUNK_BYTES = 64 * 1024

/** Inflates an entry piece by piece and tells where it ends. @throws GitRefused when it is not of the size it names */
export async function* inflatePieces(source: Source, head: EntryHead): AsyncGenerator<Buffer, { end: number }> {
  const engine = createInflate({ chunkSize: CHUNK_BYTES })
  const feeding = feed(source, head.dataAt, engine)
  let length = 0
  try {
    for await (const piece of engine) {
      length += piece.length
      requireThat(length <= head.size, 'pack.damaged')
      yield piece
    }
  } catch (error) {
    throw asRefusal(error)
  } finally {
    engine.destroy()
    await feeding
  }
  requireThat(length === head.size, 'pack.damaged')
  return { end: head.dataAt + engine.bytesWritten }
}

async function feed(source: Source, from: number, engine: ReturnType<typeof createInflate>): Promise<void> {
  for (let at = from; at < source.size && !engine.destroyed && !engine.readableEnded; at += CHUNK_BYTES) {
    const bytes = await source.read(at, Math.min(CHUNK_BYTES, source.size - at))
    if (engine.destroyed || engine.readableEnded) return
    await new Promise<void>((resolve) => {
      engine.once('close', resolve)
      engine.write(bytes, () => {
        engine.off('close', resolve)
        resolve()
      })
    })
  }
  if (!engine.destroyed) engine.end()
}

/** The name of an object that is too large to hold, and where its entry ends. */
export async function hashEntry(
  source: Source,
  head: EntryHead & { kind: Kind },
): Promise<{ oid: string; end: number }> {
  const hash = createHash('sha1').update(`${head.kind} ${head.size}\0`)
  const pieces = inflatePieces(source, head)
  for (let step = await pieces.next(); ; step = await pieces.next()) {
    if (step.done) return { oid: hash.digest('hex'), end: step.value.end }
    hash.update(step.value)
  }
}

function asRefusal(error: unknown): unknown {
  const code = (error as { code?: unknown }).code
  if (code === 'Z_BUF_ERROR') return new GitRefused('pack.truncated')
  const isZlib = typeof code === 'string' && (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE')
  return isZlib ? new GitRefused('pack.damaged') : error
}
