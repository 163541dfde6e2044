import type { CONSENT_PURPOSES } from '@trove/contract/identity/account'
import type { Generated } from 'kysely'

export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

/** Tables of identity (migrations 0013 and 0014). */
export type UsersTable = {
  id: string
  seq: Generated<bigint>
  /** Null once the account is deleted, as the next. */
  phone_index: Buffer | null
  phone_sealed: Buffer | null
  nick_name: string
  name_grams: string[]
  real_name_sealed: Buffer | null
  avatar_file: string | null
  role: 'member' | 'operator'
  is_demo: boolean
  interest_tag_ids: string[]
  agreement: string | null
  closing_at: Date | null
  deleted_at: Date | null
  created_at: Generated<Date>
}

export type SessionsTable = {
  id: string
  user_id: string
  device: 'pc' | 'mobile'
  agent: string
  generation: Generated<number>
  salt: Buffer
  created_at: Generated<Date>
  rotated_at: Date
  expires_at: Date
  ends_at: Date
  revoked_at: Date | null
  revoke_reason: 'logout' | 'revoked' | 'reuse' | null
}

export type IdentityTables = {
  users: UsersTable
  sessions: SessionsTable
  consents: {
    id: Generated<bigint>
    user_id: string
    purpose: ConsentPurpose
    version: string
    act: 'given' | 'withdrawn'
    at: Generated<Date>
  }
  sms_sends: {
    id: string
    phone_index: Buffer
    network: string
    asker: Generated<'stranger' | 'device' | 'session'>
    state: 'sending' | 'sent' | 'refused' | 'unknown'
    sent_at: Generated<Date>
  }
  sms_codes: {
    id: string
    phone_index: Buffer
    device: 'pc' | 'mobile'
    scope: string
    code_hmac: Buffer
    tries: Generated<number>
    state: 'live' | 'used' | 'dead' | 'replaced'
    created_at: Generated<Date>
    expires_at: Date
  }
  known_devices: { phone_index: Buffer; token_hash: Buffer; last_seen_at: Generated<Date> }
  sliders: { id: string; target_x: number; expires_at: Date }
  sms_outbox: { id: string; seq: Generated<bigint>; phone_index: Buffer; message_sealed: Buffer; at: Generated<Date> }
}
