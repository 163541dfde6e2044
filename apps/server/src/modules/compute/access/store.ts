import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { AccessVia, ComputeTables } from '../model/tables.ts'

const LISTED = 100

/** Who read a login when. */
export function createAccessStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  return {
    /** @returns the id of the reading */
    async insertRead(
      tx: Tx,
      read: { offer_id: string; order_id: string; reader_id: string; via: AccessVia },
    ): Promise<string> {
      const id = newId()
      await on(tx)
        .insertInto('compute_access_reads')
        .values({ id, ...read })
        .execute()
      return id
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
