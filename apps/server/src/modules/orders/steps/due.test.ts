import { createPayment } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { days, minutes, type OrdersLab, openOrdersLab } from '../../../../test/labs/orders-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { PAID_ALARM_MINUTES } from '../model/rules.ts'
import { insertClearing } from '../model/store.ts'

/** What falls due, and what must not wait for it. */

let base: TestDatabase
let lab: OrdersLab
let count = 0

beforeEach(async () => {
  base = await createTestDatabase()
  lab = await openOrdersLab(base.url)
  return async () => {
    await lab.close()
    await base.drop()
  }
})

async function order(): Promise<string> {
  const productId = await lab.market.publish({ sellerId: 'seller', priceFen: 7200n, periodDays: 3 })
  const url = await lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, `buyer${++count}`)
  return url.split('/').at(-1)!
}
async function paidOrder(): Promise<string> {
  const orderId = await order()
  await lab.payment.payAtCashier(orderId)
  await lab.payment.notify(orderId)
  return orderId
}
const begin = (orderId: string) => inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
const stateOf = async (orderId: string) =>
  (await sql<{ state: string }>`select state from orders where id = ${orderId}`.execute(lab.db)).rows[0]!.state

test('services end while every question about an unpaid order waits for its answer, several at once', async () => {
  const serving = await paidOrder()
  await begin(serving)
  const unpaid = await Promise.all(Array.from({ length: 5 }, order))
  await lab.advance(days(4))
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const asked = new Set<string>()
  lab.payment.ask = (orderId) => {
    asked.add(orderId)
    return promise
  }
  await lab.runSweep('orders.settle-unpaid')
  await lab.advance(minutes(1))
  const asking = lab.runSweep('orders.settle-unpaid')
  await expect.poll(() => asked.size, { timeout: 20_000 }).toBe(unpaid.length)
  // They are due for another question by now: a sweep that asked them itself would wait as well.
  await lab.advance(minutes(1))
  let isSwept = false
  const sweeping = lab.runSweep('orders.sweep').then(() => {
    isSwept = true
  })
  await expect.poll(() => isSwept, { timeout: 20_000 }).toBe(true)
  expect(await stateOf(serving)).toBe('ended')
  resolve(false)
  await sweeping
  await asking
})

test('a question that fails stops no other', async () => {
  const unpaid = await Promise.all(Array.from({ length: 3 }, order))
  await lab.advance(minutes(20))
  const asked: string[] = []
  lab.payment.ask = async (orderId) => {
    asked.push(orderId)
    throw new Error('no answer')
  }
  await lab.runSweep('orders.settle-unpaid')
  await lab.advance(minutes(1))
  await lab.runSweep('orders.settle-unpaid')
  expect(asked.toSorted()).toEqual(unpaid.toSorted())
})

test('an order paid for too long without service raises the alarm until it is served or refunded', async () => {
  const [served, refunded, stuck] = await Promise.all([paidOrder(), paidOrder(), paidOrder()])
  const alarm = async () => {
    await lab.runSweep('orders.alarms')
    return lab.paidOverdue()
  }
  await lab.advance(minutes(PAID_ALARM_MINUTES - 1))
  expect(await alarm()).toBe(0)
  await lab.advance(minutes(1))
  expect(await alarm()).toBe(3)
  expect(lab.errors()).toContainEqual(
    expect.objectContaining({ alarm: 'orders', count: 3, orderIds: expect.arrayContaining([served, refunded, stuck]) }),
  )
  await begin(served!)
  await inTransaction(lab.db, (tx) => lab.orders.failService(tx, refunded!, 'unreachable'))
  expect(await alarm()).toBe(1)
  await begin(stuck!)
  expect(await alarm()).toBe(0)
})

test('a clearing out of turn writes nothing: twice the same, one ahead, or before there is a service', async () => {
  const orderId = await paidOrder()
  const clear = (number: number) =>
    inTransaction(lab.db, async (tx) => {
      const { rows } = await sql<{ at: Date }>`select business_now() as at`.execute(tx)
      await insertClearing(tx, { orderId, number, amountFen: 100n, isAutomatic: false, at: rows[0]!.at })
    })
  const cleared = async () =>
    (
      await sql<{ fen: bigint; rows: number }>`select cleared_fen as fen,
        (select count(*)::int from clearings where order_id = id) as rows from orders where id = ${orderId}`.execute(
        lab.db,
      )
    ).rows[0]
  await expect(clear(1)).rejects.toThrow('out of turn')
  await begin(orderId)
  await expect(clear(2)).rejects.toThrow('out of turn')
  expect(await cleared()).toEqual({ fen: 0n, rows: 0 })
  await clear(1)
  await expect(clear(1)).rejects.toThrow('out of turn')
  expect(await cleared()).toEqual({ fen: 100n, rows: 1 })
})

test('a service whose window is over is not stopped, although no sweep has seen it yet', async () => {
  const orderId = await paidOrder()
  await begin(orderId)
  await lab.advance(days(3))
  const ask = { key: 'stopped', amountFen: 2400n, reason: 'too late' }
  expect(await inTransaction(lab.db, (tx) => lab.orders.stop(tx, orderId, ask))).toBe(false)
  expect(await stateOf(orderId)).toBe('serving')
  await lab.runSweep('orders.sweep')
  expect(await stateOf(orderId)).toBe('ended')
})
