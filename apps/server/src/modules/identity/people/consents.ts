import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { ConsentPurpose } from '../model/tables.ts'
import { updatePerson } from './store.ts'

export type ConsentAct = {
  userId: string
  purpose: ConsentPurpose
  version: string
  act: 'given' | 'withdrawn'
}

/** Writes an act of consent down, unless it is what was said last of this purpose and text. */
export async function recordConsent(tx: Tx, { userId, purpose, version, act }: ConsentAct): Promise<void> {
  await sql`
    insert into consents (user_id, purpose, version, act)
    select ${userId}, ${purpose}, ${version}, ${act}
    where not exists (
      select from (select act, version from consents where user_id = ${userId} and purpose = ${purpose}
        order by id desc limit 1) as last
      where last.act = ${act} and last.version = ${version})`.execute(tx)
  if (purpose === 'sign-in') await updatePerson(tx, userId, { agreement: act === 'given' ? version : null })
}

export type Consent = { purpose: ConsentPurpose; version: string; isGiven: boolean; at: Date }

/** What was said last of each purpose. */
export async function listConsents(db: Db, userId: string): Promise<Consent[]> {
  const { rows } = await sql<Consent>`
    select distinct on (purpose) purpose, version, act = 'given' as "isGiven", at
    from consents where user_id = ${userId} order by purpose, id desc`.execute(db)
  return rows
}
