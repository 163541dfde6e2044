import { sql } from 'kysely'
import type { Tx } from './db/handle.ts'

/** Something one of the staff did: `act` is a word such as `payout.approve`, the subject what it was done to. */
export type Act = {
  operatorId: string
  act: string
  subject: { kind: string; id: string }
  reason?: string | null
}

/**
 * Appends to the record of what the staff did, in the transaction of the act itself: neither is there without the other. Acts
 * are chained by hash, so those of other transactions wait for this one's end; call it last.
 */
export async function noteAct(tx: Tx, { operatorId, act, subject, reason = null }: Act): Promise<void> {
  await sql`insert into staff_act (operator_id, act, subject_kind, subject_id, reason)
    values (${operatorId}, ${act}, ${subject.kind}, ${subject.id}, ${reason})`.execute(tx)
}
