import type { OrderLifeState } from '@trove/contract/orders/states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/handle.ts'
import { later } from '../../../platform/db/transaction.ts'

/** What happens by itself in an order's present state: planned, stopped, gone on, dropped. */

/** Plans what happens by itself in the order's present state, `days` after `since`; written with the next statement. */
export async function setDue(tx: Tx, orderId: string, since: Date, days: number, count = 0): Promise<void> {
  await later(
    tx,
    sql`update orders set due_at = ${since}::timestamptz + make_interval(hours => ${24 * days}), due_count = ${count}
      where id = ${orderId}`,
  )
}

/** Stops the clock of an order in one of these states, once: what is planned waits until it goes on. */
export async function pauseDue(
  tx: Tx,
  orderId: string,
  states: readonly OrderLifeState[] = ['delivered'],
): Promise<void> {
  await sql`update orders set due_paused_at = business_now()
    where id = ${orderId} and state = any(${states}::text[]) and due_at is not null and due_paused_at is null`.execute(
    tx,
  )
}

/** Lets the clock go on; all that is planned is later by how long it stood. */
export async function resumeDue(tx: Tx, orderId: string): Promise<void> {
  await sql`update orders set due_at = due_at + (business_now() - due_paused_at), due_paused_at = null,
      due_shift_ms = due_shift_ms + round(extract(epoch from business_now() - due_paused_at) * 1000)
    where id = ${orderId} and due_paused_at is not null`.execute(tx)
}

/** Nothing happens by itself any more in this state. */
export async function dropDue(tx: Tx, orderId: string): Promise<void> {
  await later(tx, sql`update orders set due_at = null where id = ${orderId}`)
}
