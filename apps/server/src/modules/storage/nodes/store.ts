import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** Checks of storage nodes under way, one for a key. */

/** Begins a check anew: bytes taken before, and a question about them, are worth nothing then. */
export async function beginCheck(db: Db, publicKey: string, seed: Buffer): Promise<void> {
  await sql`insert into storage_node_checks (public_key, seed) values (${publicKey}, ${seed})
    on conflict (public_key) do update set seed = excluded.seed, nonce = null, asked_at = null, created_at = business_now()`.execute(
    db,
  )
}

/** The seed of a check that nothing was asked of. */
export async function findBegun(db: Db, publicKey: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ seed: Buffer }>`select seed from storage_node_checks
    where public_key = ${publicKey} and nonce is null`.execute(db)
  return rows[0]?.seed
}

/** Asks for the answer; false when other bytes were taken meanwhile, or it was asked for. */
export async function askOnce(db: Db, asked: { key: string; seed: Buffer; nonce: string }): Promise<boolean> {
  const { key, seed, nonce } = asked
  const { numAffectedRows } = await sql`update storage_node_checks set nonce = ${nonce}, asked_at = business_now()
    where public_key = ${key} and seed = ${seed} and nonce is null and created_at > business_now() - interval '1 hour'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export type AskedCheck = { seed: Buffer; nonce: string }

/** The check whose answer may come now. */
export async function findAsked(db: Db, publicKey: string): Promise<AskedCheck | undefined> {
  const { rows } = await sql<AskedCheck>`select seed, nonce from storage_node_checks
    where public_key = ${publicKey} and asked_at > business_now() - interval '5 minutes'`.execute(db)
  return rows[0]
}

/** Ends a check; false when another answer was quicker, or it began anew. */
export async function endCheck(db: Db, publicKey: string, nonce: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from storage_node_checks where public_key = ${publicKey} and nonce = ${nonce}`.execute(db)
  return numAffectedRows === 1n
}

/** Forgets checks that nobody ended. */
export async function deleteOldChecks(db: Db): Promise<void> {
  await sql`delete from storage_node_checks where created_at < business_now() - interval '1 hour'`.execute(db)
}
