import { identity } from '@trove/messages/people/identity'
import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'
import { isStaff } from './model/staff.ts'
import { sealedAs } from './people/profile.ts'

/** What identity keeps of a person. What limits count by the number's blind index goes with its sweep, two days later at most. */
export const identityPersonalData: PersonalData = {
  part: 'account',
  // An owner's number would make its next holder one, without the second factor of this account.
  hindrances: [{ error: 'identity.delete-staff', holds: ({ userId }) => isStaff(userId) }],
  tables: [
    {
      table: 'users',
      rows: ({ userId }) => sql`t.id = ${userId}`,
      leftOut: ['seq', 'phone_index', 'name_grams'],
      opened: {
        phone_sealed: ({ id }) => sealedAs('phone_sealed', String(id)),
        real_name_sealed: ({ id }) => sealedAs('real_name_sealed', String(id)),
      },
      onErasure: {
        phone_index: sql`null`,
        phone_sealed: sql`null`,
        real_name_sealed: sql`null`,
        nick_name: sql`${identity.deletedName.zh}`,
        name_grams: sql`'{}'`,
        avatar_file: sql`null`,
        interest_tag_ids: sql`'{}'`,
        role: sql`'member'`,
        agreement: sql`null`,
        closing_at: sql`null`,
        deleted_at: sql`business_now()`,
      },
    },
    {
      table: 'sessions',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id', 'generation', 'salt'],
      onErasure: 'delete',
    },
    {
      table: 'staff_roles',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id', 'granted_by'],
      onErasure: 'delete',
    },
    {
      // Evidence of what was agreed to; it contains only the pseudonym.
      table: 'consents',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['id', 'user_id'],
      onErasure: 'keep',
    },
    {
      table: 'sms_outbox',
      rows: ({ phoneIndex }) => sql`t.phone_index = ${phoneIndex}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'sms_notices',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'sms_codes',
      rows: ({ phoneIndex }) => sql`t.phone_index = ${phoneIndex}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'known_devices',
      rows: ({ phoneIndex }) => sql`t.phone_index = ${phoneIndex}`,
      leftOut: ['phone_index', 'token_hash'],
      onErasure: 'delete',
    },
    {
      table: 'sms_sends',
      rows: ({ phoneIndex }) => sql`t.phone_index = ${phoneIndex}`,
      leftOut: ['id', 'phone_index', 'network'],
      onErasure: 'keep',
    },
    {
      table: 'wrong_codes',
      rows: ({ phoneIndex }) => sql`t.phone_index = ${phoneIndex}`,
      leftOut: ['id', 'phone_index'],
      onErasure: 'keep',
    },
    {
      table: 'phone_guards',
      rows: ({ phoneIndex }) => sql`t.phone_index = ${phoneIndex}`,
      leftOut: ['phone_index'],
      onErasure: 'keep',
    },
    {
      // First answers to calls with a key, for a day.
      table: 'platform_idempotency',
      rows: ({ userId }) => sql`t.owner = ${`user:${userId}`}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
  ],
}
