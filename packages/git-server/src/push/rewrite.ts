import { type EntryHead, writeEntryHead } from '../pack/entry.ts'
import type { Source } from '../pack/source.ts'
import type { PackWriter } from '../pack/write.ts'
import type { Objects } from '../store/repository.ts'
import type { Entry } from './entries.ts'

const PIECE_BYTES = 512 * 1024

/**
 * Writes the new objects of an incoming pack as they are kept: without those that earlier versions have, and with every
 * base in the same pack and named by distance. Deflated bytes are copied; a delta whose base is elsewhere becomes whole.
 */
export async function rewritePack(
  source: Source,
  entries: Entry[],
  stored: Objects,
  writer: PackWriter,
  contentOf: (entry: Entry) => Promise<Buffer>,
): Promise<void> {
  const nameAt = new Map(entries.map((entry) => [entry.at, entry.oid!]))
  for (const entry of entries) {
    const oid = entry.oid!
    if (stored.find(oid)) continue
    const base = entry.baseOid ?? (entry.baseAt === undefined ? undefined : nameAt.get(entry.baseAt))
    if (base === undefined) await writer.addDeflated(oid, entry.madeKind!, headOf(entry), deflatedOf(source, entry))
    else if (writer.places.has(base)) {
      const head = writeEntryHead('delta', entry.size, writer.distanceTo(base))
      await writer.addDeflated(oid, entry.madeKind!, head, deflatedOf(source, entry))
    } else await writer.addWhole(oid, entry.madeKind!, await contentOf(entry))
  }
}

const headOf = (entry: Entry) => writeEntryHead(entry.kind!, entry.size)

async function* deflatedOf(source: Source, { dataAt, end }: EntryHead & { end: number }): AsyncGenerator<Buffer> {
  for (let at = dataAt; at < end; at += PIECE_BYTES) yield await source.read(at, Math.min(PIECE_BYTES, end - at))
}
