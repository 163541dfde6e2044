import type { GitObject } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import { applyDelta } from '../pack/delta.ts'
import { inflateEntry, inflatePieces, readEntryHead } from '../pack/entry.ts'
import { findInIndex, type Place } from '../pack/index-file.ts'
import { readingAhead, type Source } from '../pack/source.ts'

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
  /** Keeps a version whole, or answers false when another of the same number came first. `pack` is the path of a file. */
  add(version: Version, pack: string, index: Buffer): Promise<boolean>
}

/** A pack that can be read, with the places of its objects. */
export type OpenPack = { number: number; source: Source; index: Buffer }

/** The objects of all versions. Made anew for each request: it holds their indexes. */
export type Objects = {
  packs: readonly OpenPack[]
  find(oid: string): (Place & { version: number }) | undefined
  /** An object whole. @throws Error when it is not here, GitRefused when it is larger than `mostBytes` */
  read(oid: string, mostBytes: number): Promise<GitObject>
  pieces(oid: string): AsyncIterable<Buffer>
}

/** Opens the objects of these versions. */
export async function openObjects(store: VersionStore, versions: readonly Version[]): Promise<Objects> {
  const packs = versions.map(async ({ number, packBytes }) => {
    const source: Source = { size: packBytes, read: (at, length) => store.readPack(number, at, length) }
    return { number, source: readingAhead(source), index: await store.index(number) }
  })
  return objectsOf(await Promise.all(packs))
}

/** The objects of these packs. */
export function objectsOf(packs: readonly OpenPack[]): Objects {
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
    return { place, source: packs.find(({ number }) => number === place.version)!.source }
  }
  return {
    packs,
    find,
    read: async (oid, mostBytes) => {
      const { place, source } = locate(oid)
      return { kind: place.kind, data: await readAt(source, place.at, mostBytes) }
    },
    pieces: (oid) => {
      const { place, source } = locate(oid)
      return piecesAt(source, place)
    },
  }
}

/** Stored packs name the bases of their deltas by distance only. */
async function readAt(source: Source, start: number, mostBytes: number): Promise<Buffer> {
  const deltas: Buffer[] = []
  for (let at = start; ; ) {
    const head = await readEntryHead(source, at)
    requireThat(head.size <= mostBytes, 'pack.delta-size')
    const { data } = await inflateEntry(source, head)
    if (head.kind) return deltas.reduceRight((base, delta) => applyDelta(base, delta), data)
    deltas.push(data)
    at = head.baseAt!
  }
}

/** Larger files are read piece by piece. */
const HELD_BYTES = 2 ** 20

async function* piecesAt(source: Source, place: Place): AsyncGenerator<Buffer> {
  const head = await readEntryHead(source, place.at)
  if (head.kind && head.size > HELD_BYTES) yield* inflatePieces(source, head)
  else yield await readAt(source, place.at, Number.POSITIVE_INFINITY)
}
