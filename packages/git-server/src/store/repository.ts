import type { GitObject } from '../format/objects.ts'
import { findInIndex, type Place } from '../pack/index-file.ts'
import { readingAhead, type Source } from '../pack/source.ts'
import { piecesAt, type ReadBudget, readAt, rebuilt, UNLIMITED } from './reading.ts'

/** What a branch or tag points to; `peeled` is the object at the end when that is an annotated tag. */
export type Ref = { oid: string; peeled?: string }

/** One push or archive: its new objects are one pack, and the refs are all those that stand after it. */
export type Version = {
  /** From 1, without gaps. */
  number: number
  /** The branch that a clone checks out, such as `refs/heads/main`. */
  head: string
  refs: Record<string, Ref>
  /** False when it deleted or rewrote what stood before it. */
  isForward: boolean
  objects: number
  packBytes: number
  packSha256: string
  /** SHA-256 over the checked-out tree of `head` (`digestTree`); empty when there is no such branch yet. */
  treeDigest: string
}

/** Where versions are kept. Everything of a version that was kept stays as it is. */
export type VersionStore = {
  /** In the order of their numbers. */
  versions(): Promise<readonly Version[]>
  index(version: number): Promise<Buffer>
  readPack(version: number, at: number, length: number): Promise<Buffer>
  /** The bytes of a pack from one place to before another. */
  streamPack(version: number, from: number, to: number): AsyncIterable<Uint8Array>
  /**
   * Keeps a version whole, or answers false when another of the same number came first. `pack` is the path of a file.
   * @throws GitRefused `version.no-room`
   */
  add(version: Version, pack: string, index: Buffer): Promise<boolean>
}

/** A pack that can be read, with the places of its objects. */
export type OpenPack = { number: number; source: Source; index: Buffer }

/** The objects of all versions. Made anew for each request: it holds their indexes. */
export type Objects = {
  packs: readonly OpenPack[]
  /** What reading them may cost. */
  budget: ReadBudget
  find(oid: string): (Place & { version: number }) | undefined
  /** An object whole. @throws Error when it is not here, GitRefused when it is larger than `mostBytes` */
  read(oid: string, mostBytes: number): Promise<GitObject>
  pieces(oid: string): AsyncIterable<Buffer>
}

/** Opens the objects of these versions. */
export async function openObjects(
  store: VersionStore,
  versions: readonly Version[],
  budget: ReadBudget = UNLIMITED,
): Promise<Objects> {
  const packs = versions.map(async ({ number, packBytes }) => {
    const source: Source = { size: packBytes, read: (at, length) => store.readPack(number, at, length) }
    return { number, source: readingAhead(source), index: await store.index(number) }
  })
  return objectsOf(await Promise.all(packs), budget)
}

/** The objects of these packs. */
export function objectsOf(packs: readonly OpenPack[], budget: ReadBudget): Objects {
  const held = rebuilt()
  const find = (oid: string) => {
    for (const { number, index } of packs) {
      const place = findInIndex(index, oid)
      if (place) return { ...place, version: number }
    }
    return undefined
  }
  const locate = (oid: string) => {
    const place = find(oid)
    if (!place) throw new Error(`object ${oid} is not here`)
    const { number, source } = packs.find((pack) => pack.number === place.version)!
    return { place, reading: { number, source, held, budget } }
  }
  return {
    packs,
    budget,
    find,
    read: async (oid, mostBytes) => {
      const { place, reading } = locate(oid)
      return { kind: place.kind, data: await readAt(reading, place.at, mostBytes) }
    },
    pieces: (oid) => {
      const { place, reading } = locate(oid)
      return piecesAt(reading, place.at)
    },
  }
}
