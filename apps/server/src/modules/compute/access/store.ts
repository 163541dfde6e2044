import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { LeaseRow } from '../leases/store.ts'
import type { AccessVia, ComputeTables } from '../model/tables.ts'

const LISTED = 100

/** Who read a login when. */
export function createAccessStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  return {
    async insertRead(tx: Tx, read: { offer_id: string; order_id: string; reader_id: string; via: AccessVia }) {
      await on(tx)
        .insertInto('compute_access_reads')
        .values({ id: newId(), ...read })
        .execute()
    },
    /** Whole hours since the login of the order's machine was first read or used; 0 where it never was. */
    async hoursOfUse(tx: Tx, { offer_id, order_id }: LeaseRow): Promise<number> {
      const { hours } = await on(tx)
        .selectFrom('compute_access_reads')
        .select(sql<number>`coalesce(floor(extract(epoch from business_now() - min(at)) / 3600), 0)::int`.as('hours'))
        .where('offer_id', '=', offer_id)
        .where('order_id', '=', order_id)
        .executeTakeFirstOrThrow()
      return hours
    },
    /** Whether the same was noted of the order within the hour. */
    async isNoted(tx: Tx, orderId: string, via: AccessVia): Promise<boolean> {
      const found = await on(tx)
        .selectFrom('compute_access_reads')
        .select('id')
        .where('order_id', '=', orderId)
        .where('via', '=', via)
        .where('at', '>', sql<Date>`business_now() - interval '1 hour'`)
        .executeTakeFirst()
      return found !== undefined
    },
    async listReads(offerId: string) {
      return on(db)
        .selectFrom('compute_access_reads')
        .select(['at', 'reader_id', 'via'])
        .where('offer_id', '=', offerId)
        .orderBy('seq', 'desc')
        .limit(LISTED)
        .execute()
    },
  }
}

export type AccessStore = ReturnType<typeof createAccessStore>
