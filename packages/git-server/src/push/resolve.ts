import type { Limits } from '../format/limits.ts'
import { type GitObject, type Kind, oidOf } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import { applyDelta, readDeltaHead } from '../pack/delta.ts'
import { inflateEntry } from '../pack/entry.ts'
import { type Held, holding } from '../pack/held.ts'
import type { Source } from '../pack/source.ts'
import type { Objects } from '../store/repository.ts'
import type { Budget, Entry } from './entries.ts'
import { sizeLimit } from './entries.ts'

/** Bytes of resolved bases that are held, so that a base with many deltas is inflated once. */
const HELD_BYTES = 24 * 2 ** 20

/** So small that its shape does not matter. */
const SMALL_DELTA_BYTES = 1024

export type Pack = {
  source: Source
  limits: Limits
  budget: Budget
  /** Objects of earlier versions: bases that a thin pack leaves out. */
  stored: Objects
}

type Resolving = Pack & {
  atPlace: Map<number, Entry>
  onPlace: Map<number, Entry[]>
  onName: Map<string, Entry[]>
  held: Held<number, GitObject>
  onMade: (oid: string, kind: Kind, data: Buffer) => void
}

/** Is shown each entry as it is read, and then finds out what is not known yet. */
export type Resolver = {
  /** The bytes of an entry are those of a whole object, unless that is too large to hold, or of a delta. */
  show(entry: Entry, data?: Buffer): void
  /**
   * Finds out what every other delta makes, each exactly once unless memory is short. @throws GitRefused when a base is
   * missing
   */
  finish(): Promise<Contents>
}

/** Reads objects of the pack again. */
export type Contents = {
  of(entry: Entry): Promise<GitObject>
  /** What costs nothing, because it is held still. */
  held(entry: Entry): GitObject | undefined
}

/** Resolves the deltas of a pack; `onMade` gets each object that one makes. */
export function createResolver(pack: Pack, onMade: Resolving['onMade']): Resolver {
  const resolving: Resolving = {
    ...pack,
    atPlace: new Map(),
    onPlace: new Map(),
    onName: new Map(),
    held: holding(HELD_BYTES, ({ data }) => data.length),
    onMade,
  }
  return {
    show(entry, data) {
      resolving.atPlace.set(entry.at, entry)
      if (!data) return
      if (entry.kind) resolving.held.put(entry.at, { kind: entry.kind, data })
      else if (!makeNow(resolving, entry, data)) wait(resolving, entry)
    },
    async finish() {
      await resolveAll(resolving)
      for (const { oid } of resolving.atPlace.values()) requireThat(oid !== undefined, 'pack.missing-base')
      return { of: (entry) => contentOf(resolving, entry), held: ({ at }) => resolving.held.get(at) }
    },
  }
}

/** Git writes bases before what is made from them, so most deltas are made as they are read and inflated only once. */
function makeNow(resolving: Resolving, entry: Entry, delta: Buffer): boolean {
  const base = entry.baseAt === undefined ? undefined : resolving.atPlace.get(entry.baseAt)
  const held = base && resolving.held.get(base.at)
  if (!held) return false
  place(resolving, entry, base)
  settle(resolving, entry, makeOn(resolving, entry, held, delta))
  return true
}

function wait({ onPlace, onName }: Resolving, entry: Entry): void {
  const { baseAt, baseOid } = entry
  if (baseAt !== undefined) addTo(onPlace, baseAt, entry)
  else addTo(onName, baseOid!, entry)
}

function addTo<K>(waiting: Map<K, Entry[]>, key: K, entry: Entry): void {
  const those = waiting.get(key)
  if (those) those.push(entry)
  else waiting.set(key, [entry])
}

