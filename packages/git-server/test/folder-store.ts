import { createReadStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Version, VersionStore } from '../src/store/repository.ts'

/** Versions in a folder, each a folder of its own that gets its name last: it is there whole or not at all. */
export async function folderStore(folder: string): Promise<VersionStore> {
  await mkdir(folder, { recursive: true })
  const file = (number: number, kind: string) => join(folder, String(number), kind)
  return {
    versions: async () => {
      const names = (await readdir(folder)).filter((name) => /^\d+$/.test(name))
      const all = await Promise.all(names.map((name) => readFile(join(folder, name, 'version'), 'utf8')))
      return all.map((text) => JSON.parse(text) as Version).sort((a, b) => a.number - b.number)
    },
    index: (number) => readFile(file(number, 'index')),
    readPack: async (number, at, length) => {
      const opened = await open(file(number, 'pack'))
      try {
        const { buffer, bytesRead } = await opened.read(Buffer.alloc(length), 0, length, at)
        return buffer.subarray(0, bytesRead)
      } finally {
        await opened.close()
      }
    },
    streamPack: (number, from, to) =>
      to > from ? createReadStream(file(number, 'pack'), { start: from, end: to - 1 }) : nothing(),
    add: async (version, pack, index) => {
      const own = await mkdtemp(join(folder, 'new-'))
      await copyFile(pack, join(own, 'pack'))
      await writeFile(join(own, 'index'), index)
      await writeFile(join(own, 'version'), JSON.stringify(version))
      try {
        // Fails when there is one already: a folder with files in it is not replaced.
        await rename(own, join(folder, String(version.number)))
        return true
      } catch {
        await rm(own, { recursive: true })
        return false
      }
    },
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
