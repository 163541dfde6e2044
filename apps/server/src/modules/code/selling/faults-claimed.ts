import { requireThat } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'
import { FAULTS_CLAIMED } from '../model/limits.ts'

/** The newest version when a sale `s` was paid. */
const SOLD = sql`(select max(b.number) from code_versions b
  where b.work_id = s.work_id and b.tree_digest <> '' and b.created_at <= s.paid_at)`

/**
 * SQL: whether the house found the fault of a sale `s` of a work `w` itself. The work is taken down, or the scanner found
 * malware in the version that was sold, or in a later one that the buyer could fetch.
 */
export const IS_FOUND = sql`(w.state = 'removed' or exists (
  select from code_malware m join code_versions v on v.work_id = m.work_id and v.number = m.number
  where m.work_id = s.work_id and (m.state = 'found' or m.reported <> '[]') and v.number >= coalesce(${SOLD}, 0)
    and v.created_at <= coalesce(s.claimed_at, business_now())))`

/**
 * Notes in the refund's transaction that its buyer claims a fault, while they have not claimed too many. What the house
 * found later counts no more.
 * @throws ContractError `request.too-frequent`
 */
export async function claimFault(tx: Tx, { orderId, buyerId }: { orderId: string; buyerId: string }): Promise<void> {
  const { limit, windowSeconds } = FAULTS_CLAIMED
  // Of two at once the second counts the first.
  await namedLock(`code.faults-claimed:${buyerId}`).execute(tx)
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from s.claimed_at - business_now()) + ${windowSeconds}::int)::int as seconds
    from code_sales s join code_works w on w.id = s.work_id
    where s.buyer_id = ${buyerId} and s.claimed_at > business_now() - make_interval(secs => ${windowSeconds}::int)
      and not ${IS_FOUND}
    order by s.claimed_at desc offset ${limit - 1} limit 1`.execute(tx)
  requireThat(rows.length === 0, 'request.too-frequent', { seconds: Math.max(1, rows[0]?.seconds ?? 0) })
  await sql`update code_sales set claimed_at = business_now() where order_id = ${orderId}`.execute(tx)
}
