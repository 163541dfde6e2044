import type { Generated } from 'kysely'

/** Tables of the files (migration 0011). */
export type FilesTables = {
  files: {
    name: string
    owner_id: string
    kind: 'avatar'
    size_bytes: number
    state: 'pending' | 'live' | 'removed'
    created_at: Generated<Date>
  }
}
