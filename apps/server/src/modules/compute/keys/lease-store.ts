import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { DUE_BATCH, type LeaseRow } from '../leases/store.ts'
import { pauseSeconds, TURN_PAUSE_SECONDS } from '../model/rules.ts'
import type { ComputeTables } from '../model/tables.ts'

/** Until a claimed change is due again, should its job be lost; a try sets the time of the next itself. */
const CLAIM_SECONDS = 30
const inSeconds = (seconds: number) => sql<Date>`business_now() + ${seconds} * interval '1 second'`

/** A lease with a change of its keys under way. */
export type ChangingLease = LeaseRow & { wanted_keys: string[] }

/** The keys of running leases. Every change is guarded by the lease still running. */
export function createLeaseKeyStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  const running = (handle: Db | Tx, orderId: string) =>
    on(handle)
      .updateTable('compute_leases')
      .where('order_id', '=', orderId)
      .where('state', '=', 'active')
      .where('serve_end_at', '>', sql<Date>`business_now()`)
  const changing = (orderId: string) => running(db, orderId).where('wanted_keys', 'is not', null)

  return {
    /** A lease whose keys are about to be chosen; two choices take turns. */
    async lock(tx: Tx, orderId: string): Promise<LeaseRow | undefined> {
      return on(tx)
        .selectFrom('compute_leases')
        .selectAll()
        .where('order_id', '=', orderId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    },
    /** The keys the machine is to have from now on; due at once. Undefined when the lease does not run. */
    async want(tx: Tx, orderId: string, publicKeys: string[]): Promise<LeaseRow | undefined> {
      return running(tx, orderId)
        .set({
          wanted_keys: publicKeys,
          keys_version: sql<number>`keys_version + 1`,
          keys_attempts: 0,
          keys_attempt_at: sql<Date>`business_now()`,
        })
        .returningAll()
        .executeTakeFirst()
    },
    /** Notes one more try and when the next is due; undefined when there is nothing to change any more. */
    async beginAttempt(orderId: string, attempts: number): Promise<ChangingLease | undefined> {
      const lease = await changing(orderId)
        .set({ keys_attempts: attempts + 1, keys_attempt_at: inSeconds(pauseSeconds(attempts + 1, 'provisioning')) })
        .returningAll()
        .executeTakeFirst()
      return lease as ChangingLease | undefined
    },
    /** The machine confirmed the keys. Nothing happens when others were wanted meanwhile: they are still to be installed. */
    async settle({ order_id, keys_version, wanted_keys }: ChangingLease): Promise<void> {
      await changing(order_id)
        .where('keys_version', '=', keys_version)
        .set({ public_keys: wanted_keys, wanted_keys: null, keys_attempts: 0, keys_attempt_at: null })
        .execute()
    },
    /** No turn on the machine: another soon, behind those who wait already. */
    async waitForTurn(orderId: string): Promise<void> {
      await changing(orderId)
        .set({ keys_attempt_at: inSeconds(TURN_PAUSE_SECONDS) })
        .execute()
    },
    /** Takes changes whose next try is due. Nobody gets the same for a while. */
    async claimDue(tx: Tx): Promise<{ order_id: string }[]> {
      const { rows } = await sql<{ order_id: string }>`
        update compute_leases set keys_attempt_at = ${inSeconds(CLAIM_SECONDS)}
        where order_id in (select order_id from compute_leases
          where state = 'active' and wanted_keys is not null and keys_attempt_at <= business_now()
          order by keys_attempt_at limit ${DUE_BATCH} for update skip locked)
        returning order_id`.execute(tx)
      return rows
    },
  }
}

export type LeaseKeyStore = ReturnType<typeof createLeaseKeyStore>
