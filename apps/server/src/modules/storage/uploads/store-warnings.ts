import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** Who is warned before an order ends. */

type Ending = { id: number; cid: string; rootHex: string; owner: string; deadlineBlock: number }
type BoundOrder = { userId: string; id: number; deadlineBlock: number }

/** The people who uploaded the content of these orders for the accounts that own them. */
export async function listBound(db: Db, orders: readonly Ending[]): Promise<BoundOrder[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<Omit<BoundOrder, 'id'> & { id: bigint }>`
    select distinct u.owner_id as "userId", o.id, o."deadlineBlock"::int as "deadlineBlock"
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      as o (id bigint, cid text, "rootHex" text, owner text, "deadlineBlock" bigint)
    join storage_uploads u on u.cid = o.cid and o.owner = any(u.accounts) and u.state in ('ready', 'served')
      and u.root = decode(replace(o."rootHex", '0x', ''), 'hex')`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** At which block of a chain the ends of orders were looked at last. */
export async function findWarnedHeight(db: Db, network: number): Promise<number | undefined> {
  const { rows } = await sql<{ height: number }>`select height from storage_warned where network = ${network}`.execute(
    db,
  )
  return rows[0]?.height
}

/** The ends of all orders were looked at as of this block. */
export async function writeWarnedHeight(db: Db, { network, height }: { network: number; height: number }) {
  await sql`insert into storage_warned (network, height) values (${network}, ${height})
    on conflict (network) do update set height = greatest(storage_warned.height, excluded.height)`.execute(db)
}
