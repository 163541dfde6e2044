import { type Selectable, sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'
import { textList } from '../../../platform/db/text-list.ts'
import type { ComputeTables, KeyTable } from '../model/tables.ts'

export type KeyRow = Selectable<KeyTable>
export type NewKey = { name: string; publicKey: string; fingerprint: string }

/** SSH public keys of people, oldest first. */
export function createKeyStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()

  return {
    /** Lets the changes of one person's keys take turns until the transaction ends, so that they are counted rightly. */
    async takeTurn(tx: Tx, userId: string): Promise<void> {
      await namedLock(`compute-keys:${userId}`).execute(tx)
    },
    async list(userId: string, handle: Db | Tx = db): Promise<KeyRow[]> {
      return on(handle).selectFrom('compute_keys').selectAll().where('user_id', '=', userId).orderBy('seq').execute()
    },
    /** Whether all of these fingerprints are of keys the person has saved. */
    async hasAll(tx: Tx, userId: string, fingerprints: readonly string[]): Promise<boolean> {
      const wanted = [...new Set(fingerprints)]
      const { count } = await on(tx)
        .selectFrom('compute_keys')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('user_id', '=', userId)
        .where(sql<boolean>`fingerprint = any(${textList(wanted)})`)
        .executeTakeFirstOrThrow()
      return count === wanted.length
    },
    async insert(tx: Tx, userId: string, { name, publicKey, fingerprint }: NewKey): Promise<KeyRow> {
      return on(tx)
        .insertInto('compute_keys')
        .values({ id: newId(), user_id: userId, name, public_key: publicKey, fingerprint })
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    /** Another key in the place of one. */
    async replace(tx: Tx, id: string, { name, publicKey, fingerprint }: NewKey): Promise<void> {
      await on(tx)
        .updateTable('compute_keys')
        .set({ name, public_key: publicKey, fingerprint })
        .where('id', '=', id)
        .execute()
    },
    /** False when the person has no such key. */
    async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await on(tx)
        .deleteFrom('compute_keys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export type KeyStore = ReturnType<typeof createKeyStore>
