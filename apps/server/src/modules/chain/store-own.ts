import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { OrderRow } from './store-reads.ts'

/** Reading the index for the pages of one's own files. */

const own = (owner: string) =>
  sql`network = (select network from chain_network where archived_at is null) and owner = ${owner}`
const row = sql`view, created_at as "createdAt"`

/** Sealed names of an account's orders, newest first, behind an order. */
export async function listNotes(
  db: Db,
  { owner, before, limit }: { owner: string; before: number | undefined; limit: number },
): Promise<{ index: number; cid: string; note: string }[]> {
  const { rows } = await sql<{ id: bigint; cid: string; note: string }>`
    select id, view ->> 'cid' as cid, view ->> 'note' as note from chain_order where ${own(owner)} and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint order by id desc limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id, cid, note }) => ({ index: Number(id), cid, note }))
}

/** Orders of an account by their numbers, newest first. */
export async function listChosen(db: Db, owner: string, ids: number[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`select ${row} from chain_order
    where ${own(owner)} and id = any(${ids}::bigint[]) order by id desc`.execute(db)
  return rows
}

/** Served orders of an account whose last block lies within a span (its first block not included), soonest first. */
export async function listEndingOf(
  db: Db,
  owner: string,
  span: { after: number; upTo: number },
  limit: number,
): Promise<OrderRow[]> {
  const deadline = sql`(view ->> 'deadlineBlock')::bigint`
  // As the index of deadlines has it, so that an account with many orders is not read whole.
  const { rows } = await sql<OrderRow>`select ${row} from chain_order
    where ${own(owner)} and not is_purged and view ->> 'status' = 'Finished'
      and ${deadline} > ${span.after}::bigint and ${deadline} <= ${span.upTo}::bigint
    order by ${deadline}, id limit ${limit}`.execute(db)
  return rows
}
