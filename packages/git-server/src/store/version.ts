import type { Limits } from '../format/limits.ts'
import { GitRefused } from '../format/refusal.ts'
import { openSource, readingAhead } from '../pack/source.ts'
import { digestTree } from './digest.ts'
import { type Objects, objectsOf, type Ref, type Version, type VersionStore } from './repository.ts'

export type Written = { objects: number; bytes: number; sha256: string; index: Buffer }

type NewVersion = {
  limits: Limits
  before: Version | undefined
  stored: Objects
  written: Written
  /** Path of the written pack. */
  pack: string
  refs: Record<string, Ref>
  isForward: boolean
  /** Bytes of an object of the written pack that are at hand, so that it is not made again from a long chain of deltas. */
  heldOf?: (oid: string) => Buffer | undefined
}

/** Keeps a pack and the refs after it as the next version. @throws GitRefused when another came first, or its checkout is too large */
export async function keepVersion(store: VersionStore, made: NewVersion): Promise<Version> {
  const { limits, before, stored, written, pack, refs, isForward } = made
  const number = (before?.number ?? 0) + 1
  const head = headAmong(refs, before?.head)
  const source = await openSource(pack)
  try {
    const all = objectsOf(
      [...stored.packs, { number, source: readingAhead(source), index: written.index }],
      stored.budget,
    )
    const version: Version = {
      number,
      head,
      refs,
      isForward,
      objects: written.objects,
      packBytes: written.bytes,
      packSha256: written.sha256,
      treeDigest: refs[head]
        ? await digestTree(holdingSome(all, made.heldOf), refs[head].oid, limits.checkoutBytes)
        : '',
    }
    if (!(await store.add(version, pack, written.index))) throw new GitRefused('ref.stale')
    return version
  } finally {
    await source.close()
  }
}

function holdingSome(objects: Objects, heldOf: NewVersion['heldOf']): Objects {
  async function* pieces(oid: string): AsyncGenerator<Buffer> {
    const data = heldOf?.(oid)
    if (data) yield data
    else yield* objects.pieces(oid)
  }
  return { ...objects, pieces }
}

const USUAL = ['refs/heads/main', 'refs/heads/master']

/** The branch that a clone checks out: the one it was, else a usual one, else the first. */
function headAmong(refs: Record<string, Ref>, before: string | undefined): string {
  const branches = Object.keys(refs).filter((name) => name.startsWith('refs/heads/'))
  return [before, ...USUAL].find((name) => name && branches.includes(name)) ?? branches.sort()[0] ?? USUAL[0]!
}
