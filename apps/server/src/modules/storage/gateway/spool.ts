import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ContractError } from '@trove/contract/errors/codes'
import type { Bytes } from '@trove/stored-file/bytes'

/** A body that lies on the disk. */
export type Spooled = { read(): Promise<Bytes>; remove(): Promise<void> }

/**
 * Bodies that wait for their turn lie in a folder for temporary files: in memory, those of sixty slow or patient callers
 * would be half a gigabyte. What they hold is sealed already.
 */
export function createSpool() {
  let folder: Promise<string> | undefined

  return {
    /** @param most bytes @throws ContractError `request.too-large`; the caller's own error when they go away */
    async take(body: AsyncIterable<Buffer>, most: number): Promise<Spooled> {
      folder ??= mkdtemp(join(tmpdir(), 'trove-parts-'))
      const path = join(await folder, randomUUID())
      const remove = () => rm(path, { force: true })
      try {
        await pipeline(atMost(body, most), createWriteStream(path, { mode: 0o600 }))
      } catch (error) {
        await remove()
        throw error
      }
      return { read: async () => new Uint8Array((await readFile(path)).buffer), remove }
    },
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
