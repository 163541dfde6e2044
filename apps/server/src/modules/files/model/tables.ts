import type { Generated } from 'kysely'

/** Tables of the files (migrations 0011 and 0060). */
export type FilesTables = {
  files: {
    id: string
    seq: Generated<bigint>
    owner_id: string
    kind: string
    subject_id: string | null
    name_sealed: Buffer | null
    key_sealed: Buffer | null
    type: string
    bytes: bigint
    format: 'plain' | 'whole' | 'frames'
    sha256: Buffer | null
    state: 'uploading' | 'pending' | 'live' | 'removed'
    used_at: Date | null
    touched_at: Generated<Date>
    created_at: Generated<Date>
  }
}
