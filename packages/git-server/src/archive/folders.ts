import { type Kind, MODES, oidOf, type TreeEntry, writeTree } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'

/** The folders of an archive while it is read. */
export type Folder = Map<string, Folder | { mode: number; oid: string }>

const isFolder = (node: Folder | { mode: number; oid: string } | undefined): node is Folder => node instanceof Map

/** Puts a file in its place. @throws GitRefused when there is one, or a folder in the way */
export function putFile(root: Folder, path: string[], file: { mode: number; oid: string }): void {
  let folder = root
  for (const name of path.slice(0, -1)) {
    const inner = folder.get(name) ?? new Map()
    requireThat(isFolder(inner), 'archive.duplicate', path.join('/'))
    folder.set(name, inner)
    folder = inner
  }
  const name = path.at(-1)!
  requireThat(!folder.has(name), 'archive.duplicate', path.join('/'))
  folder.set(name, file)
}

/** Writes the trees of a folder, inner ones first. @returns the name of its own. Its depth was limited when paths were read. */
export async function writeFolders(
  folder: Folder,
  write: (oid: string, kind: Kind, data: Buffer) => Promise<void>,
): Promise<string> {
  const entries: TreeEntry[] = []
  for (const [name, node] of folder) {
    const { mode, oid } = isFolder(node) ? { mode: MODES.folder, oid: await writeFolders(node, write) } : node
    entries.push({ mode, name: Buffer.from(name), oid })
  }
  const data = writeTree(entries)
  const oid = oidOf('tree', data)
  await write(oid, 'tree', data)
  return oid
}
