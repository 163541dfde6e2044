import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder for packs and archives while they are read. Processes may share it. */

const LEFT_OVER_MS = 24 * 3_600_000

/** Lends a folder of one's own inside it, and takes it away afterwards. */
export async function withScratch<T>(folder: string, work: (own: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const own = await mkdtemp(join(folder, 'work-'))
  try {
    return await work(own)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Removes what processes that died have left there. */
export async function sweepScratch(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts && Date.now() - facts.mtimeMs > LEFT_OVER_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
