import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertBlobKey, type BlobHead, type Blobs } from './blobs.ts'

const TYPE_SUFFIX = '.type'
const PART_DIR = '.part'
const DAY_MS = 86_400_000
/** Read at a time: with the 64 KiB of a stream by itself, half of a large file's time goes into passing pieces on. */
const READ_BYTES = 256 * 1024

/**
 * Objects as files under one folder; the content type lies beside each in `<key>.type`. An object appears by rename
 * after its bytes are on the disk, so a crash leaves the old one or none.
 */
export async function openDiskBlobs(dir: string): Promise<Blobs> {
  const objects = join(dir, 'objects')
  const types = join(dir, 'types')
  const parts = join(dir, PART_DIR)
  for (const folder of [objects, types, parts]) await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeftParts(parts)
  const pathOf = (key: string) => {
    assertBlobKey(key)
    return { object: join(objects, key), type: join(types, key + TYPE_SUFFIX) }
  }
  async function head(key: string): Promise<BlobHead | undefined> {
    const { object, type } = pathOf(key)
    const [facts, contentType] = await Promise.all([findOr(stat(object)), findOr(readFile(type, 'utf8'))])
    return facts?.isFile() && contentType ? { bytes: facts.size, contentType } : undefined
  }
  return {
    head,
    async put(key, body, contentType) {
      const { object, type } = pathOf(key)
      const whole = { type: join(parts, randomUUID()), object: join(parts, randomUUID()) }
      try {
        // Both reach the disk in the same time. What was there before stays until both are whole.
        await allDone([writePart(whole.type, Buffer.from(contentType)), writePart(whole.object, body)])
        // A crash between the two leaves none, as an object without its type is not found.
        await allDone([moveTo(type, whole.type), moveTo(object, whole.object)])
      } finally {
        for (const part of Object.values(whole)) await rm(part, { force: true })
      }
    },
    async find(key, range) {
      const facts = await head(key)
      return facts && { ...facts, body: createReadStream(pathOf(key).object, { ...range, highWaterMark: READ_BYTES }) }
    },
    async delete(key) {
      const { object, type } = pathOf(key)
      await rm(object, { force: true })
      await rm(type, { force: true })
    },
    async list(prefix, { after = '', limit = 1000 } = {}) {
      const entries = await readdir(objects, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(objects, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((key) => key.startsWith(prefix) && key > after)
        .sort()
        .slice(0, limit)
    },
    check: () => access(parts, constants.W_OK),
  }
}

/** What a crash left half written is of no use to anyone. What another process writes now grows, so it is not a day old. */
async function removeLeftParts(parts: string): Promise<void> {
  for (const name of await readdir(parts)) {
    const part = join(parts, name)
    const facts = await findOr(stat(part))
    if (facts && Date.now() - facts.mtimeMs > DAY_MS) await rm(part, { force: true })
  }
}

async function writePart(part: string, body: Buffer | Readable): Promise<void> {
  await pipeline(
    Buffer.isBuffer(body) ? Readable.from([body]) : body,
    createWriteStream(part, { mode: 0o600, flush: true }),
  )
}

/** Gives what was written its name, which is on the disk afterwards. */
async function moveTo(target: string, part: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await rename(part, target)
  // Windows refuses to sync a folder, and does not need to.
  if (process.platform === 'win32') return
  const folder = await open(dirname(target), 'r')
  await folder.sync().finally(() => folder.close())
}

/** Waits for all of them, also when one fails: none may go on behind the back of who asked. */
async function allDone(works: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

async function findOr<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
