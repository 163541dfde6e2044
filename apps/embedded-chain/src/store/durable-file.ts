import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const HALF_SUFFIX = '.half'

/** Writes a file so that after a power cut it is there whole or not at all. */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const half = `${path}${HALF_SUFFIX}`
  const file = await open(half, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(half, path)
  await syncFolder(dirname(path))
}

/**
 * Writes all of it at a place of a file. A disk that is nearly full takes a part of a write and calls that a success; only what
 * is asked of it after that fails.
 * @throws Error when not all of it went in
 */
export async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    if (bytesWritten === 0) throw new Error(`the disk takes ${done} of ${bytes.length} bytes and no more`)
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
