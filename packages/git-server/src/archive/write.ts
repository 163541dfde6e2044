import type { Readable } from 'node:stream'
import { pack } from 'tar-stream'
import { MODES } from '../format/objects.ts'
import { filesOf, type TreeFile } from '../store/digest.ts'
import type { Objects } from '../store/repository.ts'

/** A file is held in memory up to this size; a larger one is read twice, first for its length. */
const HELD_BYTES = 4 * 2 ** 20
const RIGHTS = { [MODES.file]: 0o644, [MODES.program]: 0o755 }
/** The same files are the same bytes, whenever the archive is made. */
const MADE_AT = new Date(0)

/** The files of a commit as a tar, all in one folder. A submodule is an empty folder, as in `git archive`. */
export function writeTar(objects: Objects, commit: string, folder: string): Readable {
  const tar = pack()
  const writing = (async () => {
    for await (const file of filesOf(objects, commit)) await addFile(tar, objects, file, `${folder}/${file.path}`)
    tar.finalize()
  })()
  writing.catch((error: Error) => tar.destroy(error))
  return tar as unknown as Readable
}

type Tar = ReturnType<typeof pack>

async function addFile(tar: Tar, objects: Objects, { mode, oid }: TreeFile, name: string): Promise<void> {
  const mtime = MADE_AT
  if (mode === MODES.module) return add(tar, { name: `${name}/`, mtime, type: 'directory', mode: 0o755 }, [])
  const { held, bytes } = await hold(objects, oid)
  if (mode === MODES.link) {
    const linkname = Buffer.concat(held).toString('utf8')
    return add(tar, { name, mtime, type: 'symlink', linkname, mode: 0o777 }, [])
  }
  const rights = RIGHTS[mode as keyof typeof RIGHTS] ?? 0o644
  const isHeld = held.reduce((sum, piece) => sum + piece.length, 0) === bytes
  await add(tar, { name, mtime, size: bytes, mode: rights }, isHeld ? held : objects.pieces(oid))
}

type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>

async function add(tar: Tar, header: Parameters<Tar['entry']>[0], pieces: Pieces): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const entry = tar.entry(header, (error) => (error ? reject(error) : resolve()))
    const write = async () => {
      for await (const piece of pieces)
        if (!entry.write(piece)) await new Promise<void>((go) => entry.once('drain', () => go()))
      entry.end(undefined)
    }
    write().catch(reject)
  })
}

/** The first bytes of a file, and how many it has. */
async function hold(objects: Objects, oid: string): Promise<{ held: Buffer[]; bytes: number }> {
  const held: Buffer[] = []
  let bytes = 0
  for await (const piece of objects.pieces(oid)) {
    bytes += piece.length
    if (bytes <= HELD_BYTES) held.push(piece)
  }
  return { held, bytes }
}
