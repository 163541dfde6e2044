import { LICENCES, type LicenceName } from '@trove/contract/code/licences'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

export type LicenceRow = { workId: string; licence: LicenceName; priceFen: bigint }

/** What these works can be had for, the licence that permits least first. */
export async function listLicences(db: Db | Tx, workIds: string[]): Promise<LicenceRow[]> {
  const { rows } = await sql<LicenceRow>`
    select work_id as "workId", licence, price_fen as "priceFen" from code_licences
    where work_id = any(${workIds}::text[]) order by array_position(${[...LICENCES]}::text[], licence)`.execute(db)
  return rows
}

/** Replaces the licences of a work. */
export async function replaceLicences(tx: Tx, workId: string, licences: Omit<LicenceRow, 'workId'>[]): Promise<void> {
  const names = licences.map(({ licence }) => licence)
  await sql`delete from code_licences where work_id = ${workId} and licence <> all(${names}::text[])`.execute(tx)
  await sql`
    insert into code_licences (work_id, licence, price_fen)
    select ${workId}, * from unnest(${names}::text[], ${licences.map(({ priceFen }) => String(priceFen))}::bigint[])
    on conflict (work_id, licence) do update set price_fen = excluded.price_fen`.execute(tx)
}
