import { checkName } from '../checks/names.ts'
import type { Limits } from '../format/limits.ts'
import { requireThat } from '../format/refusal.ts'

/** A file or link of an archive, as both kinds of archives hand it on. */
export type ArchiveFile = {
  /** Names of folders, then of the file: each was checked. */
  path: string[]
  mode: number
  size: number
  open: () => Promise<AsyncIterable<Uint8Array>>
}

/** Takes each file in turn, before the next is read. */
export type TakeFile = (file: ArchiveFile) => Promise<void>

/** The names along a path, or undefined for the archive's own root. @throws GitRefused for a path that leads outside */
export function pathOf(raw: string, limits: Limits): string[] | undefined {
  requireThat(!/^[/\\]|^[a-z]:/i.test(raw) && !raw.includes('\0'), 'archive.path', raw)
  const parts = raw
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '')
    .split('/')
  if (parts.length === 1 && (parts[0] === '' || parts[0] === '.')) return undefined
  requireThat(!parts.includes('..'), 'archive.path', raw)
  for (const part of parts) checkName(Buffer.from(part))
  requireThat(parts.length <= limits.pathDepth && Buffer.byteLength(raw) <= limits.pathBytes, 'tree.path')
  return parts
}

/** Counts entries and what they unfold to. */
export type Tally = { add(bytes: number): void }

/** @throws GitRefused, from `add`, when there is more than an archive of this size may hold */
export function tally(limits: Limits, unfolded: number): Tally {
  let entries = 0
  let bytes = 0
  return {
    add: (size) => {
      entries++
      bytes += size
      requireThat(entries <= limits.archiveFiles, 'archive.too-many-files')
      requireThat(size <= limits.objectBytes, 'archive.too-large')
      requireThat(bytes <= unfolded, 'archive.bomb')
    },
  }
}
