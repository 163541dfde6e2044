import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** What the chain's orders say of staged bytes. */

export type OrderNote = {
  network: number
  id: number
  cid: string
  root: string
  state: 'pending' | 'serving' | 'ended'
}

/** Up to which block of a chain orders were looked at. */
export async function findCursor(db: Db, network: number): Promise<number | undefined> {
  const { rows } = await sql<{ height: number }>`select height from storage_cursor where network = ${network}`.execute(
    db,
  )
  return rows[0]?.height
}

/** All orders up to this block were looked at. */
export async function writeCursor(db: Db, head: { network: number; height: number; at: Date }): Promise<void> {
  await sql`insert into storage_cursor (network, height, reached_at) values (${head.network}, ${head.height}, ${head.at})
    on conflict (network) do update set height = excluded.height, reached_at = excluded.reached_at`.execute(db)
}

/** Whether all orders of a chain were looked at up to so long ago. */
export async function isFollowed(db: Db, network: number, minutes: number): Promise<boolean> {
  const { rows } = await sql`select from storage_cursor
    where network = ${network} and reached_at > now() - ${minutes} * interval '1 minute'`.execute(db)
  return rows.length === 1
}

/**
 * Notes what orders say of the bytes they name. Of several orders of the same bytes one that nodes serve counts most, and one that
 * ended least. Bytes whose orders have all ended wait their time again, as if nothing had named them.
 * @param notes of a content that is named here, all its live orders
 */
export async function noteOrders(db: Db, notes: OrderNote[]): Promise<void> {
  if (notes.length === 0) return
  await sql`
    with n as (select distinct on (n.cid, n.root) n.* from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
        as n (network integer, id bigint, cid text, root text, state text)
      order by n.cid, n.root, array_position(array['serving', 'pending', 'ended'], n.state), n.id desc)
    update storage_uploads u set order_network = n.network, order_id = n.id, order_state = n.state,
      state = case when n.state = 'serving' then 'served' when n.state = 'ended' then 'ready' else u.state end,
      touched_at = case when n.state = 'ended' and u.order_state is distinct from 'ended' then now() else u.touched_at end
    from n where u.cid = n.cid and u.root = decode(n.root, 'hex') and u.state in ('ready', 'served')
      and (u.order_network, u.order_id, u.order_state) is distinct from (n.network, n.id, n.state)`.execute(db)
}

/**
 * Unbinds uploads from orders of other chains, which are no more: they wait their time as if nothing had named them. Of the other
 * chains all orders are looked at again, should one of them come back.
 */
export async function unbindOthers(db: Db, network: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`delete from storage_cursor where network <> ${network}`.execute(tx)
    await sql`update storage_uploads set order_network = null, order_id = null, order_state = null,
        state = case when state = 'served' then 'ready' else state end,
        touched_at = case when order_state = 'ended' then touched_at else now() end
      where order_state is not null and order_network is distinct from ${network}::integer`.execute(tx)
  })
}
