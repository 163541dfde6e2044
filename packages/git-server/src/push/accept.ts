import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Limits } from '../format/limits.ts'
import type { Kind } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import { openSource, readingAhead } from '../pack/source.ts'
import { spoolPack } from '../pack/spool.ts'
import { PackWriter } from '../pack/write.ts'
import { readBudgetFor } from '../store/reading.ts'
import { type Objects, openObjects, type Version, type VersionStore } from '../store/repository.ts'
import { keepVersion } from '../store/version.ts'
import { applyCommands, type Command, type PushPolicy } from './commands.ts'
import { budgetFor, type Entry, readEntries } from './entries.ts'
import { addObject, checkClosed, emptyGraph } from './graph.ts'
import { createResolver } from './resolve.ts'
import { rewritePack } from './rewrite.ts'
import { type Standing, standAfter } from './standing.ts'
import { checkCheckouts, type ReadObject } from './work-tree.ts'

export type Push = {
  store: VersionStore
  /** A folder in which the pack lies while it is read. */
  scratch: string
  limits: Limits
  policy: PushPolicy
  /** Waits until there is room for the work on a pack that has come in whole. */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>
  commands: Command[]
  /** Undefined when the push only deletes. */
  pack: AsyncIterable<Uint8Array> | undefined
}

/** Takes a push whole or not at all. @returns the new version. @throws GitRefused */
export async function acceptPush(push: Push): Promise<Version> {
  const versions = await push.store.versions()
  const before = versions.at(-1)
  // Before the pack is read: most mistakes show here.
  const after = applyCommands(before?.refs ?? {}, push.commands, push.policy, push.limits)
  const folder = await mkdtemp(join(push.scratch, 'push-'))
  try {
    return await keepPack(push, { versions, before, after, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Wanted = { versions: readonly Version[]; before: Version | undefined; after: Map<string, string>; folder: string }
type Step = Wanted & { stored: Objects }

async function keepPack(push: Push, wanted: Wanted): Promise<Version> {
  const path = join(wanted.folder, 'in.pack')
  const spooled = await spoolPack(push.pack ?? emptyPack(), path, push.limits)
  const work = async () => {
    // Indexes are large, and time counts from here: both only when it is our turn.
    const stored = await openObjects(push.store, wanted.versions, readBudgetFor(push.limits))
    return await keepSpooled(push, { ...wanted, stored }, path, spooled)
  }
  return push.inTurn ? await push.inTurn(work) : await work()
}

type Spooled = { objects: number; bytes: number }

async function keepSpooled(push: Push, step: Step, path: string, { objects, bytes }: Spooled): Promise<Version> {
  const { limits } = push
  const { stored, folder } = step
  const file = await openSource(path)
  const writer = await PackWriter.open(join(folder, 'out.pack'))
  try {
    const source = readingAhead({ size: file.size - CHECKSUM_BYTES, read: file.read })
    const graph = emptyGraph(stored, limits)
    const budget = budgetFor(limits, bytes)
    // What is stored already was checked when it came, and is left out below.
    const add = (oid: string, kind: Kind, data?: Buffer) => stored.find(oid) || addObject(graph, oid, kind, data)
    const resolver = createResolver({ source, limits, budget, stored }, add)
    const entries = await readEntries(source, objects, limits, budget, { onWhole: add, onEntry: resolver.show })
    const contents = await resolver.finish()
    const contentOf = async (entry: Entry) => (await contents.of(entry)).data
    const named = new Map(entries.map((entry) => [entry.oid!, entry]))
    const read = readerOf(named, stored, contentOf)
    checkClosed(graph, new Set(step.after.values()))
    await checkCheckouts(graph, read)
    const standing = await standAfter(push, step, graph, read)
    await rewritePack(source, entries, stored, writer, contentOf)
    const heldOf = (oid: string) => {
      const entry = named.get(oid)
      return entry && contents.held(entry)?.data
    }
    return await keep(push, { ...step, heldOf }, writer, standing)
  } finally {
    await file.close()
    await writer.close().catch(() => {})
  }
}

const CHECKSUM_BYTES = 20

async function* emptyPack(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex')
}

/** Reads what is small, new or stored. @throws GitRefused when it is larger than asked for */
function readerOf(
  named: Map<string, Entry>,
  stored: Objects,
  contentOf: (entry: Entry) => Promise<Buffer>,
): ReadObject {
  return async (oid, mostBytes) => {
    const entry = named.get(oid)
    if (!entry) return (await stored.read(oid, mostBytes)).data
    if (entry.kind) requireThat(entry.size <= mostBytes, 'pack.object-size')
    const data = await contentOf(entry)
    requireThat(data.length <= mostBytes, 'pack.object-size')
    return data
  }
}

type Kept = Step & { heldOf: (oid: string) => Buffer | undefined }

async function keep(push: Push, step: Kept, writer: PackWriter, standing: Standing): Promise<Version> {
  const written = await writer.end()
  const pack = join(step.folder, 'out.pack')
  const { before, stored, heldOf } = step
  return await keepVersion(push.store, { limits: push.limits, before, stored, written, pack, heldOf, ...standing })
}
