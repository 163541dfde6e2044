import { clearCompute } from '@trove/contract/compute/orders'
import { getIncome } from '@trove/contract/order-lists/income'
import { clear, createPayment } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { days, minutes, type OrdersLab, openOrdersLab } from '../../../test/labs/orders-lab.ts'
import { createTestKinds } from '../../../test/stand-ins/test-kinds.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import type { Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { MOST_UNPAID_GOODS } from './model/rules.ts'
import type { Choice, Sellable } from './model/sellable.ts'

/** Orders of made-up kinds: work a buyer accepts and copies that may be given back, and refunds of a part in every kind. */

let base: TestDatabase
let lab: OrdersLab
let count = 0
const PRICE = 8000n

beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openOrdersLab(base.url, { hasMadeUpKinds: true })
})
afterEach(async () => {
  await lab.payment.work()
  expect(await lab.ledger.verify()).toEqual([])
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

type Bought = { id: string; buyer: string; seller: string; productId: string }
const TYPES = { work: 'manpower', copy: 'code' } as const

async function order(kind: 'work' | 'copy', agreedDays: number | null = null, choice: Choice = {}): Promise<Bought> {
  const [buyer, seller] = [`buyer${++count}`, `seller${count}`]
  const productId = await lab.kinds[kind].publish({ sellerId: seller, priceFen: PRICE, days: agreedDays })
  const body = { productId, productType: TYPES[kind], ...choice }
  const url = await lab.call(createPayment, { body }, buyer)
  return { id: url.split('/').at(-1)!, buyer, seller, productId }
}
async function pay<B extends { id: string }>(bought: B): Promise<B> {
  expect(await lab.payment.payAtCashier(bought.id)).toBe(true)
  await lab.payment.notify(bought.id)
  return bought
}
const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(lab.db, work)
const start = (id: string) => inTx((tx) => lab.orders.start(tx, id))
const deliver = (id: string) => inTx((tx) => lab.orders.deliver(tx, id))
const provide = (id: string) => inTx((tx) => lab.orders.provide(tx, id))
const refund = (id: string, amountFen: bigint, key: string) =>
  inTx((tx) => lab.orders.refund(tx, id, { key, amountFen, reason: 'test' }))
const clearAs = (userId: string, id: string, productType: 'manpower' | 'code') =>
  lab.call(clear, { body: { orderProductId: id, productType } }, userId)
const refused = (code: string) => expect.objectContaining({ code })

type Row = { state: string; cleared: bigint; refunded: bigint; back: bigint }
async function rowOf(id: string): Promise<Row> {
  const { rows } = await sql<Row>`select state, cleared_fen as cleared, refunded_fen as refunded, returned_fen as back
    from orders where id = ${id}`.execute(lab.db)
  return rows[0]!
}
const payable = async (seller: string) => -(await lab.ledger.balance(lab.db, `payable:${seller}`))
async function notices(userId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from notices where user_id = ${userId} order by seq`.execute(lab.db)
  return rows.map(({ kind }) => kind)
}
async function delivered(agreedDays: number | null = null): Promise<Bought> {
  const bought = await pay(await order('work', agreedDays))
  await start(bought.id)
  await deliver(bought.id)
  return bought
}

describe('a price that changes while an order waits for its payment', () => {
  const buyAt = async (it: Bought, expectedAmount?: string) => {
    const body = { productId: it.productId, productType: TYPES.copy, expectedAmount }
    return (await lab.call(createPayment, { body }, it.buyer)).split('/').at(-1)!
  }
  const reprice = (it: Bought, priceFen: bigint) =>
    sql`update test_goods set price_fen = ${priceFen} where id = ${it.productId}`.execute(lab.db)
  const amountOf = async (id: string) =>
    (await sql<{ amount: bigint }>`select amount_fen as amount from orders where id = ${id}`.execute(lab.db)).rows[0]!
      .amount

  test('is what a buyer pays who was shown the new one; the former order is not taken for it', async () => {
    const former = await order('copy')
    expect(await buyAt(former, '80.00')).toBe(former.id)
    await reprice(former, 990n)
    const anew = await buyAt(former, '9.90')
    expect([anew === former.id, await amountOf(anew)]).toEqual([false, 990n])
    expect(await buyAt(former, '9.90')).toBe(anew)
    expect(await buyAt(former)).toBe(anew)
  })

  test('is never paid by a buyer who was shown another', async () => {
    const former = await order('copy')
    await reprice(former, 99_900n)
    await expect(buyAt(former, '80.00')).rejects.toEqual(refused('orders.price-changed'))
    expect(await amountOf(await buyAt(former))).toBe(99_900n)
  })
})

describe('work that the buyer accepts', () => {
  test('carries what the buyer chose to its market, begins, is delivered, and pays its seller when the buyer clears', async () => {
    const choice = { manWorkingHourId: 'hours-8', manWorkingRequire: 'a login page' }
    const { id, buyer, seller, productId } = await pay(await order('work', 5, choice))
    expect(await lab.kinds.work.choice(id)).toEqual(choice)
    expect([await deliver(id), await start(id), await start(id)]).toEqual([false, true, false])
    await lab.advance(days(1))
    await expect(clearAs(buyer, id, 'manpower')).rejects.toEqual(refused('orders.not-clearable'))
    expect([await deliver(id), await deliver(id)]).toEqual([true, false])
    expect((await rowOf(id)).cleared).toBe(0n)
    await expect(clearAs(seller, id, 'manpower')).rejects.toEqual(refused('orders.not-found'))
    const accepted = { clearedAmount: '80.00', totalClearedAmount: '80.00', payoutState: null }
    expect(await clearAs(buyer, id, 'manpower')).toEqual(accepted)
    await expect(clearAs(buyer, id, 'manpower')).rejects.toEqual(refused('orders.nothing-to-clear'))
    expect(await rowOf(id)).toEqual({ state: 'finished', cleared: PRICE, refunded: 0n, back: 0n })
    expect(await payable(seller)).toBe(PRICE)
    const { goods } = await lab.call(getIncome, {}, seller)
    expect(goods).toMatchObject([{ productType: 'manpower', name: productId, earnedAmount: '80.00' }])
    expect(await lab.kinds.work.calls(id)).toEqual(['hold', 'paid', 'ended'])
    expect(await notices(buyer)).toEqual(['orders.started', 'orders.delivered'])
    expect(await notices(seller)).toEqual(['orders.paid', 'orders.accepted'])
  })

  test('is not accepted a second time by a repeated acceptance that names the product', async () => {
    const first = await delivered()
    const accept = () => clearAs(first.buyer, first.productId, 'manpower')
    const url = await lab.call(
      createPayment,
      { body: { productId: first.productId, productType: 'manpower' } },
      first.buyer,
    )
    const second = await pay({ id: url.split('/').at(-1)! })
    await start(second.id)
    await deliver(second.id)
    await expect(accept()).rejects.toEqual(refused('orders.order-id-needed'))
    expect(await clearAs(first.buyer, first.id, 'manpower')).toMatchObject({ clearedAmount: '80.00' })
    await expect(accept()).rejects.toEqual(refused('orders.order-id-needed'))
    expect((await rowOf(second.id)).state).toBe('delivered')

    const only = await delivered()
    expect(await clearAs(only.buyer, only.productId, 'manpower')).toMatchObject({ clearedAmount: '80.00' })
    await expect(clearAs(only.buyer, only.productId, 'manpower')).rejects.toEqual(refused('orders.nothing-to-clear'))
  })

  test('is accepted by itself after seven silent days and two reminders', async () => {
    const { id, buyer, seller } = await delivered()
    const reminders = async () => (await notices(buyer)).filter((kind) => kind === 'orders.accept-soon').length
    const seen: [number, number, string][] = []
    for (const day of [3.9, 4, 5.9, 6, 6.9]) {
      await lab.advance(days(day) - days(seen.at(-1)?.[0] ?? 0))
      await Promise.all([lab.sweep(), lab.sweep()])
      seen.push([day, await reminders(), (await rowOf(id)).state])
    }
    expect(seen.map(([, ...rest]) => rest)).toEqual([
      [0, 'delivered'],
      [1, 'delivered'],
      [1, 'delivered'],
      [2, 'delivered'],
      [2, 'delivered'],
    ])
    await lab.advance(days(0.1) + minutes(1))
    await lab.sweep()
    expect(await rowOf(id)).toMatchObject({ state: 'finished', cleared: PRICE })
    expect(await payable(seller)).toBe(PRICE)
  })

  test('leaves a buyer who was reminded late a day for each reminder', async () => {
    const { id } = await delivered()
    await lab.advance(days(30))
    const states: string[] = []
    for (const wait of [0, 0.9, 0.2, 0.7, 0.3]) {
      await lab.advance(days(wait))
      await lab.sweep()
      states.push((await rowOf(id)).state)
    }
    expect(states).toEqual(['delivered', 'delivered', 'delivered', 'delivered', 'finished'])
  })

  test('goes back in full when nobody begins in three days', async () => {
    const { id, buyer, seller } = await pay(await order('work'))
    await lab.advance(days(3) - minutes(1))
    await lab.sweep()
    await lab.runSweep('orders.alarms')
    expect([(await rowOf(id)).state, lab.paidOverdue()]).toEqual(['paid', 0])
    await lab.advance(minutes(2))
    await lab.sweep()
    await lab.sweep()
    expect(await start(id)).toBe(false)
    expect(await rowOf(id)).toEqual({ state: 'refunding', cleared: 0n, refunded: PRICE, back: 0n })
    await lab.payment.work()
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', back: PRICE })
    expect(await notices(buyer)).toEqual(['orders.not-started', 'orders.refunded'])
    expect(await notices(seller)).toEqual(['orders.paid', 'orders.not-started-seller'])
    expect(await lab.kinds.work.calls(id)).toEqual(['hold', 'paid', 'released'])
  })

  test('asks both sides and the market once when the agreed time to deliver is over, and goes on', async () => {
    const { id, buyer, seller } = await pay(await order('work', 2))
    await lab.advance(days(1))
    await start(id)
    await lab.advance(days(2) - minutes(1))
    await lab.sweep()
    expect(await lab.kinds.work.calls(id)).toEqual(['hold', 'paid'])
    await lab.advance(minutes(2))
    await lab.sweep()
    await lab.sweep()
    expect(await lab.kinds.work.calls(id)).toEqual(['hold', 'paid', 'overdue'])
    expect((await notices(buyer)).at(-1)).toBe('orders.delivery-overdue')
    expect((await notices(seller)).at(-1)).toBe('orders.delivery-overdue-seller')
    expect(await deliver(id)).toBe(true)
    await clearAs(buyer, id, 'manpower')
    expect((await rowOf(id)).state).toBe('finished')
  })
})

describe('copies that may be given back', () => {
  test('pay their seller by themselves when the refund window is over, and not before', async () => {
    const { id, buyer, seller } = await pay(await order('copy'))
    expect([await start(id), await provide(id), await provide(id)]).toEqual([false, true, false])
    await lab.advance(days(7) - minutes(1))
    await lab.sweep()
    await expect(clearAs(seller, id, 'code')).rejects.toEqual(refused('orders.not-clearable'))
    await expect(clearAs(buyer, id, 'code')).rejects.toEqual(refused('orders.not-found'))
    await lab.advance(minutes(2))
    await lab.sweep()
    expect(await rowOf(id)).toMatchObject({ state: 'finished', cleared: PRICE })
    expect(await payable(seller)).toBe(PRICE)
    expect(await lab.kinds.copy.calls(id)).toEqual(['hold', 'paid', 'ended'])
  })

  test('can be cleared by the seller the moment the window is over', async () => {
    const { id, seller } = await pay(await order('copy'))
    await provide(id)
    await lab.advance(days(7) + minutes(1))
    expect(await clearAs(seller, id, 'code')).toMatchObject({ clearedAmount: '80.00', payoutState: 'waiting' })
    await lab.sweep()
    expect(await payable(seller)).toBe(PRICE)
  })

  test('are taken back when all of it is refunded inside the window', async () => {
    const { id, seller } = await pay(await order('copy'))
    await provide(id)
    expect([await refund(id, PRICE, 'faulty'), await refund(id, PRICE, 'faulty')]).toEqual([true, false])
    await lab.advance(days(8))
    await lab.sweep()
    expect(await rowOf(id)).toEqual({ state: 'refunding', cleared: 0n, refunded: PRICE, back: 0n })
    await lab.payment.work()
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', back: PRICE })
    expect(await payable(seller)).toBe(0n)
    expect(await lab.kinds.copy.calls(id)).toEqual(['hold', 'paid', 'released'])
  })
})

describe('a refund of a part', () => {
  test('goes back under a number of its own each, once for each key, and the rest is cleared', async () => {
    const { id, buyer, seller } = await delivered()
    expect([await refund(id, 3000n, 'hours'), await refund(id, 3000n, 'hours')]).toEqual([true, false])
    await expect(refund(id, 2999n, 'hours')).rejects.toThrow('is another one')
    expect(await refund(id, 1000n, 'more')).toBe(true)
    for (const fen of [4001n, 0n, -1n])
      await expect(refund(id, fen, `fen ${fen}`)).rejects.toEqual(refused('orders.not-refundable'))
    const detail = () => lab.orders.list('manpower', 'consume', buyer, { page: 0, size: 1 })
    expect((await detail()).content).toMatchObject([{ refund: '40.00', refundState: 'Refunding' }])
    await lab.payment.work()
    expect((await detail()).content).toMatchObject([{ refund: '40.00', refundState: 'PaymentSuccessful' }])
    const { rows } = await sql<{ number: string }>`
      select refund_number as number from order_refunds where order_id = ${id} order by number`.execute(lab.db)
    expect(new Set(rows.map(({ number }) => number)).size).toBe(2)
    expect(await clearAs(buyer, id, 'manpower')).toMatchObject({ clearedAmount: '40.00' })
    expect(await rowOf(id)).toEqual({ state: 'finished', cleared: 4000n, refunded: 4000n, back: 4000n })
    expect(await payable(seller)).toBe(4000n)
    await expect(refund(id, 1n, 'late')).rejects.toEqual(refused('orders.not-refundable'))
  })

  test('days after another part is no money that was left in suspense, but one that stays there is', async () => {
    const { id } = await delivered()
    await refund(id, 3000n, 'hours')
    await lab.payment.work()
    await lab.advance(days(2))
    await refund(id, 1000n, 'more')
    expect(await lab.ledger.verify()).toEqual([])
    await lab.advance(days(2))
    await refund(id, 500n, 'and more')
    const detail = expect.stringMatching(new RegExp(`^order ${id} has -1500 in suspense since `))
    expect(await lab.ledger.verify()).toEqual([{ invariant: 'I10', detail }])
  })

  test('is refused under the key of orders that were not served', async () => {
    const { id } = await pay(await order('work'))
    await expect(refund(id, 1000n, 'unserved')).rejects.toThrow('belongs to orders that were not served')
    expect(await inTx((tx) => lab.orders.failService(tx, id, 'no disk'))).toBe(true)
    await lab.payment.work()
    expect(await rowOf(id)).toEqual({ state: 'refunded', cleared: 0n, refunded: PRICE, back: PRICE })
  })

  test('and the acceptance at the same moment have one effect each, and never more than was paid', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, buyer, seller } = await delivered()
      const works = Array.from({ length: 20 }, (_, i) => [
        clearAs(buyer, id, 'manpower'),
        refund(id, 3000n, `part-${i % 4}`),
      ])
      const results = await Promise.allSettled(works.flat())
      expect(results.filter((it) => it.status === 'fulfilled').length).toBeGreaterThan(0)
      await lab.payment.work()
      const { state, cleared, refunded, back } = await rowOf(id)
      if (state === 'delivered') throw new Error('somebody had to win')
      expect([state, cleared + refunded, back]).toEqual(['finished', PRICE, refunded])
      expect(await payable(seller)).toBe(cleared)
    }
  })

  test('of a lease stops what it earns at what is left, and the last of it ends the lease', async () => {
    const seller = `seller${++count}`
    const productId = await lab.market.publish({ sellerId: seller, priceFen: 9000n, periodDays: 3 })
    const url = await lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, `buyer${count}`)
    const { id } = await pay({ id: url.split('/').at(-1)! })
    await inTx((tx) => lab.orders.beginService(tx, id))
    const clearLease = () => lab.call(clearCompute, { body: { superPointsProductId: id } }, seller)
    await lab.advance(days(1))
    expect(await clearLease()).toMatchObject({ clearedAmount: '30.00' })
    expect(await refund(id, 4500n, 'downtime')).toBe(true)
    await lab.advance(days(1))
    expect(await clearLease()).toMatchObject({ clearedAmount: '15.00' })
    expect(await rowOf(id)).toMatchObject({ state: 'serving', cleared: 4500n, refunded: 4500n })
    expect(await lab.orders.unclearedFen(seller)).toBe(0n)
    await lab.advance(days(1))
    await lab.sweep()
    expect((await rowOf(id)).state).toBe('finished')

    const again = await lab.market.publish({ sellerId: seller, priceFen: 9000n, periodDays: 3 })
    const url2 = await lab.call(
      createPayment,
      { body: { productId: again, productType: 'superPoints' } },
      `buyer${count}`,
    )
    const second = await pay({ id: url2.split('/').at(-1)! })
    await inTx((tx) => lab.orders.beginService(tx, second.id))
    await lab.advance(days(1))
    await lab.call(clearCompute, { body: { superPointsProductId: second.id } }, seller)
    expect(await refund(second.id, 6000n, 'gone')).toBe(true)
    expect(await rowOf(second.id)).toMatchObject({ state: 'finished', cleared: 3000n, refunded: 6000n })
    expect((await lab.market.state(again)).holder).toBeNull()
  })

  test('before the work begins leaves the rest to be given back when nobody begins', async () => {
    const { id } = await pay(await order('work'))
    await refund(id, 2000n, 'two hours less')
    await lab.advance(days(3) + minutes(1))
    await lab.sweep()
    await lab.payment.work()
    expect(await rowOf(id)).toEqual({ state: 'refunded', cleared: 0n, refunded: PRICE, back: PRICE })
  })
})

test('who traded what is told with the end of the service, once there is one', async () => {
  const { id, buyer, seller, productId } = await delivered()
  const traded = { buyerId: buyer, sellerId: seller, aboutId: productId }
  expect(await lab.orders.findTraded('manpower', id)).toEqual({ ...traded, endedAt: null })
  await clearAs(buyer, id, 'manpower')
  expect(await lab.orders.findTraded('manpower', id)).toEqual({ ...traded, endedAt: expect.any(Date) })
  expect(await lab.orders.findTraded('code', id)).toBeUndefined()
})

test('a kind whose money would never leave escrow, or whose reminders do not rise, cannot be sold', async () => {
  const { work, copy } = await createTestKinds(lab.db)
  const register = (kind: unknown) => () => lab.orders.registerSellable(kind as Sellable)
  expect(register({ ...work, timeouts: { startDays: 3 } })).toThrow('manpower is on-accept and needs acceptDays')
  expect(register({ ...copy, timeouts: {} })).toThrow('code is at-end and needs acceptDays')
  for (const warnAfterDays of [
    [6, 4],
    [4, 4],
    [4, 7],
    [0, 4],
  ])
    expect(register({ ...work, timeouts: { acceptDays: 7, warnAfterDays } })).toThrow('do not rise')
  expect(register(work)).not.toThrow()
})

describe('unpaid orders of goods that anybody may buy', () => {
  const ask = (buyer: string, productId: string, manWorkingRequire: string) =>
    lab.call(createPayment, { body: { productId, productType: 'manpower', manWorkingRequire } }, buyer)
  const offered = () => lab.kinds.work.publish({ sellerId: `seller${++count}`, priceFen: PRICE })

  test('are resumed when the same choice is asked for again, also at once, and made anew for another', async () => {
    const [buyer, productId] = [`buyer${++count}`, await offered()]
    const urls = await Promise.all(Array.from({ length: 6 }, () => ask(buyer, productId, 'a login page')))
    expect(new Set(urls).size).toBe(1)
    expect(await ask(buyer, productId, 'a chart')).not.toBe(urls[0])
    expect(await ask(`buyer${++count}`, productId, 'a login page')).not.toBe(urls[0])
    await pay({ id: urls[0]!.split('/').at(-1)! })
    expect(await ask(buyer, productId, 'a login page')).not.toBe(urls[0])
  })

  test('are no more than a buyer may hold, and one of them is still resumed', async () => {
    const buyer = `buyer${++count}`
    const offers = await Promise.all(Array.from({ length: 8 }, offered))
    const results = await Promise.allSettled(offers.map((productId) => ask(buyer, productId, 'x')))
    const failed = results.filter((it) => it.status === 'rejected').map((it) => it.reason)
    expect(failed).toEqual(Array(8 - MOST_UNPAID_GOODS).fill(refused('orders.too-many-unpaid')))
    const at = results.findIndex((it) => it.status === 'fulfilled')
    expect(await ask(buyer, offers[at]!, 'x')).toBe((results[at] as PromiseFulfilledResult<string>).value)
  })
})
