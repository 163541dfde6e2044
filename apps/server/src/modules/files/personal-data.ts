import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'
import { sealedAs } from './model/sealed-as.ts'
import type { FileRow } from './model/store.ts'

/**
 * What files keep of a person: images under public names, and private files. The bytes of sealed ones go with their key; all are
 * deleted by the sweep.
 */
export const filesPersonalData: PersonalData = {
  part: 'files',
  tables: [
    {
      table: 'files',
      rows: ({ userId }) => sql`t.owner_id = ${userId}`,
      leftOut: ['seq', 'owner_id', 'key_sealed', 'sha256', 'format', 'touched_at'],
      opened: { name_sealed: (row) => sealedAs.name(row as Pick<FileRow, 'id' | 'format'>) },
      onErasure: { state: sql`'removed'`, name_sealed: sql`null`, key_sealed: sql`null` },
    },
    {
      // Parts of uploads under way; they go with their files.
      table: 'file_parts',
      rows: ({ userId }) => sql`t.file_id in (select id from files where owner_id = ${userId})`,
      leftOut: 'all',
      onErasure: 'keep',
    },
  ],
}
