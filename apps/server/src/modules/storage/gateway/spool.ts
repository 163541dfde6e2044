import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ContractError } from '@trove/contract/errors/codes'
import type { Bytes } from '@trove/stored-file/bytes'
import { giveMemory, takeMemory } from '../uploads/part-memory.ts'

/**
 * A body that was taken whole; to be removed when it is done with. Who reads it, once, has its memory from then on and gives it
 * back (`part-memory.ts`).
 */
export type Spooled = { read(): Promise<Bytes>; remove(): Promise<void> }

/**
 * Bodies wait for their turn in the folder for temporary files: in memory, those of sixty slow or patient callers would be half
 * a gigabyte. Only the first few stay in memory, as they will be read in a moment. What they hold is sealed already.
 * @param inMemory how many at a time
 */
export function createSpool({ inMemory }: { inMemory: number }) {
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
    const path = join(tmpdir(), `trove-part-${randomUUID()}`)
    const file = await open(path, 'wx+', 0o600)
    const remove = () => file.close()
    try {
      // Without a name it is gone with the process, however that ends.
      await rm(path)
      await file.writeFile(body)
    } catch (error) {
      await remove()
      throw error
    }
    return { read: () => readInto(file), remove }
  }

  return {
    /** @param most bytes, at most those of a part @throws ContractError `request.too-large`; the caller's own error when they go away */
    take: (body: AsyncIterable<Buffer>, most: number): Promise<Spooled> =>
      held < inMemory ? hold(atMost(body, most)) : store(atMost(body, most)),
  }
}

async function readInto(file: FileHandle): Promise<Bytes> {
  const { size } = await file.stat()
  const memory = takeMemory().subarray(0, size)
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(memory, at, size - at, at)
    if (bytesRead === 0) throw new Error('a part that waited is shorter than it was')
    at += bytesRead
  }
  return memory
}

async function* atMost(body: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > most) throw new ContractError('request.too-large')
    yield chunk
  }
}
