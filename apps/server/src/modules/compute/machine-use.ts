import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/id.ts'
import type { ComputeTables } from './tables.ts'

/** Real seconds a machine stays taken after its user fell silent. */
const HOLD_SECONDS = 15
const PROLONG_MS = 5_000

/**
 * Runs work that talks to an offer's machine, alone over all processes. A process that dies gives the machine free
 * within 15 seconds.
 * @returns false when the machine is in use already: nothing was done
 */
export async function withMachine(db: Db, offerId: string, work: () => Promise<void>): Promise<boolean> {
  const tables = db.withTables<ComputeTables>()
  const token = newId()
  const until = sql<Date>`now() + ${HOLD_SECONDS} * interval '1 second'`
  const taken = await tables
    .updateTable('compute_offers')
    .set({ busy_token: token, busy_until: until })
    .where('id', '=', offerId)
    .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<', sql<Date>`now()`)]))
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return false
  const own = () => tables.updateTable('compute_offers').where('id', '=', offerId).where('busy_token', '=', token)
  // A failed prolonging is made good by the next; two in a row let another in, which every step bears.
  const timer = setInterval(() => {
    own()
      .set({ busy_until: until })
      .execute()
      .catch(() => undefined)
  }, PROLONG_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
    await own().set({ busy_token: null, busy_until: null }).execute()
  }
  return true
}
