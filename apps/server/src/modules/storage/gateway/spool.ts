import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ContractError } from '@trove/contract/errors/codes'
import type { Bytes } from '@trove/stored-file/bytes'
import { giveMemory, takeMemory } from '../uploads/part-memory.ts'

/**
 * A body that was taken whole; to be removed when it is done with. Who reads it, once, has its memory from then on and gives it
 * back (`part-memory.ts`).
 */
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
    let memory: Bytes | undefined = takeMemory()
    let length = 0
    const remove = async () => {
      if (isHeld) held--
      isHeld = false
      if (memory) giveMemory(memory)
      memory = undefined
    }
    try {
      for await (const chunk of body) {
        memory.set(chunk, length)
        length += chunk.length
      }
    } catch (error) {
      await remove()
      throw error
    }
    const read = async () => {
      const all = memory!.subarray(0, length)
      memory = undefined
      return all
    }
    return { read, remove }
  }

  async function store(body: AsyncIterable<Buffer>): Promise<Spooled> {
    folder ??= mkdtemp(join(tmpdir(), 'trove-parts-'))
    const path = join(await folder, randomUUID())
    const remove = () => rm(path, { force: true })
    const file = createWriteStream(path, { mode: 0o600 })
    try {
      await pipeline(body, file)
    } catch (error) {
      // A file that was still being opened would come to be after it was removed.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve))
      await remove()
      throw error
    }
    return { read: () => readInto(path), remove }
  }

  return {
    /** @param most bytes, at most those of a part @throws ContractError `request.too-large`; the caller's own error when they go away */
    take: (body: AsyncIterable<Buffer>, most: number): Promise<Spooled> =>
      held < inMemory ? hold(atMost(body, most)) : store(atMost(body, most)),
    /** Removes the folder. Nothing is taken after it. */
    async close(): Promise<void> {
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

async function readInto(path: string): Promise<Bytes> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const memory = takeMemory().subarray(0, size)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(memory, at, size - at, at)
      if (bytesRead === 0) throw new Error(`${path} is shorter than it was`)
      at += bytesRead
    }
    return memory
  } finally {
    await file.close()
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
