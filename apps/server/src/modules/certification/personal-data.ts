import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'
import { sealedAs } from './rules.ts'

/** What certification keeps of a person. The papers' bytes are files, and go with their keys. */
export const certificationPersonalData: PersonalData = {
  part: 'certification',
  tables: [
    {
      table: 'certification_papers',
      rows: ({ userId }) =>
        sql`t.application_id in (select id from certification_applications where user_id = ${userId})`,
      leftOut: [],
      onErasure: 'delete',
    },
    {
      table: 'certification_code_proofs',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'user_id'],
      onErasure: 'delete',
    },
    {
      table: 'certification_approvals',
      rows: ({ userId }) =>
        sql`t.application_id in (select id from certification_applications where user_id = ${userId})`,
      leftOut: ['operator_id'],
      onErasure: 'delete',
    },
    {
      table: 'certification_applications',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'user_id', 'decided_by'],
      opened: { real_name_sealed: ({ id }) => sealedAs.realName(String(id)) },
      onErasure: 'delete',
    },
  ],
}
