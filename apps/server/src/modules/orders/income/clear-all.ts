import { ContractError } from '@trove/contract/errors/codes'
import { CLEAR_AT_ONCE } from '@trove/contract/order-lists/income'
import { sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import type { Clearing } from '../steps/clearing.ts'
import { listHeld } from './read.ts'
import { listClearable } from './store.ts'

const SWEEP_SECONDS = 60
/** Sellers of one sweep. */
const BATCH = 100
/** Whole milliseconds, as a Date holds them: the row is found again by it. */
const TOMORROW = sql`date_trunc('milliseconds', business_now()) + interval '1 day'`

/** Collecting what all orders of a seller earned: once by hand, or each day without asking. */
export function createClearAll(
  { db, jobs, log }: Pick<OrdersNeeds, 'db' | 'jobs' | 'log'>,
  markets: Pick<Markets, 'kinds' | 'require'>,
  clearing: Pick<Clearing, 'clearOrder'>,
  atOnce = CLEAR_AT_ONCE,
) {
  /**
   * Clears one page of a seller's orders one by one, each in a transaction of its own. An order that somebody cleared
   * meanwhile, or that fails, stops no other.
   * @returns how many had something, what it was together in fen, and the last of a full page, cleared or not
   */
  async function clearPage(sellerId: string, by: 'seller' | 'time', after: string | undefined) {
    const held = await listHeld(markets, sellerId)
    const page = await listClearable(db, sellerId, { after, held, limit: atOnce })
    let orders = 0
    let clearedFen = 0n
    for (const id of page) {
      const cleared = await clearOne(id, by)
      if (!cleared) continue
      orders += 1
      clearedFen += cleared.clearedFen
      crashPoint('orders.clear-all.after-one')
    }
    return { orders, clearedFen, last: page.length === atOnce ? page.at(-1) : undefined }
  }

  /**
   * One page by hand. What runs earns the next fen meanwhile, and some cannot be cleared: so the next page is asked for
   * from its last order on, and not from the beginning.
   */
  const clearAllOf = (sellerId: string, after?: string) => clearPage(sellerId, 'seller', after)

  async function clearOne(orderId: string, by: 'seller' | 'time') {
    try {
      return await inTransaction(db, (tx) => clearing.clearOrder(tx, orderId, by))
    } catch (error) {
      if (!(error instanceof ContractError))
        log.error({ err: error, orderId }, 'an order was not collected with the others')
      return undefined
    }
  }

  /** Switches the daily collecting on, a day from now for the first time, or off. */
  async function setDaily(sellerId: string, isDaily: boolean): Promise<void> {
    if (isDaily)
      await sql`insert into order_daily_clearings (user_id, next_at) values (${sellerId}, ${TOMORROW})
        on conflict (user_id) do nothing`.execute(db)
    else await sql`delete from order_daily_clearings where user_id = ${sellerId}`.execute(db)
  }

  /** Clears first and then sets the next day: a process that dies between them has it done twice, which clears nothing twice. */
  async function clearDaily(): Promise<void> {
    const { rows } = await sql<{ userId: string; nextAt: Date }>`
      select user_id as "userId", next_at as "nextAt" from order_daily_clearings where next_at <= business_now()
      order by next_at limit ${BATCH}`.execute(db)
    for (const { userId, nextAt } of rows) {
      // Page after page: what runs earns the next fen meanwhile, so the first orders have something to collect each time.
      let after: string | undefined
      do after = (await clearPage(userId, 'time', after)).last
      while (after !== undefined)
      crashPoint('orders.clear-daily.before-next')
      await sql`update order_daily_clearings set next_at = ${TOMORROW}
        where user_id = ${userId} and next_at = ${nextAt}`.execute(db)
    }
  }

  jobs.every('orders.clear-daily', SWEEP_SECONDS, clearDaily)
  return { clearAllOf, setDaily }
}

export type ClearAll = ReturnType<typeof createClearAll>
