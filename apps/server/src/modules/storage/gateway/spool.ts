import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ContractError } from '@trove/contract/errors/codes'
import { type Bytes, joined } from '@trove/stored-file/bytes'

/** A body that was taken whole; to be removed when it is done with. */
export type Spooled = { read(): Promise<Bytes>; remove(): Promise<void> }

/**
 * Bodies wait for their turn in a folder for temporary files: in memory, those of sixty slow or patient callers would be half
 * a gigabyte. Only the first few stay in memory, as they will be read in a moment. What they hold is sealed already.
 * @param inMemory how many at a time
 */
export function createSpool({ inMemory }: { inMemory: number }) {
  let folder: Promise<string> | undefined
  let held = 0

  async function hold(body: AsyncIterable<Buffer>): Promise<Spooled> {
    held++
    let isHeld = true
    let chunks: Buffer[] = []
    const remove = async () => {
      if (isHeld) held--
      isHeld = false
      chunks = []
    }
    try {
      for await (const chunk of body) chunks.push(chunk)
    } catch (error) {
      await remove()
      throw error
    }
    // The pieces are let go as soon as they are one.
    const read = async () => {
      const all = joined(...chunks)
      chunks = [Buffer.from(all.buffer)]
      return all
    }
    return { read, remove }
  }

  async function store(body: AsyncIterable<Buffer>): Promise<Spooled> {
    folder ??= mkdtemp(join(tmpdir(), 'trove-parts-'))
    const path = join(await folder, randomUUID())
    const remove = () => rm(path, { force: true })
    try {
      await pipeline(body, createWriteStream(path, { mode: 0o600 }))
    } catch (error) {
      await remove()
      throw error
    }
    return { read: async () => new Uint8Array((await readFile(path)).buffer), remove }
  }

  return {
    /** @param most bytes @throws ContractError `request.too-large`; the caller's own error when they go away */
    take: (body: AsyncIterable<Buffer>, most: number): Promise<Spooled> =>
      held < inMemory ? hold(atMost(body, most)) : store(atMost(body, most)),
    /** Removes the folder. Nothing is taken after it. */
    async close(): Promise<void> {
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

async function* atMost(body: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > most) throw new ContractError('request.too-large')
    yield chunk
  }
}
