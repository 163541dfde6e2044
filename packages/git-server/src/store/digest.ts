import { createHash } from 'node:crypto'
import { MODES, readCommit, readTree } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
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
 * @throws GitRefused when the files have more bytes than that, each counted as often as a path names it
 */
export async function digestTree(objects: Objects, commit: string, mostBytes: number): Promise<string> {
  const files: TreeFile[] = []
  for await (const file of filesOf(objects, commit)) files.push(file)
  const contents = await digestFiles(objects, files)
  const all = createHash('sha256')
  let bytes = 0
  for (const { path, mode, oid } of files) {
    const content = contents.get(oid)
    bytes += content?.bytes ?? 0
    requireThat(bytes <= mostBytes, 'tree.too-large')
    // Paths are bytes: what is no UTF-8 would else read like another.
    all
      .update(`${mode.toString(8)} ${content?.digest ?? oid} `)
      .update(path)
      .update('\n')
  }
  return all.digest('hex')
}

/**
 * How many bytes each file of a commit has; each object is read once, however many paths name it.
 * @throws GitRefused when a checkout would have more bytes than that
 */
export async function sizesOf(objects: Objects, commit: string, mostBytes: number): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  let bytes = 0
  for await (const { mode, oid } of filesOf(objects, commit)) {
    if (mode === MODES.module) continue
    const size = sizes.get(oid) ?? (await sizeOf(objects, oid))
    sizes.set(oid, size)
    bytes += size
    requireThat(bytes <= mostBytes, 'tree.too-large')
  }
  return sizes
}

/** How many bytes an object has, by reading it. */
export async function sizeOf(objects: Objects, oid: string): Promise<number> {
  let bytes = 0
  for await (const piece of objects.pieces(oid)) bytes += piece.length
  return bytes
}

type Content = { digest: string; bytes: number }

/** SHA-256 and size of every file, read in the order in which they lie in the packs. */
async function digestFiles(objects: Objects, files: TreeFile[]): Promise<Map<string, Content>> {
  const oids = new Set(files.filter(({ mode }) => mode !== MODES.module).map(({ oid }) => oid))
  const places = Array.from(oids, (oid) => ({ oid, ...objects.find(oid)! }))
  const contents = new Map<string, Content>()
  for (const { oid } of places.sort((a, b) => a.version - b.version || a.at - b.at)) {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of objects.pieces(oid)) {
      hash.update(piece)
      bytes += piece.length
    }
    contents.set(oid, { digest: hash.digest('hex'), bytes })
  }
  return contents
}
