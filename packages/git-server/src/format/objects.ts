import { createHash } from 'node:crypto'

/** Git's four kinds of objects and how they are named. */

export type Kind = 'commit' | 'tree' | 'blob' | 'tag'
export type GitObject = { kind: Kind; data: Buffer }

export const OID = /^[0-9a-f]{40}$/
export const ZERO_OID = '0'.repeat(40)
export const OID_BYTES = 20

/** The name of an object: SHA-1 over its kind, size and bytes, in hexadecimal. */
export function oidOf(kind: Kind, data: Uint8Array): string {
  return createHash('sha1').update(`${kind} ${data.length}\0`).update(data).digest('hex')
}

export type TreeEntry = { mode: number; name: Buffer; oid: string }

export const MODES = { folder: 0o40000, file: 0o100644, program: 0o100755, link: 0o120000, module: 0o160000 } as const

/** What kind of object an entry of this mode names; of a submodule nothing is stored here. */
export function kindOfMode(mode: number): Kind | undefined {
  if (mode === MODES.folder) return 'tree'
  return mode === MODES.module ? undefined : 'blob'
}

/** The entries of a tree that was checked before. */
export function readTree(data: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at)
    const end = data.indexOf(0, space)
    const mode = Number.parseInt(data.toString('latin1', at, space), 8)
    entries.push({ mode, name: data.subarray(space + 1, end), oid: data.toString('hex', end + 1, end + 1 + OID_BYTES) })
    at = end + 1 + OID_BYTES
  }
  return entries
}

/** Git's order of names in a tree: bytes, with a folder as if its name ended with a slash. */
export function compareEntries(a: { mode: number; name: Buffer }, b: { mode: number; name: Buffer }): number {
  return Buffer.compare(sortName(a), sortName(b))
}

function sortName({ mode, name }: { mode: number; name: Buffer }): Buffer {
  return mode === MODES.folder ? Buffer.concat([name, Buffer.from('/')]) : name
}

/** A tree as git writes it. */
export function writeTree(entries: TreeEntry[]): Buffer {
  const sorted = entries.toSorted(compareEntries)
  const parts = sorted.flatMap(({ mode, name, oid }) => [
    Buffer.from(`${mode.toString(8)} `),
    name,
    Buffer.of(0),
    Buffer.from(oid, 'hex'),
  ])
  return Buffer.concat(parts)
}

export type CommitLinks = { tree: string; parents: string[] }

/** What a commit that was checked before refers to. */
export function readCommit(data: Buffer): CommitLinks {
  const head = data.toString('latin1').split('\n\n', 1)[0]!.split('\n')
  const named = (word: string) =>
    head.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  return { tree: named('tree')[0]!, parents: named('parent') }
}

/** What a tag that was checked before points to. */
export function readTag(data: Buffer): { oid: string; kind: Kind } {
  const [object, type] = data.toString('latin1', 0, 80).split('\n')
  return { oid: object!.slice('object '.length), kind: type!.slice('type '.length) as Kind }
}
