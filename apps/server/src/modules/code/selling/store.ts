import type { LicenceName } from '@trove/contract/code/licences'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { WINDOW_END } from '../model/refund-window.ts'
import { pictureSrc } from '../works/pictures.ts'
import { IS_FOUND } from './faults-claimed.ts'

type SaleState = 'paid' | 'handed-over' | 'given-back'

/** A licence of a work as it can be bought now. */
export type ForSale = {
  at: Date
  ownerId: string
  title: string
  state: string
  licence: LicenceName | null
  /** Null: not under this licence. */
  priceFen: bigint | null
  isOwned: boolean
  version: number | null
  treeDigest: string | null
}

/**
 * What a buyer would get of a work under a licence, or under the only one that costs something where none is named. One
 * statement: what it says is true at one moment.
 */
export async function findForSale(
  tx: Tx,
  { workId, licence, buyerId }: { workId: string; licence: LicenceName | undefined; buyerId: string },
): Promise<ForSale | undefined> {
  const { rows } = await sql<ForSale>`
    select date_trunc('milliseconds', business_now()) as at, w.owner_id as "ownerId", w.title, w.state,
      l.licence, l.price_fen as "priceFen", v.number as version, v.tree_digest as "treeDigest",
      exists (select from code_grants g where g.work_id = w.id and g.user_id = ${buyerId} and g.licence = l.licence)
        as "isOwned"
    from code_works w
      left join code_licences l on l.work_id = w.id and l.licence = coalesce(${licence ?? null}, (
        select min(o.licence) from code_licences o where o.work_id = w.id and o.price_fen > 0 having count(*) = 1))
      left join lateral (select number, tree_digest from code_versions
        where work_id = w.id and tree_digest <> '' order by number desc limit 1) v on true
    where w.id = ${workId}`.execute(tx)
  return rows[0]
}

/** Addresses of the first pictures of works as they are now; none of works that were taken down. */
export async function findCovers(db: Db, workIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; cover: string }>`
    select distinct on (p.work_id) p.work_id as id, p.id as cover
    from code_pictures p join code_works w on w.id = p.work_id
    where p.work_id = any(${workIds}::text[]) and p.kind = 'project' and w.state <> 'removed'
    order by p.work_id, p.seq`.execute(db)
  return new Map(rows.map(({ id, cover }) => [id, pictureSrc(cover)]))
}

export type NewSale = { orderId: string; workId: string; buyerId: string; licence: LicenceName; priceFen: bigint }

/** Queues a paid order for its hand-over. */
export async function insertSale(tx: Tx, { orderId, workId, buyerId, licence, priceFen }: NewSale): Promise<void> {
  await sql`
    insert into code_sales (order_id, work_id, buyer_id, licence, price_fen)
    values (${orderId}, ${workId}, ${buyerId}, ${licence}, ${priceFen})`.execute(tx)
}

/** A sale in its queue; `paidAt` is text, for a Date has no microseconds. */
export type Waiting = NewSale & { paidAt: string }

/** Paid orders that wait for their hand-over, the oldest first, after one of them. */
export async function listWaiting(db: Db, after: Waiting | undefined, most: number): Promise<Waiting[]> {
  const isAfter = after ? sql`(paid_at, order_id) > (${after.paidAt}::timestamptz, ${after.orderId})` : sql`true`
  const { rows } = await sql<Waiting>`
    select order_id as "orderId", work_id as "workId", buyer_id as "buyerId", licence, price_fen as "priceFen",
      paid_at::text as "paidAt"
    from code_sales where state = 'paid' and ${isAfter} order by paid_at, order_id limit ${most}`.execute(db)
  return rows
}

/** The grant of a sale, unless the buyer has this licence already. @returns whether it was added */
export async function insertGrant(tx: Tx, { orderId, workId, buyerId, licence }: NewSale): Promise<boolean> {
  const { rows } = await sql`
    insert into code_grants (work_id, user_id, licence, order_id)
    values (${workId}, ${buyerId}, ${licence}, ${orderId}) on conflict do nothing returning order_id`.execute(tx)
  return rows.length > 0
}

/** @returns false when it was handed over or given back meanwhile */
export async function markHandedOver(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    update code_sales set state = 'handed-over', handed_over_at = business_now(), is_open = true
    where order_id = ${orderId} and state = 'paid' returning order_id`.execute(tx)
  return rows.length > 0
}

export type Sale = NewSale & {
  state: SaleState
  ownerId: string
  title: string
  fetchedAt: Date | null
  /** It can be given back: its refund window is open, or the work is taken down and the money still here. */
  isOpen: boolean
  isRemoved: boolean
  /** Its fault was found by the house, too. */
  isFound: boolean
}

/** One sale. */
export async function findSale(db: Db, orderId: string): Promise<Sale | undefined> {
  const { rows } = await sql<Sale>`
    select s.order_id as "orderId", s.work_id as "workId", s.buyer_id as "buyerId", s.licence, s.price_fen as "priceFen",
      s.state, w.owner_id as "ownerId", w.title, s.fetched_at as "fetchedAt",
      s.is_open and (w.state = 'removed' or business_now() < ${WINDOW_END}) as "isOpen",
      w.state = 'removed' as "isRemoved", ${IS_FOUND} as "isFound"
    from code_sales s join code_works w on w.id = s.work_id where s.order_id = ${orderId}`.execute(db)
  return rows[0]
}

/**
 * The buyer has no claim to it any more: the grant goes, and without another grant of the work their tokens, so that
 * none of them comes back to life when they buy it again.
 */
export async function takeBack(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ workId: string; buyerId: string }>`
    update code_sales set state = 'given-back', is_open = false, held_at = null where order_id = ${orderId} and state <> 'given-back'
    returning work_id as "workId", buyer_id as "buyerId"`.execute(tx)
  const [sale] = rows
  if (!sale) return
  await sql`delete from code_grants where order_id = ${orderId}`.execute(tx)
  await sql`
    delete from code_tokens where work_id = ${sale.workId} and user_id = ${sale.buyerId} and "right" = 'read'
      and not exists (select from code_grants where work_id = ${sale.workId} and user_id = ${sale.buyerId})`.execute(tx)
}

/** Keeps why a sale was given back. @returns false when something of it was fetched and `isUnfetched` is claimed */
export async function noteRefund(
  tx: Tx,
  { orderId, reason, words, isUnfetched }: { orderId: string; reason: string; words: string; isUnfetched: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update code_sales set refund_reason = ${reason}, refund_words = ${words}
    where order_id = ${orderId} and (fetched_at is null or not ${isUnfetched}::boolean) returning order_id`.execute(tx)
  return rows.length > 0
}

/** The buyer fetches something of a work. Waits for a refund that is under way; who asks checks the grant afterwards. */
export async function markFetched(db: Db, workId: string, buyerId: string): Promise<void> {
  await sql`
    update code_sales set fetched_at = business_now()
    where work_id = ${workId} and buyer_id = ${buyerId} and state = 'handed-over' and fetched_at is null`.execute(db)
}
