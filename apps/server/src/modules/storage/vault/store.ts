import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

export type VaultRow = { userId: string; boxSealed: Buffer; fingerprint: string }

/** A person's vault. */
export async function findVault(db: Db, userId: string): Promise<VaultRow | undefined> {
  const { rows } = await sql<VaultRow>`select user_id as "userId", box_sealed as "boxSealed", fingerprint
    from storage_vaults where user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Keeps the box. False when there is one of another key: who opens files with that one would lose them. */
export async function putVault(db: Db, { userId, boxSealed, fingerprint }: VaultRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into storage_vaults as v (user_id, box_sealed, fingerprint) values (${userId}, ${boxSealed}, ${fingerprint})
    on conflict (user_id) do update set box_sealed = excluded.box_sealed, changed_at = now()
      where v.fingerprint = excluded.fingerprint`.execute(db)
  return numAffectedRows === 1n
}
