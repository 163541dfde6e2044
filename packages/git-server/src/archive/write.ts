import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import type { Limits } from '../format/limits.ts'
import { MODES } from '../format/objects.ts'
import { filesOf, sizesOf, type TreeFile } from '../store/digest.ts'
import type { Objects } from '../store/repository.ts'

const RIGHTS = { [MODES.file]: 0o644, [MODES.program]: 0o755 }
/** The same files are the same bytes, whenever the archive is made. */
const MADE_AT = new Date(0)

type Source = { objects: Objects; commit: string; limits: Limits }

/**
 * The files of a commit as a tar, all in one folder. A submodule is an empty folder, as in `git archive`. Sizes are
 * known before the first byte is written, so that a few objects under many names never fill a disk.
 * The stream fails with GitRefused when the files are larger together than a checkout may be.
 */
export function writeTar({ objects, commit, limits }: Source, folder: string): Readable {
  const tar = pack()
  const writing = (async () => {
    const sizes = await sizesOf(objects, commit, limits.checkoutBytes)
    const add = (file: TreeFile) => addFile(tar, objects, { ...file, bytes: sizes.get(file.oid) ?? 0 }, folder)
    for await (const file of filesOf(objects, commit)) await add(file)
    tar.finalize()
  })()
  writing.catch((error: Error) => tar.destroy(error))
  return tar as unknown as Readable
}

type Tar = ReturnType<typeof pack>

async function addFile(tar: Tar, objects: Objects, file: TreeFile & { bytes: number }, folder: string): Promise<void> {
  const { path, mode, oid, bytes } = file
  const name = `${folder}/${path}`
  const mtime = MADE_AT
  if (mode === MODES.module) return add(tar, { name: `${name}/`, mtime, type: 'directory', mode: 0o755 }, [])
  if (mode === MODES.link) {
    const linkname = (await buffer(objects.pieces(oid))).toString('utf8')
    return add(tar, { name, mtime, type: 'symlink', linkname, mode: 0o777 }, [])
  }
  const rights = RIGHTS[mode as keyof typeof RIGHTS] ?? 0o644
  await add(tar, { name, mtime, size: bytes, mode: rights }, objects.pieces(oid))
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
