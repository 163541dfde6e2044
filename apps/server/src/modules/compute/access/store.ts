import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { ComputeTables } from '../model/tables.ts'

const LISTED = 100

/** Who read a login when, and people's SSH keys. */
export function createAccessStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  return {
    /** @returns the id of the reading */
    async insertRead(
      tx: Tx,
      read: { offer_id: string; order_id: string; reader_id: string; via: 'credentials' | 'terminal' },
    ): Promise<string> {
      const id = newId()
      await on(tx)
        .insertInto('compute_access_reads')
        .values({ id, ...read })
        .execute()
      return id
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
    async findKey(userId: string) {
      return on(db)
        .selectFrom('compute_ssh_keys')
        .select(['public_key', 'fingerprint'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
    },
    async saveKey(userId: string, key: { publicKey: string; fingerprint: string }): Promise<void> {
      const values = { public_key: key.publicKey, fingerprint: key.fingerprint }
      await on(db)
        .insertInto('compute_ssh_keys')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute()
    },
    async removeKey(userId: string): Promise<void> {
      await on(db).deleteFrom('compute_ssh_keys').where('user_id', '=', userId).execute()
    },
  }
}

export type AccessStore = ReturnType<typeof createAccessStore>
