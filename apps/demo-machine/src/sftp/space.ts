import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of all files below a folder. What goes away meanwhile counts nothing. */
async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  let sum = 0
  for (const name of names) {
    const found = await lstat(join(folder, name)).catch(() => undefined)
    if (found?.isFile()) sum += found.size
  }
  return sum
}

/** How many bytes more the machine's disk takes; without a size of its own as many as the computer does. */
export async function spaceLeft(home: string, diskBytes: number | undefined): Promise<number> {
  if (diskBytes === undefined) return Number.POSITIVE_INFINITY
  return Math.max(0, diskBytes - (await bytesBelow(home)))
}
