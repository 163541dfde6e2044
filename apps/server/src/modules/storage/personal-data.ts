import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'
import { sealedAs } from './model/sealed-as.ts'

/**
 * What the storage market keeps of a person: what is staged, and the chain accounts that were to order it. Orders themselves
 * stand on the chain, which forgets nothing. What is staged goes with the account, its bytes by the next sweep.
 */
export const storagePersonalData: PersonalData = {
  part: 'storage',
  tables: [
    {
      table: 'storage_vaults',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id'],
      opened: { box_sealed: sealedAs.box },
      onErasure: 'delete',
    },
    {
      table: 'storage_shares',
      rows: ({ userId }) => sql`t.owner_id = ${userId}`,
      leftOut: ['owner_id', 'seq'],
      onErasure: 'delete',
    },
    {
      table: 'storage_uploads',
      rows: ({ userId }) => sql`t.owner_id = ${userId}`,
      leftOut: ['owner_id', 'root'],
      onErasure: { state: sql`'removed'`, accounts: sql`'{}'` },
    },
  ],
}
