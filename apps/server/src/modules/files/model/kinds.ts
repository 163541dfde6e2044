import type { PlainErrorCode, Refusal } from '@trove/contract/errors/codes'

/** What a reader or a listing is decided by. */
export type FileFacts = { id: string; subjectId: string; ownerId: string; isUsed: boolean }

/** A kind of files: its limits as data, and who may read and write as ports of the module that registers it. */
export type FileKind = {
  name: string
  /** Where its blobs lie. */
  folder: string
  /** Media types, judged by content. */
  types: readonly string[]
  /** Largest file in bytes. */
  maxBytes: number
  /** All files of one person of this kind, in bytes. */
  quotaBytes: number
  /** Pictures only: each is drawn anew, so that nothing of the upload survives but what is seen. */
  picture?: 'paper'
  /** Pictures among its files lose what a camera writes beside them: the place, the time, the device. */
  cleansPictures?: true
  /** Most files of one person in one folder. */
  perFolder?: number
  /** Encrypted at rest, its name too. Sealed kinds are private, others are read by everybody who knows the name. */
  isSealed: boolean
  /** A file that was not used by anything a day after it came is deleted. */
  isSweptUnused: boolean
  /** How it refuses, in words about the thing at hand. */
  refusals: { type: PlainErrorCode; tooLarge(megabytes: number): Refusal; tooMany(count: number): Refusal }
  /**
   * Of public kinds that may be hidden again: undefined for a name that is none of theirs. What may be hidden is not kept by
   * browsers for good.
   */
  showing?(id: string): Promise<'shown' | 'hidden' | undefined>
  /** Of private kinds: whether this person may read the file. */
  mayRead?(file: FileFacts, userId: string): Promise<boolean>
  /** Whether this person may put files into the folder, and see which are there. Kinds without it take no uploads by themselves. */
  mayWrite?(subjectId: string, userId: string): Promise<boolean>
}

export type Kinds = { register(kind: FileKind): void; find(name: string): FileKind | undefined; list(): FileKind[] }

/** The kinds of this process; modules add theirs when they are built. */
export function createKinds(): Kinds {
  const kinds = new Map<string, FileKind>()
  return {
    register(kind) {
      if (kinds.has(kind.name)) throw new Error(`two kinds of files named ${kind.name}`)
      kinds.set(kind.name, kind)
    },
    find: (name) => kinds.get(name),
    list: () => [...kinds.values()],
  }
}

/** Where a file's bytes lie. */
export const blobKey = (kind: FileKind, id: string) => `${kind.folder}/${id}`

/** Where a part of an upload lies until the file is whole. */
export const partKey = (fileId: string, number: number) => `parts/${fileId}/${number}`

/** Words for kinds that have none of their own. */
export const PLAIN_REFUSALS: FileKind['refusals'] = {
  type: 'files.type',
  tooLarge: (megabytes) => ['files.over-limit', { megabytes }],
  tooMany: (count) => ['files.too-many', { count }],
}
