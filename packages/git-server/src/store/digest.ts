import { createHash } from 'node:crypto'
import { MODES, readCommit, readTree } from '../format/objects.ts'
import type { Objects } from './repository.ts'

/** Trees and commits were held in memory when they came. */
const HELD_BYTES = 8 * 2 ** 20

/** A file of a checkout: the bytes of its path, its mode and object. Submodules name a commit that is not here. */
export type TreeFile = { path: Buffer; mode: number; oid: string }

/** All files of a commit in git's order of paths. */
export async function* filesOf(objects: Objects, commit: string): AsyncGenerator<TreeFile> {
  const { tree } = readCommit((await objects.read(commit, HELD_BYTES)).data)
  yield* filesUnder(objects, tree, Buffer.alloc(0))
}

const SLASH = Buffer.from('/')

async function* filesUnder(objects: Objects, tree: string, folder: Buffer): AsyncGenerator<TreeFile> {
  for (const { mode, name, oid } of readTree((await objects.read(tree, HELD_BYTES)).data)) {
    const path = Buffer.concat([folder, name])
    if (mode === MODES.folder) yield* filesUnder(objects, oid, Buffer.concat([path, SLASH]))
    else yield { path, mode, oid }
  }
}

/**
 * SHA-256 over the files of a commit, so that a version is known by more than SHA-1: for each file in git's order a line of
 * mode in octal, SHA-256 of its bytes (of a submodule its commit) and path.
 */
export async function digestTree(objects: Objects, commit: string): Promise<string> {
  const files: TreeFile[] = []
  for await (const file of filesOf(objects, commit)) files.push(file)
  const contents = await digestFiles(objects, files)
  const all = createHash('sha256')
  for (const { path, mode, oid } of files) {
    // Paths are bytes: what is no UTF-8 would else read like another.
    all
      .update(`${mode.toString(8)} ${contents.get(oid) ?? oid} `)
      .update(path)
      .update('\n')
  }
  return all.digest('hex')
}

/** SHA-256 of every file, read in the order in which they lie in the packs. */
async function digestFiles(objects: Objects, files: TreeFile[]): Promise<Map<string, string>> {
  const oids = new Set(files.filter(({ mode }) => mode !== MODES.module).map(({ oid }) => oid))
  const places = Array.from(oids, (oid) => ({ oid, ...objects.find(oid)! }))
  const contents = new Map<string, string>()
  for (const { oid } of places.sort((a, b) => a.version - b.version || a.at - b.at)) {
    const hash = createHash('sha256')
    for await (const piece of objects.pieces(oid)) hash.update(piece)
    contents.set(oid, hash.digest('hex'))
  }
  return contents
}
