import { SHANGHAI_MS, shanghaiDay } from '@trove/units/shanghai'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KillLab, startKillLab } from '../../../../test/labs/kill-lab.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** kill -9 of the process that compares a bill: the next one finishes the day, and what it found counts once. */

const DAY_MS = 86_400_000

let world: KillLab
beforeAll(async () => {
  world = await startKillLab()
})
afterAll(() => world.stop())

async function advance(ms: number) {
  await world.lab.advance(ms)
  await world.simulator.control('POST', 'clock', { advanceMs: ms })
}
async function now(): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(world.lab.db)
  return rows[0]!.now.getTime()
}
/** To noon of the next day in Shanghai; answers the day that is over. */
async function endDay(): Promise<string> {
  const at = (await now()) + SHANGHAI_MS
  await advance((Math.floor(at / DAY_MS) + 1.5) * DAY_MS - at)
  return new Date(at).toISOString().slice(0, 10)
}
let number = 0
async function pay() {
  const order = { orderId: `order-${++number}`, outTradeNo: `B${number}x${Date.now()}` }
  await inTransaction(world.lab.db, async (tx) => {
    const { rows } = await sql<{ at: Date }>`select business_now() + interval '15 minutes' as at`.execute(tx)
    await world.payment.openAttempt(tx, { ...order, buyerId: 'buyer', amountFen: 700n, expiresAt: rows[0]!.at })
  })
  const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
  await world.simulator.control('POST', `trades/${order.outTradeNo}/pay`, { payUrl, user: 'grace' })
  await world.until('paid', async () => {
    const { rows } =
      await sql`select 1 from payment_attempt where order_id = ${order.orderId} and state = 'paid'`.execute(
        world.lab.db,
      )
    return rows.length > 0
  })
}

describe('a process killed while it compares a bill', () => {
  test.each([
    'payment.reconcile.before-fetch',
    'payment.reconcile.after-fetch',
    'payment.reconcile.before-commit',
    'payment.reconcile.after-commit',
  ])('at %s leaves a day that the next one finishes, once', async (point) => {
    await world.live(pay)
    const number = `stranger-${point.replace(/\W/g, '-')}`
    const today = shanghaiDay(new Date(await now()))
    await world.simulator.control('POST', 'bills/discrepancies', { billDate: today, kind: 'extra', number })
    const day = await endDay()
    expect(day).toBe(today)
    const isDone = async () => {
      const { rows } = await sql<{ lines: number }>`select line_count as lines from payment_reconciliation
        where day = ${day}::date and state = 'done'`.execute(world.lab.db)
      return rows[0]?.lines === 2
    }
    await world.killAt(point, async () => {}, isDone)
    const { rows } = await sql<{ kind: string }>`
      select kind from payment_difference where day = ${day}::date and number = ${number}`.execute(world.lab.db)
    expect(rows).toEqual([{ kind: 'missing-here' }])
    const { rows: all } = await sql`select 1 from payment_difference where day = ${day}::date`.execute(world.lab.db)
    expect(all).toHaveLength(1)
  })
})
