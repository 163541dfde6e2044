import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bytes } from '@trove/stored-file/bytes'
import { FRAME_BYTES } from '@trove/stored-file/frames'

/** The disk takes no more. */
export class DiskFull extends Error {
  constructor(folder: string) {
    super(`the disk of ${folder} is full`)
    this.name = 'DiskFull'
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const HASH_BYTES = 32

/** The bytes of one file on a volume: `data` holds its frames one after the other, `roots` the root of each once it is whole. */
export type Copy = {
  /** Whether it was finished: every byte is there and was checked. */
  isWhole(): Promise<boolean>
  /** How many bytes lie there; nobody says that they are right. */
  countBytes(): Promise<number>
  /** Undefined when it is not there, or not all of it. @throws the system's errors */
  readFrame(index: number): Promise<Bytes | undefined>
  /** @throws DiskFull */
  writeFrame(index: number, frame: Bytes): Promise<void>
  /** Says that it is whole, once its bytes are on the disk. @throws DiskFull */
  finish(frameRoots: Bytes[]): Promise<void>
  /** Roots of the frames in order; undefined when it is not whole. */
  readRoots(): Promise<Bytes[] | undefined>
  /** Takes the mark away that it is whole; its bytes stay, to be checked. */
  doubt(): Promise<void>
  remove(): Promise<void>
  /** Closes what is open. */
  close(): Promise<void>
}

/** The copy of a file of so many bytes in its folder, which is made with the first frame. */
export function openCopy(folder: string, sizeBytes: number): Copy {
  const [data, roots] = [join(folder, 'data'), join(folder, 'roots')]
  const frames = Math.ceil(sizeBytes / FRAME_BYTES)
  const lengthOf = (index: number) => Math.min(FRAME_BYTES, sizeBytes - index * FRAME_BYTES)
  /** Opened once, however many frames are written at the same time. */
  let handle: Promise<FileHandle> | undefined
  const opened = () => {
    handle ??= openForWriting(folder, data)
    return handle
  }
  const close = async () => {
    const current = handle
    handle = undefined
    await (await current?.catch(() => undefined))?.close()
  }
  return {
    async isWhole() {
      const [bytes, list] = await Promise.all([sizeOf(data), sizeOf(roots)])
      return bytes === sizeBytes && list === frames * HASH_BYTES
    },
    countBytes: async () => (await sizeOf(data)) ?? 0,
    async readFrame(index) {
      const file = await open(data, 'r').catch(nothingIfAbsent)
      if (!file) return undefined
      try {
        const frame = new Uint8Array(lengthOf(index))
        const { bytesRead } = await file.read(frame, 0, frame.length, index * FRAME_BYTES)
        return bytesRead === frame.length ? frame : undefined
      } finally {
        await file.close()
      }
    },
    writeFrame: (index, frame) => orFull(folder, async () => writeAll(await opened(), frame, index * FRAME_BYTES)),
    finish: (frameRoots) =>
      orFull(folder, async () => {
        const file = await opened()
        await file.truncate(sizeBytes)
        await file.sync()
        const list = await open(`${roots}.new`, 'w', 0o600)
        try {
          await writeAll(list, Buffer.concat(frameRoots), 0)
          await list.sync()
        } finally {
          await list.close()
        }
        await rename(`${roots}.new`, roots)
        await syncFolder(folder)
        await close()
      }),
    async readRoots() {
      const list = await readFile(roots).catch(nothingIfAbsent)
      if (list?.length !== frames * HASH_BYTES) return undefined
      return Array.from(
        { length: frames },
        (_, i) => new Uint8Array(list.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)),
      )
    },
    doubt: () => rm(roots, { force: true }),
    async remove() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
    close,
  }
}

async function openForWriting(folder: string, path: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  return await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return open(path, 'wx+', 0o600)
  })
}

/** A write may take only some bytes: what is left is written again, and one that takes none is a full disk. */
export async function writeAll(file: Pick<FileHandle, 'write'>, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at)
    if (bytesWritten === 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' })
    at += bytesWritten
  }
}

async function orFull<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw FULL.has((error as NodeJS.ErrnoException).code ?? '') ? new DiskFull(folder) : error
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(nothingIfAbsent))?.size
}

/** A new name in a folder outlives a power cut only once the folder is synced; Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nothingIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
