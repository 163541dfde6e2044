import type { Limits } from '../format/limits.ts'
import { requireThat } from '../format/refusal.ts'
import { applyDelta } from '../pack/delta.ts'
import { type EntryHead, inflateEntry, inflatePieces, readEntryHead } from '../pack/entry.ts'
import { type Held, holding } from '../pack/held.ts'
import type { Source } from '../pack/source.ts'

/** How much may still be read. */
export type ReadBudget = { spend(bytes: number): void }

/** For whoever only reads what was checked when it came. */
export const UNLIMITED: ReadBudget = { spend: () => {} }

/** Bytes and time for the work on one version, from now on. @throws GitRefused, each time, once they are used up */
export function readBudgetFor({ readBytes, workMs }: Limits): ReadBudget {
  const end = performance.now() + workMs
  let left = readBytes
  return {
    spend: (bytes) => {
      left -= bytes
      requireThat(left >= 0 && performance.now() < end, 'pack.too-costly')
    },
  }
}

/** One pack, read within a budget. Objects that were rebuilt are held for a while: others are made from them. */
export type Reading = { number: number; source: Source; held: Held<string, Buffer>; budget: ReadBudget }

const HELD_BYTES = 16 * 2 ** 20

/** Room for objects that were rebuilt, of all packs together. */
export function rebuilt(): Held<string, Buffer> {
  return holding(HELD_BYTES, (data) => data.length)
}

/**
 * Reads an object of a stored pack, whose deltas name their bases by distance only. First the heads, down to what is
 * there whole or held; then one delta at a time, so that a long chain is never in memory as a whole.
 */
export async function readAt(reading: Reading, start: number, mostBytes: number): Promise<Buffer> {
  const { number, source, held, budget } = reading
  const keyOf = (at: number) => `${number}:${at}`
  const deltas: EntryHead[] = []
  let at = start
  let made = held.get(keyOf(at))
  while (!made) {
    const head = await readEntryHead(source, at)
    requireThat(head.size <= mostBytes, 'pack.delta-size')
    budget.spend(head.size)
    if (head.kind) made = (await inflateEntry(source, head)).data
    else {
      deltas.push(head)
      at = head.baseAt!
      made = held.get(keyOf(at))
    }
  }
  if (deltas.length > 0) held.put(keyOf(at), made)
  for (const head of deltas.reverse()) {
    made = applyDelta(made, (await inflateEntry(source, head)).data)
    budget.spend(made.length)
    held.put(keyOf(head.at), made)
  }
  return made
}

/** Larger files are read piece by piece. */
const WHOLE_BYTES = 2 ** 20

/** The bytes of an object, of a large file piece by piece. */
export async function* piecesAt(reading: Reading, at: number): AsyncGenerator<Buffer> {
  const head = await readEntryHead(reading.source, at)
  if (head.kind && head.size > WHOLE_BYTES) {
    reading.budget.spend(head.size)
    yield* inflatePieces(reading.source, head)
  } else yield await readAt(reading, at, Number.POSITIVE_INFINITY)
}
