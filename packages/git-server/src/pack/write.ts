import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createDeflate, deflate, deflateSync } from 'node:zlib'
import type { Kind } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import { writeEntryHead } from './entry.ts'
import { type Place, writeIndex } from './index-file.ts'
import { PACK_HEAD_BYTES, packHead } from './spool.ts'

/** Writes a pack of known length object by object, into a file. Nothing of it is held but where each object is. */
export class PackWriter {
  readonly places = new Map<string, Place>()
  readonly #file: FileHandle
  readonly #waiting: Buffer[] = []
  #waitingBytes = 0
  #at = PACK_HEAD_BYTES

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** @param path of a file that is not there yet */
  static async open(path: string): Promise<PackWriter> {
    const file = await open(path, 'wx+', 0o600)
    await writeWhole(file, packHead(0), 0)
    return new PackWriter(file)
  }

  /** Adds an object whole. */
  async addWhole(oid: string, kind: Kind, data: Buffer): Promise<void> {
    this.#begin(oid, kind)
    await this.#write(writeEntryHead(kind, data.length))
    await this.#write(data.length > SHORT_BYTES ? await deflateAside(data) : deflateSync(data))
  }

  /**
   * Adds an object that is too large to hold, unless it turns out to be known.
   * @returns its name. @throws GitRefused when the pieces are not of this size
   */
  async addLarge(
    kind: Kind,
    size: number,
    pieces: AsyncIterable<Uint8Array>,
    isKnown: (oid: string) => boolean,
  ): Promise<string> {
    const begin = this.#at
    const hash = createHash('sha1').update(`${kind} ${size}\0`)
    await this.#write(writeEntryHead(kind, size))
    for await (const part of pipeline(Readable.from(hashing(pieces, size, hash)), createDeflate(), () => {}))
      await this.#write(part)
    await this.#flush()
    const oid = hash.digest('hex')
    if (isKnown(oid)) this.#at = begin
    else this.places.set(oid, { kind, at: begin })
    return oid
  }

  /** Adds an object whose bytes come deflated, under a head that is given. */
  async addDeflated(oid: string, kind: Kind, head: Buffer, deflated: AsyncIterable<Buffer>): Promise<void> {
    this.#begin(oid, kind)
    await this.#write(head)
    for await (const part of deflated) await this.#write(part)
  }

  /** How far behind its base an object begins that is written next. */
  distanceTo(baseOid: string): number {
    return this.#at - this.places.get(baseOid)!.at
  }

  /** Writes head and checksum and closes the file. */
  async end(): Promise<{ objects: number; bytes: number; sha256: string; index: Buffer }> {
    await this.#flush()
    // A large object that was taken back may have left bytes behind the end.
    await this.#file.truncate(this.#at)
    const head = packHead(this.places.size)
    await writeWhole(this.#file, head, 0)
    const sha1 = createHash('sha1')
    const sha256 = createHash('sha256')
    await hashFile(this.#file, this.#at, [sha1, sha256])
    const checksum = sha1.digest()
    await writeWhole(this.#file, checksum, this.#at)
    sha256.update(checksum)
    await this.close()
    return {
      objects: this.places.size,
      bytes: this.#at + checksum.length,
      sha256: sha256.digest('hex'),
      index: writeIndex(this.places),
    }
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  #begin(oid: string, kind: Kind): void {
    this.places.set(oid, { kind, at: this.#at })
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    this.#at += bytes.length
    if (this.#waitingBytes >= FLUSH_BYTES) await this.#flush()
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting.splice(0))
    this.#waitingBytes = 0
    await writeWhole(this.#file, bytes, this.#at - bytes.length)
  }
}

/** A system may write less than it is given, such as on a disk that is nearly full. */
async function writeWhole(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}

/** Longer work is done aside, so that others are answered meanwhile. */
const SHORT_BYTES = 64 * 1024
const deflateAside = promisify(deflate) as (data: Buffer) => Promise<Buffer>

async function* hashing(pieces: AsyncIterable<Uint8Array>, size: number, hash: Hash): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    requireThat(length <= size, 'archive.unreadable')
    hash.update(piece)
    yield piece
  }
  requireThat(length === size, 'archive.unreadable')
}

const FLUSH_BYTES = 512 * 1024

async function hashFile(file: FileHandle, length: number, hashes: Hash[]): Promise<void> {
  const buffer = Buffer.alloc(FLUSH_BYTES)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - at), at)
    if (bytesRead === 0) throw new Error('the pack being written got shorter')
    for (const hash of hashes) hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}
