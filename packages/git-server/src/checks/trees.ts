import type { Limits } from '../format/limits.ts'
import { compareEntries, MODES, OID_BYTES, type TreeEntry } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import { checkName, foldName } from './names.ts'

/** Modes that old repositories have, too: git itself takes 100664 for 100644. */
const KNOWN_MODES = new Set<number>([...Object.values(MODES), 0o100664])
const MAX_MODE_BYTES = 6

/** The entries of a tree. @throws GitRefused for all that `git fsck` would say of it, and for names that clash */
export function checkTree(data: Buffer, limits: Limits): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at)
    const end = data.indexOf(0, space)
    requireThat(space > at && space - at <= MAX_MODE_BYTES && end > space, 'tree.malformed')
    requireThat(end + OID_BYTES < data.length, 'tree.malformed')
    const mode = readMode(data.toString('latin1', at, space))
    const name = data.subarray(space + 1, end)
    checkName(name)
    const entry = { mode, name, oid: data.toString('hex', end + 1, end + 1 + OID_BYTES) }
    requireThat(!/^0+$/.test(entry.oid), 'tree.malformed')
    entries.push(entry)
    requireThat(entries.length <= limits.treeEntries, 'tree.too-many-entries')
    at = end + 1 + OID_BYTES
  }
  checkOrder(entries)
  return entries
}

function readMode(text: string): number {
  requireThat(/^[1-7][0-7]*$/.test(text), 'tree.mode', text)
  const mode = Number.parseInt(text, 8)
  requireThat(KNOWN_MODES.has(mode), 'tree.mode', text)
  return mode
}

function checkOrder(entries: TreeEntry[]): void {
  const exact = new Set<string>()
  const folded = new Set<string>()
  for (const [i, entry] of entries.entries()) {
    const name = entry.name.toString('latin1')
    requireThat(!exact.has(name), 'tree.duplicate', entry.name.toString('utf8'))
    exact.add(name)
    const before = entries[i - 1]
    requireThat(before === undefined || compareEntries(before, entry) < 0, 'tree.order')
    const fold = foldName(entry.name)
    requireThat(!folded.has(fold), 'tree.case-clash', entry.name.toString('utf8'))
    folded.add(fold)
  }
}