async function resolveAll(resolving: Resolving): Promise<void> {
  for (const place of resolving.onPlace.keys()) requireThat(resolving.atPlace.has(place), 'pack.delta')
  for (const entry of resolving.atPlace.values()) if (entry.oid !== undefined) await resolveOn(resolving, entry)
  for (const oid of [...resolving.onName.keys()]) {
    const waiting = resolving.onName.get(oid)
    if (!waiting) continue
    requireThat(resolving.stored.find(oid), 'pack.missing-base', oid)
    resolving.onName.delete(oid)
    for (const entry of waiting) {
      await resolveOne(resolving, entry, 'stored')
      await resolveOn(resolving, entry)
    }
  }
}

/** Resolves everything that is based on an entry, also through others. A stack, because chains may be long. */
async function resolveOn(resolving: Resolving, root: Entry): Promise<void> {
  const stack = [root]
  for (let base = stack.pop(); base; base = stack.pop()) {
    const waiting = [...(resolving.onPlace.get(base.at) ?? []), ...(resolving.onName.get(base.oid!) ?? [])]
    resolving.onPlace.delete(base.at)
    resolving.onName.delete(base.oid!)
    for (const entry of waiting) {
      // Only whole objects are too large to hold; `contentOf` would refuse them as a base.
      await resolveOne(resolving, entry, base)
      stack.push(entry)
    }
  }
}

async function resolveOne(resolving: Resolving, entry: Entry, base: Entry | 'stored'): Promise<void> {
  place(resolving, entry, base)
  settle(resolving, entry, await contentOf(resolving, entry))
}

/** Settled once, by what was resolved before it. A later object of the same name may be made from this one. */
function place({ limits }: Resolving, entry: Entry, base: Entry | 'stored'): void {
  entry.base = base
  entry.depth = base === 'stored' ? 1 : base.depth + 1
  requireThat(entry.depth <= limits.deltaDepth, 'pack.delta-depth')
}

function settle({ limits, onMade }: Resolving, entry: Entry, { kind, data }: GitObject): void {
  requireThat(data.length <= sizeLimit(kind, limits), 'pack.object-size')
  entry.oid = oidOf(kind, data)
  entry.madeKind = kind
  onMade(entry.oid, kind, data)
}

/** The bytes of an object of the pack, from what is held or made anew from its bases. */
async function contentOf(resolving: Resolving, wanted: Entry): Promise<GitObject> {
  const { held, source, limits } = resolving
  const deltas: Entry[] = []
  let made: GitObject | undefined
  for (let entry = wanted; !made; ) {
    made = held.get(entry.at)
    if (made) break
    if (entry.kind) {
      made = await wholeOf(resolving, entry)
      held.put(entry.at, made)
      break
    }
    deltas.push(entry)
    requireThat(deltas.length <= limits.deltaDepth, 'pack.delta-depth')
    const { base, baseOid }: Entry = entry
    if (base === 'stored') made = await storedBase(resolving, baseOid!)
    else entry = base!
  }
  for (const entry of deltas.reverse()) made = makeOn(resolving, entry, made!, (await inflateEntry(source, entry)).data)
  return made!
}

/** What a delta makes of its base, within the limits. */
function makeOn({ held, limits, budget }: Resolving, entry: Entry, base: GitObject, delta: Buffer): GitObject {
  const { baseSize, size } = readDeltaHead(delta)
  requireThat(size <= limits.deltaBytes, 'pack.delta-size')
  // Git makes none that is larger than what it makes.
  requireThat(entry.size <= 2 * (baseSize + size) + SMALL_DELTA_BYTES, 'pack.delta')
  budget.spend(size + entry.size)
  const made = { kind: base.kind, data: applyDelta(base.data, delta) }
  held.put(entry.at, made)
  return made
}

async function wholeOf({ source, limits, budget }: Resolving, entry: Entry): Promise<GitObject> {
  requireThat(entry.size <= limits.deltaBytes, 'pack.delta-size')
  budget.spend(entry.size)
  return { kind: entry.kind!, data: (await inflateEntry(source, entry)).data }
}

async function storedBase({ stored, limits, budget }: Resolving, oid: string): Promise<GitObject> {
  const object = await stored.read(oid, limits.deltaBytes)
  budget.spend(object.data.length)
  return object
}
