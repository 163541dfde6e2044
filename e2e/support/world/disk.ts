import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of a folder, at any depth, in which one of the texts, or of the bytes, stands. Files that vanish meanwhile are passed over. */
export async function filesThatHold(folder: string, texts: (string | Buffer)[]): Promise<string[]> {
  const needles = texts.map((text) => Buffer.from(text as string))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if (await holds(path, needles)) found.push(path)
  }
  return found
}

async function holds(path: string, needles: Buffer[]): Promise<boolean> {
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const part of createReadStream(path, { highWaterMark: 2 ** 20 })) {
      const bytes = Buffer.concat([rest, part as Buffer])
      if (needles.some((needle) => bytes.includes(needle))) return true
      rest = bytes.subarray(Math.max(0, bytes.length - overlap))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return false
}
