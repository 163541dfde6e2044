import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlockRecord, frameOf, type ReadFrames, readFrames } from './block-record.ts'
import { syncFolder, writeWhole } from './durable-file.ts'

/** The blocks after a snapshot, in a file that only grows. A block that was appended is there after a power cut. */
export class Journal {
  readonly #file: FileHandle
  #length: number
  #lastText: Buffer | undefined

  private constructor(file: FileHandle, kept: ReadFrames) {
    this.#file = file
    this.#length = kept.wholeBytes
    this.#lastText = kept.lastText
  }

  /** Opens the journal after a snapshot's block, cuts off a half record at its end, and answers what it holds. */
  static async open(folder: string, base: number): Promise<{ journal: Journal; records: BlockRecord[] }> {
    const path = journalPath(folder, base)
    const bytes = await readFile(path).catch(() => undefined)
    const kept = readFrames(bytes ?? Buffer.alloc(0), base)
    const file = await open(path, bytes ? 'r+' : 'wx+', 0o600)
    if (!bytes) await syncFolder(folder)
    else if (kept.wholeBytes < bytes.length) {
      await file.truncate(kept.wholeBytes)
      await file.sync()
    }
    return { journal: new Journal(file, kept), records: kept.records }
  }

  /** Appends a block; when it resolves, the block is on the disk. */
  async append(record: BlockRecord): Promise<void> {
    const { bytes, text } = frameOf(record, this.#lastText)
    // At a position of our own: what an append that failed left behind is written over.
    await writeWhole(this.#file, bytes, this.#length)
    await this.#file.datasync()
    this.#length += bytes.length
    this.#lastText = text
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

/** The blocks of a closed journal. */
export async function readJournal(folder: string, base: number): Promise<BlockRecord[]> {
  const bytes = await readFile(journalPath(folder, base)).catch(() => Buffer.alloc(0))
  return readFrames(bytes, base).records
}

export async function removeJournal(folder: string, base: number): Promise<void> {
  await rm(journalPath(folder, base), { force: true })
}

function journalPath(folder: string, base: number): string {
  return join(folder, `${String(base).padStart(10, '0')}.journal`)
}
