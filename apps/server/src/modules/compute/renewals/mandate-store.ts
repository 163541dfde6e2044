import { ASK_HOURS_MOST, ASK_PART_OF_LEASE } from '@trove/contract/compute/auto-renewal'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { LeaseRow } from '../leases/store.ts'
import type { ComputeTables } from '../model/tables.ts'

/** A lease whose renewal is to be prepared now. */
export type DueLease = LeaseRow & { renewal_most_fen: bigint; serve_end_at: Date }
/** Where a lease stands among those that are due; the moment is the database's text, which has its microseconds. */
export type DuePlace = { orderId: string; endAt: string }
export const BEFORE_ALL: DuePlace = { orderId: '', endAt: '-infinity' }
export type Outcome = { outcome: 'above' | 'refused' } | { outcome: 'asked'; orderId: string }

/** Leases that are read at once. */
const PAGE = 200
const now = sql<Date>`business_now()`
/** `askHours` as a condition, so that leases whose time has not come keep no others waiting. */
const IS_DUE = sql<boolean>`serve_end_at <= business_now() + interval '1 hour'
  * least(coalesce(period_hours, 24 * period_days)::float8 / ${ASK_PART_OF_LEASE}, ${ASK_HOURS_MOST})`

/** What buyers let be prepared for the ends of their leases. */
export function createMandateStore(db: Db, pageSize = PAGE) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  const running = (tx: Tx, orderId: string) =>
    on(tx).updateTable('compute_leases').where('order_id', '=', orderId).where('state', '=', 'active')
  const open = (handle: Db | Tx) =>
    on(handle)
      .selectFrom('compute_leases')
      .where('state', '=', 'active')
      .where('renewal_most_fen', 'is not', null)
      .where('renewal_outcome', 'is', null)
      .where('renewed_by', 'is', null)
      .where('serve_end_at', '>', now)

  return {
    /**
     * Lets it be prepared for so much at most, or no more. Another price is another try, unless an order was made for this
     * end. Undefined when the lease does not run.
     */
    async set(tx: Tx, orderId: string, mostFen: bigint | null): Promise<LeaseRow | undefined> {
      return running(tx, orderId)
        .where('serve_end_at', '>', now)
        .set({
          renewal_most_fen: mostFen,
          renewal_outcome: sql`case when renewal_order_id is not null then 'asked' end`,
        })
        .returningAll()
        .executeTakeFirst()
    },
    /**
     * One page of the leases so near their end that their renewal is to be prepared, the first to end first, behind one
     * of them; with the place to go on from when the page is full.
     */
    async listDue(after: DuePlace): Promise<{ page: DuePlace[]; last: DuePlace | undefined }> {
      const page = await open(db)
        .select(['order_id as orderId', sql<string>`serve_end_at::text`.as('endAt')])
        .where('serve_end_at', '<=', sql<Date>`business_now() + make_interval(hours => ${ASK_HOURS_MOST})`)
        .where(IS_DUE)
        .where(sql<boolean>`(serve_end_at, order_id) > (${after.endAt}::timestamptz, ${after.orderId})`)
        .orderBy('serve_end_at')
        .orderBy('order_id')
        .limit(pageSize)
        .execute()
      return { page, last: page.length === pageSize ? page.at(-1) : undefined }
    },
    /** The lease, if its renewal is still to be prepared; the caller holds its order's lock. */
    async findOpen(tx: Tx, orderId: string): Promise<DueLease | undefined> {
      const lease = await open(tx).selectAll().where('order_id', '=', orderId).executeTakeFirst()
      return lease as DueLease | undefined
    },
    /** What became of it for this end; only once. */
    async settle(tx: Tx, orderId: string, became: Outcome): Promise<boolean> {
      const { numUpdatedRows } = await running(tx, orderId)
        .where('renewal_outcome', 'is', null)
        .set({
          renewal_outcome: became.outcome,
          renewal_order_id: became.outcome === 'asked' ? became.orderId : null,
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

export type MandateStore = ReturnType<typeof createMandateStore>
