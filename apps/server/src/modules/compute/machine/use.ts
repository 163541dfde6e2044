import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Liveness } from '../../../platform/db/pool/liveness.ts'
import type { ComputeTables } from '../model/tables.ts'

/** Real seconds a machine stays taken after its user fell silent without dying. */
const HOLD_SECONDS = 15
const PROLONG_MS = 5_000
/** Machines of one seller that are talked to at once, over all processes. */
const MOST_OF_A_SELLER = 3

/**
 * Runs work that talks to an offer's machine, alone over all processes.
 * @param user what the work is for, which `isUsedBy` finds while it lasts
 * @returns false when there is no turn now, because the machine is in use or too many of its seller's are: nothing was done
 */
export type WithMachine = (offerId: string, work: () => Promise<void>, user?: string) => Promise<boolean>

/** A process that dies gives its machines free at once: others see that it does not live. */
export function createMachineUse(db: Db, { processKey }: Pick<Liveness, 'processKey'>): WithMachine {
  return (offerId, work, user = '') => withMachine(db, processKey, { offerId, user }, work)
}

/** Whether work for this user, in whichever process, talks to the offer's machine now. */
export async function isUsedBy(db: Db, offerId: string, user: string): Promise<boolean> {
  const { rows } = await sql`select from compute_offers where id = ${offerId} and starts_with(busy_token, ${`${user}:`})
    and busy_until >= now() and platform_is_alive(busy_by)`.execute(db)
  return rows.length > 0
}

async function withMachine(
  db: Db,
  processKey: number,
  { offerId, user }: { offerId: string; user: string },
  work: () => Promise<void>,
): Promise<boolean> {
  const tables = db.withTables<ComputeTables>()
  const token = `${user}:${newId()}`
  const until = sql<Date>`now() + ${HOLD_SECONDS} * interval '1 second'`
  const { rows } = await sql<{ taken: boolean }>`select compute_take_machine(${offerId}, ${token}, ${processKey}::int,
    ${HOLD_SECONDS}::int, ${MOST_OF_A_SELLER}::int) as taken`.execute(db)
  if (!rows[0]?.taken) return false
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
    await own().set({ busy_token: null, busy_by: null, busy_until: null }).execute()
  }
  return true
}
