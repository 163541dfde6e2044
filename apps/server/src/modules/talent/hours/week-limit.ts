import { requireThat } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { HoursNeeds } from '../model/needs.ts'
import { findHires } from './store.ts'

/** How much of a week a buyer lets an expert write down. A week begins on Monday, by the days of the time-sheet. */

const MINUTES_OF_AN_HOUR = 60
/** Changes of one hire: the expert hears of each. */
const CHANGED = { limit: 20, windowSeconds: 86_400 }
/** States in which time may be written down, now or later. */
const OPEN: readonly string[] = ['paid', 'serving']

/**
 * Sets, changes or removes the limit, as the buyer, and tells the expert. What is written down already stays.
 * @throws ContractError `orders.not-found`, `talent.step-not-now`, `request.too-frequent`
 */
export async function setWeekLimit(
  needs: HoursNeeds,
  { orderId, userId, hours }: { orderId: string; userId: string; hours: number | null },
): Promise<void> {
  const [hire] = await findHires(needs.db, [orderId])
  requireThat(hire?.buyerId === userId, 'orders.not-found')
  await needs.limiter.require('talent.week-limit', orderId, CHANGED)
  await inTransaction(needs.db, async (tx) => {
    const order = await needs.orders.lock(tx, orderId)
    requireThat(order && OPEN.includes(order.state), 'talent.step-not-now')
    const { rows } = await sql<{ changes: number }>`update talent_hires
      set week_hours = ${hours}, week_changes = week_changes + 1
      where order_id = ${orderId} and week_hours is distinct from ${hours}
      returning week_changes as changes`.execute(tx)
    if (!rows[0]) return
    await needs.notices.tell(tx, {
      userId: hire.expertUserId,
      kind: hours === null ? 'talent.week-unlimited' : 'talent.week-limited',
      params: { hours: String(hours ?? 0) },
      link: { to: 'order', id: orderId, kind: 'manpower' },
      key: `week-limit:${orderId}:${rows[0].changes}`,
    })
  })
}

/** The limit of a hire, and what is written down for the week of a day, today's in Shanghai without one. */
export async function readWeek(
  db: Db,
  orderId: string,
  day?: string,
): Promise<{ hours: number | null; minutes: number }> {
  const of = day === undefined ? sql`(business_now() at time zone 'Asia/Shanghai')::date` : sql`${day}::date`
  const { rows } = await sql<{ hours: number | null; minutes: number }>`select h.week_hours as hours,
      coalesce((select sum(e.minutes) from talent_sheet_entries e where e.order_id = h.order_id
        and date_trunc('week', e.work_day) = date_trunc('week', ${of})), 0)::int as minutes
    from talent_hires h where h.order_id = ${orderId}`.execute(db)
  return rows[0] ?? { hours: null, minutes: 0 }
}

/** Under the order's lock. @throws ContractError `talent.week-exceeded` */
export async function requireWithinWeek(tx: Tx, orderId: string, entry: { workDay: string; minutes: number }) {
  const { hours, minutes } = await readWeek(tx, orderId, entry.workDay)
  const isWithin = hours === null || minutes + entry.minutes <= hours * MINUTES_OF_AN_HOUR
  requireThat(isWithin, 'talent.week-exceeded', { hours: hours ?? 0 })
}
