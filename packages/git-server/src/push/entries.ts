import { type Limits, unfoldedLimit } from '../format/limits.ts'
import { type Kind, oidOf } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import { type EntryHead, hashEntry, inflateEntry, readEntryHead } from '../pack/entry.ts'
import type { Source } from '../pack/source.ts'
import { PACK_HEAD_BYTES } from '../pack/spool.ts'

/** An entry of an incoming pack; `oid` and `madeKind`, and the `base` of a delta, are known once its deltas are resolved. */
export type Entry = EntryHead & { end: number; oid?: string; madeKind?: Kind; base?: Entry | 'stored'; depth: number }

/** Bytes that this pack may still unfold to. */
export type Budget = { spend(bytes: number): void }

/** Largest whole object of a kind. */
export function sizeLimit(kind: Kind, limits: Limits): number {
  if (kind === 'blob') return limits.objectBytes
  return kind === 'tree' ? limits.treeBytes : limits.textBytes
}

/** @throws GitRefused, each time, once more was spent than a pack of this size may unfold to */
export function budgetFor(limits: Limits, packBytes: number): Budget {
  let left = unfoldedLimit(limits, packBytes)
  return {
    spend: (bytes) => {
      left -= bytes
      requireThat(left >= 0, 'pack.bomb')
    },
  }
}

export type Told = {
  /** Told of each whole object; of a file that is too large to hold only the name. */
  onWhole(oid: string, kind: Kind, data?: Buffer): void
  /** Told of each entry; of one that is too large to hold without its bytes. */
  onEntry(entry: Entry, data?: Buffer): void
}

/**
 * Reads all entries of a pack one after the other. Whole objects are named and handed on, and so are the bytes of deltas.
 * @param source the pack without its checksum
 */
export async function readEntries(
  source: Source,
  count: number,
  limits: Limits,
  budget: Budget,
  told: Told,
): Promise<Entry[]> {
  const entries: Entry[] = []
  let at = PACK_HEAD_BYTES
  for (let i = 0; i < count; i++) {
    requireThat(at < source.size, 'pack.truncated')
    const entry = await readEntry(source, at, limits, budget, told)
    entries.push(entry)
    at = entry.end
  }
  requireThat(at === source.size, 'pack.trailing-bytes')
  return entries
}

async function readEntry(source: Source, at: number, limits: Limits, budget: Budget, told: Told): Promise<Entry> {
  const head = await readEntryHead(source, at)
  const { kind } = head
  if (kind === undefined) requireThat(head.size <= limits.deltaBytes, 'pack.delta-size')
  else requireThat(head.size <= sizeLimit(kind, limits), 'pack.object-size')
  budget.spend(head.size)
  if (kind !== undefined && head.size > limits.deltaBytes) {
    const { oid, end } = await hashEntry(source, { ...head, kind })
    const entry: Entry = { ...head, end, oid, madeKind: kind, depth: 0 }
    told.onWhole(oid, kind)
    told.onEntry(entry)
    return entry
  }
  const { data, end } = await inflateEntry(source, head)
  const entry: Entry = { ...head, end, depth: kind === undefined ? -1 : 0 }
  if (kind !== undefined) {
    entry.oid = oidOf(kind, data)
    entry.madeKind = kind
    told.onWhole(entry.oid, kind, data)
  }
  told.onEntry(entry, data)
  return entry
}
