import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from './block-record.ts'
import { writeWhole } from './durable-file.ts'

const HASH_BYTES = 32

/**
 * The hashes of all blocks there ever were, 32 bytes each at the place of their number, so that none need be in
 * memory. Journals are the truth: what is missing here after a power cut is written again from them.
 */
export class HashFile {
  readonly #file: FileHandle

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(folder: string): Promise<HashFile> {
    const path = join(folder, 'hashes')
    return new HashFile(await open(path, 'r+').catch(() => open(path, 'wx+', 0o600)))
  }

  async set(number: number, hash: Hex): Promise<void> {
    await writeWhole(this.#file, Buffer.from(hash.slice(2), 'hex'), number * HASH_BYTES)
  }

  /** The hash of a block; undefined when it was never written. */
  async find(number: number): Promise<Hex | undefined> {
    const bytes = Buffer.alloc(HASH_BYTES)
    const { bytesRead } = await this.#file.read(bytes, 0, HASH_BYTES, number * HASH_BYTES)
    return bytesRead === HASH_BYTES && bytes.some((byte) => byte !== 0) ? `0x${bytes.toString('hex')}` : undefined
  }

  /** The number of the block with this hash among the blocks from `first` to `last`. */
  async findNumber(hash: Hex, first: number, last: number): Promise<number | undefined> {
    const bytes = Buffer.alloc((last - first + 1) * HASH_BYTES)
    await this.#file.read(bytes, 0, bytes.length, first * HASH_BYTES)
    const wanted = Buffer.from(hash.slice(2), 'hex')
    if (wanted.length !== HASH_BYTES) return undefined
    let at = bytes.indexOf(wanted)
    while (at >= 0 && at % HASH_BYTES !== 0) at = bytes.indexOf(wanted, at + 1)
    return at < 0 ? undefined : first + at / HASH_BYTES
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
