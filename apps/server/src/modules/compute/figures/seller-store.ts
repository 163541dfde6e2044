import { SELLER_CHECK_DAYS, SELLER_MACHINES } from '@trove/contract/compute/sellers'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import { DETAIL, type DetailRow } from '../market/store.ts'

export type SellerFacts = {
  since: Date | null
  machine_count: number
  checks: number
  reached: number
  leases: number
  served_minutes: number
  silent_minutes: number
}
export type MeasuredLease = { order_id: string; served_minutes: number; silent_minutes: number }

const MINUTES = sql`floor(extract(epoch from least(coalesce(l.ended_at, business_now()), l.serve_end_at) - l.serve_start_at) / 60)::int`

/** Silences that were ruled to stay earned by the seller are not held against it. */
const SILENT = sql`(select sum(s.minutes) from compute_silences s where s.order_id = l.order_id and s.state <> 'kept')`

/** What is public of sellers, counted from machines, checks, leases and their silences. */
export function createSellerStore(db: Db) {
  return {
    async facts(sellerId: string): Promise<SellerFacts> {
      const { rows } = await sql<SellerFacts>`
        with offers as (
          select id, listing, created_at from compute_offers where seller_id = ${sellerId} and deleted_at is null
        ), checked as (
          select count(*)::int as checks, (count(*) filter (where c.result <> 'unreachable'))::int as reached
          from compute_checks c join offers o on o.id = c.offer_id
          where c.state = 'done' and c.done_at > business_now() - ${SELLER_CHECK_DAYS} * interval '1 day'
        ), served as (
          select count(*)::int as leases, coalesce(sum(${MINUTES}), 0)::int as served_minutes,
            coalesce(sum(${SILENT}), 0)::int as silent_minutes
          from compute_leases l where l.seller_id = ${sellerId} and l.serve_start_at is not null
        )
        select (select least(min(o.created_at),
            (select min(l.paid_at) from compute_leases l where l.seller_id = ${sellerId})) from offers o) as since,
          (select count(*)::int from offers where listing = 'online') as machine_count, checked.*, served.*
        from checked, served`.execute(db)
      return rows[0]!
    },
    /** Machines that are online, the newest first. */
    async machines(sellerId: string): Promise<DetailRow[]> {
      const { rows } = await sql<DetailRow>`
        select ${sql.raw(DETAIL)}
        from compute_offers where seller_id = ${sellerId} and deleted_at is null and listing = 'online'
        order by seq desc limit ${SELLER_MACHINES}`.execute(db)
      return rows
    },
    /** Leases of these orders that were served. */
    async measured(orderIds: readonly string[]): Promise<MeasuredLease[]> {
      const { rows } = await sql<MeasuredLease>`
        select l.order_id, ${MINUTES} as served_minutes,
          coalesce(${SILENT}, 0)::int as silent_minutes
        from compute_leases l where l.order_id = any(${[...orderIds]}) and l.serve_start_at is not null`.execute(db)
      return rows
    },
  }
}

export type SellerStore = ReturnType<typeof createSellerStore>
