import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** What the chain's orders say of staged bytes. */

export type OrderNote = { id: number; cid: string; root: string; state: 'pending' | 'serving' | 'ended' }

/** Up to which block of a chain orders were looked at. */
export async function findCursor(db: Db, network: number): Promise<number | undefined> {
  const { rows } = await sql<{ height: number }>`select height from storage_cursor where network = ${network}`.execute(
    db,
  )
  return rows[0]?.height
}

/** All orders up to this block were looked at. */
export async function writeCursor(db: Db, network: number, height: number): Promise<void> {
  await sql`insert into storage_cursor (network, height) values (${network}, ${height})
    on conflict (network) do update set height = excluded.height`.execute(db)
}

/**
 * Notes what orders say of the bytes they name. An order that ended counts only if no other took its place; then the bytes wait
 * their time again, as if nothing had named them.
 */
export async function noteOrders(db: Db, notes: OrderNote[]): Promise<void> {
  if (notes.length === 0) return
  await sql`
    with n as (select distinct on (n.cid, n.root) n.* from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
        as n (id bigint, cid text, root text, state text)
      order by n.cid, n.root, n.state = 'ended', n.id desc)
    update storage_uploads u set order_id = n.id, order_state = n.state,
      state = case when n.state = 'serving' then 'served' when n.state = 'ended' then 'ready' else u.state end,
      touched_at = case when n.state = 'ended' and u.order_state is distinct from 'ended' then now() else u.touched_at end
    from n where u.cid = n.cid and u.root = decode(n.root, 'hex') and u.state in ('ready', 'served')
      and (n.state <> 'ended' or u.order_id is null or u.order_id = n.id)
      and (u.order_id, u.order_state) is distinct from (n.id, n.state)`.execute(db)
}
