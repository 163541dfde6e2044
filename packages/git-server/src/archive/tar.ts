import { createReadStream } from 'node:fs'
import { pipeline, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { type Limits, unfoldedLimit } from '../format/limits.ts'
import { MODES } from '../format/objects.ts'
import { GitRefused, requireThat } from '../format/refusal.ts'
import { pathOf, type TakeFile, type Tally, tally } from './file.ts'

const RUN_BITS = 0o111

/** Reads a tar, be it compressed or not, as it streams by. @throws GitRefused */
export async function readTar(
  { archive, bytes, isGzip }: { archive: string; bytes: number; isGzip: boolean },
  limits: Limits,
  take: TakeFile,
): Promise<void> {
  const unfolded = unfoldedLimit(limits, bytes)
  const counted = tally(limits, unfolded)
  const entries = extract()
  const parts = isGzip ? [createGunzip(), stopAfter(unfolded)] : []
  pipeline([createReadStream(archive), ...parts, entries], () => {})
  try {
    for await (const entry of entries) {
      const file = fileOf(entry.header, counted, limits)
      if (file) await take({ ...file, open: async () => file.content ?? (entry as AsyncIterable<Uint8Array>) })
      entry.resume()
    }
  } catch (error) {
    throw asRefusal(error)
  } finally {
    entries.destroy()
  }
}

type TarFile = { path: string[]; mode: number; size: number; content?: AsyncIterable<Uint8Array> }

function fileOf({ name, type, size, mode, linkname }: Header, counted: Tally, limits: Limits): TarFile | undefined {
  counted.add(size)
  const path = pathOf(name, limits)
  if (type === 'directory') return undefined
  requireThat(path && !name.endsWith('/'), 'archive.path', name)
  if (type === 'symlink') {
    const target = Buffer.from(linkname)
    return { path, mode: MODES.link, size: target.length, content: once(target) }
  }
  // A hard link names a file of the archive or of this machine: nobody can tell before it is made.
  requireThat(type === 'file' || type === 'contiguous-file', 'archive.entry-kind', `${type} ${name}`)
  return { path, mode: mode & RUN_BITS ? MODES.program : MODES.file, size }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Also heads and padding count: an archive may be nothing else. */
function stopAfter(most: number): Transform {
  let passed = 0
  return new Transform({
    transform(part: Buffer, _, done) {
      passed += part.length
      if (passed > most) done(new GitRefused('archive.bomb'))
      else done(null, part)
    },
  })
}

function asRefusal(error: unknown): unknown {
  const code = (error as { code?: string }).code
  const isDisk = code !== undefined && !/^(Z_|ERR_)/.test(code)
  return error instanceof GitRefused || isDisk ? error : new GitRefused('archive.unreadable')
}
