import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/handle.ts'
import type { LeaseRow } from '../leases/store.ts'
import type { ComputeTables, LeaseTable } from '../model/tables.ts'

/** What a lease passes on to the one that goes on with it, with a change of its keys under way and what its renewal may cost. */
type Carried = Pick<LeaseTable, 'order_id' | 'offer_id' | 'buyer_id' | 'seller_id' | 'period_days'> &
  Pick<
    LeaseRow,
    'period_hours' | 'public_keys' | 'wanted_keys' | 'keys_attempts' | 'keys_attempt_at' | 'renewal_most_fen'
  >
type Window = { serveStartAt: Date; serveEndAt: Date }

/** What a renewal changes of leases. Each is guarded by the state it starts from. */
export function createRenewalStore() {
  const on = (tx: Tx) => tx.withTables<ComputeTables>()

  return {
    /** The paid time is added to the running lease, and warnings begin anew; false when it does not run, or has a renewal. */
    async extend(tx: Tx, running: string, renewal: { orderId: string; hours: number }): Promise<boolean> {
      const { numUpdatedRows } = await on(tx)
        .updateTable('compute_leases')
        .set({
          renewed_by: renewal.orderId,
          serve_end_at: sql<Date>`serve_end_at + make_interval(hours => ${renewal.hours}::int)`,
          warned_days: null,
        })
        .where('order_id', '=', running)
        .where('state', '=', 'active')
        .where('renewed_by', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** The renewal is given back before it began: the lease ends when it would have. */
    async shorten(tx: Tx, running: string, renewal: { orderId: string; hours: number }): Promise<void> {
      await on(tx)
        .updateTable('compute_leases')
        .set({
          renewed_by: null,
          serve_end_at: sql<Date>`serve_end_at - make_interval(hours => ${renewal.hours}::int)`,
        })
        .where('order_id', '=', running)
        .where('renewed_by', '=', renewal.orderId)
        .where('state', '=', 'active')
        .execute()
    },
    async findMark(tx: Tx, orderId: string): Promise<Buffer | null> {
      const row = await on(tx)
        .selectFrom('compute_leases')
        .select('mark_sealed')
        .where('order_id', '=', orderId)
        .executeTakeFirst()
      return row?.mark_sealed ?? null
    },
    /** The running lease is over and becomes the renewal's; undefined when it did not run. */
    async close(tx: Tx, running: string) {
      return on(tx)
        .updateTable('compute_leases')
        .set({ state: 'renewed', ended_at: sql<Date>`business_now()`, mark_sealed: null })
        .where('order_id', '=', running)
        .where('state', '=', 'active')
        .returningAll()
        .executeTakeFirst()
    },
    /** The lease of the renewal, running from the end of the former on. */
    async open(tx: Tx, lease: Carried, { window, mark }: { window: Window; mark: Buffer | null }): Promise<void> {
      const times = { serve_start_at: window.serveStartAt, serve_end_at: window.serveEndAt }
      const standing = { state: 'active' as const, is_checked: true, mark_sealed: mark, next_attempt_at: null }
      await on(tx)
        .insertInto('compute_leases')
        .values({ ...lease, ...times, ...standing })
        .execute()
    },
    /** Of an order whose lease was renewed, the order that goes on with it now. */
    async findCurrent(tx: Tx, orderId: string): Promise<string> {
      const { rows } = await sql<{ id: string }>`
        with recursive chain as (
          select order_id, state, renewed_by from compute_leases where order_id = ${orderId}
          union all
          select next.order_id, next.state, next.renewed_by
          from chain join compute_leases next on next.order_id = chain.renewed_by where chain.state = 'renewed'
        )
        select order_id as id from chain where state <> 'renewed' limit 1`.execute(tx)
      return rows[0]?.id ?? orderId
    },
  }
}

export type RenewalStore = ReturnType<typeof createRenewalStore>
