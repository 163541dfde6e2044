import { clearCompute } from '@trove/contract/compute/orders'
import { clearAll, getIncome, INCOME_DAYS, setDailyClearing } from '@trove/contract/order-lists/income'
import { createPayment } from '@trove/contract/order-lists/routes'
import { accruedFen } from '@trove/units/accrual'
import { parseYuan } from '@trove/units/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, minutes, type OrdersLab, openOrdersLab } from '../../../../test/labs/orders-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createClearAll } from './clear-all.ts'

let base: TestDatabase
let lab: OrdersLab
let count = 0

beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openOrdersLab(base.url, { hasMadeUpKinds: true })
})
afterAll(async () => {
  expect(await lab.ledger.verify()).toEqual([])
  expect(lab.errors()).toEqual([])
  await lab.close()
  await base.drop()
})

const newSeller = () => `earner${++count}`
const income = (seller: string) => lab.call(getIncome, {}, seller)
const fen = (amount: string) => parseYuan(amount)!
const DAY_MS = days(1)
const SHANGHAI_MS = 8 * 3_600_000
/** The beginning of the day in Shanghai, `ago` days before that of the moment. */
const dayOf = (at: Date, ago = 0) =>
  new Date(Math.floor((at.getTime() + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS - ago * DAY_MS)

async function buy(productId: string, productType: 'superPoints' | 'manpower' = 'superPoints'): Promise<string> {
  const url = await lab.call(createPayment, { body: { productId, productType } }, `taker${++count}`)
  const orderId = url.split('/').at(-1)!
  await lab.payment.payAtCashier(orderId)
  await lab.payment.notify(orderId)
  return orderId
}
/** A machine of the seller's, rented and in service. */
async function serving(sellerId: string, priceFen: bigint, periodDays: number) {
  const productId = await lab.market.publish({ sellerId, priceFen, periodDays })
  const orderId = await buy(productId)
  const { serveStartAt, serveEndAt } = await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
  return { productId, orderId, earnedAt: (at: Date) => accruedFen(priceFen, serveStartAt, serveEndAt, at), serveEndAt }
}

test('what running leases earned is told by day and by machine, to the fen, and grows to what it says', async () => {
  const seller = newSeller()
  const [long, short] = [await serving(seller, 7201n, 5), await serving(seller, 333n, 2)]
  await lab.advance(days(1.7))
  const told = await income(seller)
  const now = new Date(told.asOf)
  const earnedBy = (at: Date) => long.earnedAt(at) + short.earnedAt(at)
  expect(told.days.map(({ date }) => date)).toHaveLength(INCOME_DAYS)
  for (const [i, { date, amount }] of told.days.entries()) {
    const from = dayOf(now, INCOME_DAYS - 1 - i)
    const to = new Date(Math.min(from.getTime() + DAY_MS, now.getTime()))
    expect({ date, fen: fen(amount) }).toEqual({
      date: new Date(from.getTime() + SHANGHAI_MS).toISOString().slice(0, 10),
      fen: earnedBy(to) - earnedBy(from),
    })
  }
  expect(told.since).toBe(dayOf(now, INCOME_DAYS - 1).toISOString())
  expect(fen(told.earnedAmount)).toBe(earnedBy(now))
  expect(fen(told.clearableAmount)).toBe(earnedBy(now))
  expect(fen(told.heldAmount)).toBe(7534n - earnedBy(now))
  const end = new Date(told.growsUntil!)
  expect(end).toEqual(new Date(Math.min(short.serveEndAt.getTime(), dayOf(now).getTime() + DAY_MS)))
  expect(fen(told.clearableLimit)).toBe(earnedBy(end))
  expect(fen(told.todayLimit)).toBe(earnedBy(end) - earnedBy(dayOf(now)))
  expect(told.perDayAmount).toBe('16.06')
  const machine = { productType: 'superPoints', servedSeconds: expect.any(Number) }
  expect(told.goods).toMatchObject([
    { ...machine, productId: long.productId, orderId: long.orderId, serveEndTime: long.serveEndAt.toISOString() },
    { ...machine, productId: short.productId, orderId: short.orderId, perDayAmount: '1.66' },
  ])
  expect(fen(told.goods[0]!.earnedAmount)).toBe(long.earnedAt(now))
  const served = (days(1.7) + 1) / 1000
  expect(told.goods[0]!.servedSeconds).toBeGreaterThanOrEqual(Math.floor(served))
})

test('of an order that waits for a decision nothing is to be collected, and the figures say so', async () => {
  const seller = newSeller()
  const [free, held] = [await serving(seller, 1000n, 5), await serving(seller, 2000n, 5)]
  await lab.advance(days(2))
  await lab.market.setHeld(held.orderId, true)
  const told = await income(seller)
  const now = new Date(told.asOf)
  expect(fen(told.clearableAmount)).toBe(free.earnedAt(now))
  expect(fen(told.undecidedAmount)).toBe(held.earnedAt(now))
  expect([told.perDayAmount, told.clearablePerDayAmount]).toEqual(['6.00', '2.00'])
  const end = new Date(told.growsUntil!)
  expect(fen(told.clearableLimit)).toBe(free.earnedAt(end))
  expect(fen(told.todayAmount)).toBe(
    free.earnedAt(now) + held.earnedAt(now) - free.earnedAt(dayOf(now)) - held.earnedAt(dayOf(now)),
  )
  const clearableOf = (id: string) => told.goods.find(({ productId }) => productId === id)!.clearableAmount
  expect(clearableOf(held.productId)).toBe('0.00')
  expect(fen(clearableOf(free.productId))).toBe(free.earnedAt(now))
  const collected = await lab.call(clearAll, { query: {} }, seller)
  expect(collected.orders).toBe(1)
  await lab.market.setHeld(held.orderId, false)
  expect((await income(seller)).undecidedAmount).toBe('0.00')
})

test('a lease that was stopped early keeps its days and their sum; one of long ago is in no figure', async () => {
  const seller = newSeller()
  const old = await serving(seller, 1000n, 1)
  await lab.advance(days(1.1))
  await lab.sweep()
  await lab.call(clearCompute, { body: { superPointsProductId: old.orderId } }, seller)
  await lab.advance(days(INCOME_DAYS + 1))
  expect(await income(seller)).toMatchObject({
    earnedAmount: '0.00',
    clearableAmount: '0.00',
    goods: [],
    growsUntil: null,
  })

  const stopped = await serving(seller, 7200n, 3)
  await lab.advance(days(0.5))
  const ask = { key: 'stopped', amountFen: 4800n, reason: 'ended early' }
  await inTransaction(lab.db, (tx) => lab.orders.stop(tx, stopped.orderId, ask))
  await lab.payment.work()
  const told = await income(seller)
  expect(told).toMatchObject({
    earnedAmount: '24.00',
    clearableAmount: '24.00',
    heldAmount: '0.00',
    perDayAmount: '0.00',
  })
  expect(told.days.reduce((sum, day) => sum + fen(day.amount), 0n)).toBe(2400n)
})

test('all that was earned is collected at once, and nothing that a buyer has to accept first', async () => {
  const seller = newSeller()
  const leases = [await serving(seller, 7200n, 3), await serving(seller, 500n, 1)]
  const hire = await lab.kinds.work.publish({ sellerId: seller, priceFen: 9000n })
  const hired = await buy(hire, 'manpower')
  await inTransaction(lab.db, (tx) => lab.orders.start(tx, hired))
  await inTransaction(lab.db, (tx) => lab.orders.deliver(tx, hired))
  await lab.advance(days(1) + minutes(1))
  await lab.sweep()
  const other = newSeller()
  await serving(other, 7200n, 3)
  expect(fen((await income(seller)).heldAmount)).toBeGreaterThan(9000n)
  const first = await lab.call(clearAll, { query: {} }, seller)
  expect(first).toMatchObject({ orders: 2, nextCursor: null })
  expect(await lab.ledger.balance(lab.db, `payable:${seller}`)).toBe(-fen(first.clearedAmount))
  expect(fen(first.clearedAmount)).toBeGreaterThanOrEqual(500n + leases[0]!.earnedAt(new Date(leases[1]!.serveEndAt)))
  expect(await lab.call(clearAll, { query: {} }, seller)).toMatchObject({ orders: 0, clearedAmount: '0.00' })
  expect(await lab.ledger.balance(lab.db, `payable:${other}`)).toBe(0n)
  const states = await sql<{ state: string }>`select state from orders where id = ${hired}`.execute(lab.db)
  expect(states.rows).toEqual([{ state: 'delivered' }])
})

test('who wants it has the income collected each day, until it is switched off', async () => {
  const seller = newSeller()
  await serving(seller, 7200n, 3)
  const set = (isDaily: boolean) => lab.call(setDailyClearing, { body: { isDaily } }, seller)
  expect(await set(true)).toEqual({ isClearedDaily: true })
  expect((await income(seller)).isClearedDaily).toBe(true)
  const collected = async () => -(await lab.ledger.balance(lab.db, `payable:${seller}`))
  await lab.advance(days(0.9))
  await set(true)
  await lab.runSweep('orders.clear-daily')
  expect(await collected()).toBe(0n)
  await lab.advance(days(0.2))
  await lab.runSweep('orders.clear-daily')
  await lab.runSweep('orders.clear-daily')
  const first = await collected()
  expect(first).toBeGreaterThanOrEqual(2640n)
  expect(first).toBeLessThan(2700n)
  await lab.advance(minutes(60))
  await lab.runSweep('orders.clear-daily')
  expect(await collected()).toBe(first)
  const marks = await sql<{ automatic: boolean }>`select is_automatic as automatic from clearings c
    join orders o on o.id = c.order_id where o.seller_id = ${seller}`.execute(lab.db)
  expect(marks.rows).toEqual([{ automatic: true }])
  await set(false)
  await lab.advance(days(1.1))
  await lab.runSweep('orders.clear-daily')
  expect(await collected()).toBe(first)
  expect((await income(seller)).isClearedDaily).toBe(false)
})

test('a day’s collecting comes to all orders, page after page, although the first have earned something again by then', async () => {
  const seller = newSeller()
  const leases: string[] = []
  for (let i = 0; i < 5; i++) leases.push((await serving(seller, 7200n, 3)).orderId)
  const [held, ...free] = leases
  await lab.advance(days(1))
  let sweep = async () => {}
  const seen: string[] = []
  const failing: string[] = []
  const clearAll = createClearAll(
    {
      db: lab.db,
      log: openLog('silent'),
      jobs: {
        ...{ enqueue: async () => {}, enqueueAll: async () => {}, define: () => {}, soon: () => {} },
        every: (_, __, run) => {
          sweep = run
        },
      },
    },
    { kinds: () => ['superPoints'], require: () => ({ listHeld: async () => [held!] }) as never },
    // Nothing of it is booked: as if the next fen had been earned at once.
    {
      clearOrder: async (_, id) => {
        seen.push(id)
        if (failing.includes(id)) throw new Error('not this one')
        return { clearedFen: 1n, totalClearedFen: 1n, payoutState: 'none' } as never
      },
    },
    2,
  )
  // One call by hand is one page, and what waits for a decision takes no place in it.
  failing.push(...free.slice(0, 2))
  const first = await clearAll.clearAllOf(seller)
  expect(first).toEqual({ orders: 0, clearedFen: 0n, last: free[1] })
  const second = await clearAll.clearAllOf(seller, first.last)
  expect(second).toEqual({ orders: 2, clearedFen: 2n, last: free[3] })
  expect(await clearAll.clearAllOf(seller, second.last)).toEqual({ orders: 0, clearedFen: 0n, last: undefined })
  expect(seen.splice(0)).toEqual(free)
  const { orderId: foreign } = await serving(newSeller(), 7200n, 3)
  expect(await clearAll.clearAllOf(seller, foreign)).toMatchObject({ orders: 0, last: undefined })
  expect(seen).toEqual([])

  await clearAll.setDaily(seller, true)
  await lab.advance(days(1))
  await sweep()
  await sweep()
  expect(seen).toEqual(free)
})
