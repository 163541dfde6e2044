import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const HALF_SUFFIX = '.half'

/** A disk with no room left, or a person's share of it: more is taken once something was removed. */
const NO_ROOM = ['ENOSPC', 'EDQUOT']

/** Whether the disk refused a write because it is full. */
export function isForWantOfRoom(error: unknown): boolean {
  return error instanceof Error && NO_ROOM.includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Writes a file so that after a power cut it is there whole or not at all. What failed leaves nothing that takes room. */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const half = `${path}${HALF_SUFFIX}`
  try {
    await writeSynced(half, bytes)
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
  await rename(half, path)
  await syncFolder(dirname(path))
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Writes all of it at a place of a file. A disk that is nearly full takes a part of a write and calls that a success; only what
 * is asked of it after that fails.
 * @throws Error when not all of it went in; `isForWantOfRoom` where the disk is full
 */
export async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    if (bytesWritten === 0)
      throw Object.assign(new Error(`the disk takes ${done} of ${bytes.length} bytes and no more`), { code: 'ENOSPC' })
    done += bytesWritten
  }
}

/** Makes names that were added to a folder last. Windows cannot, and does not need to. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Takes away what a killed writer left half-written. */
export async function removeHalves(folder: string): Promise<void> {
  const halves = (await readdir(folder)).filter((name) => name.endsWith(HALF_SUFFIX))
  for (const name of halves) await rm(join(folder, name), { force: true })
}
