import {
  clearCompute,
  clearComputeGet,
  listComputeConsume,
  listComputeProfit,
  listPurchases,
} from '@trove/contract/compute/orders'
import { cancelOrder, clear, clearGet, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { payResult, payUrl } from '@trove/contract/payment/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, minutes, type OrdersLab, openOrdersLab } from '../../../test/labs/orders-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import type { Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { MOST_UNPAID_GOODS } from './model/rules.ts'

let base: TestDatabase
let lab: OrdersLab
let count = 0
const person = (role: string) => `${role}${++count}`

beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openOrdersLab(base.url)
})
afterAll(async () => {
  expect(await lab.ledger.verify()).toEqual([])
  await lab.close()
  await base.drop()
})

const idOf = (url: string) => url.split('/').at(-1)!
const buy = async (productId: string, buyer: string) =>
  idOf(await lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, buyer))

/** A machine on the market for 72 yuan and three days, and its people. */
async function offer(priceFen = 7200n, periodDays = 3) {
  const seller = person('seller')
  return {
    seller,
    buyer: person('buyer'),
    productId: await lab.market.publish({ sellerId: seller, priceFen, periodDays }),
  }
}
async function paidOrder(given?: Awaited<ReturnType<typeof offer>>) {
  const it = given ?? (await offer())
  const orderId = await buy(it.productId, it.buyer)
  expect(await lab.payment.payAtCashier(orderId)).toBe(true)
  await lab.payment.notify(orderId)
  return { ...it, orderId }
}
const begin = (orderId: string) => inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
async function servingOrder(given?: Awaited<ReturnType<typeof offer>>) {
  const it = await paidOrder(given)
  return { ...it, ...(await begin(it.orderId)) }
}
const get = (id: string, user: string) => lab.call(getOrder, { params: { id } }, user)
const clearIt = (id: string, user: string) => lab.call(clearCompute, { body: { superPointsProductId: id } }, user)
const refused = (code: string) => expect.objectContaining({ code })

describe('payments that come together', () => {
  test('are taken each by itself: of two for one order one, none of another amount, none for an unknown order', async () => {
    const [twice, other, wrong] = [await offer(), await offer(), await offer()]
    const [twiceId, otherId, wrongId] = [
      await buy(twice.productId, twice.buyer),
      await buy(other.productId, other.buyer),
      await buy(wrong.productId, wrong.buyer),
    ]
    const rows = async (tx: Tx) =>
      (
        await sql<{ id: string; state: string; attempt: string | null }>`select id, state, paid_attempt_id as attempt
        from orders where id = any(${[twiceId, otherId, wrongId]}::text[])`.execute(tx)
      ).rows
    const undone = new Error('undone')
    const going = inTransaction(lab.db, async (tx) => {
      const event = (orderId: string, attemptId: string, amountFen = 7200n) => ({ orderId, attemptId, amountFen })
      const answers = await lab.paid(tx, [
        event(wrongId, 'w', 7201n),
        event(twiceId, 'a'),
        event(otherId, 'o'),
        event(twiceId, 'b'),
        event('nobody', 'n'),
      ])
      const kept = (await rows(tx)).find(({ id }) => id === twiceId)!.attempt!
      expect(Object.fromEntries(answers)).toEqual({
        ...{ w: 'refund', o: 'accepted', n: 'refund', a: 'refund', b: 'refund' },
        [kept]: 'accepted',
      })
      expect(['a', 'b']).toContain(kept)
      expect(await rows(tx)).toEqual(
        expect.arrayContaining([
          { id: twiceId, state: 'paid', attempt: kept },
          { id: otherId, state: 'paid', attempt: 'o' },
          { id: wrongId, state: 'to-be-paid', attempt: null },
        ]),
      )
      throw undone
    })
    await expect(going).rejects.toBe(undone)
  })
})

describe('money of another amount', () => {
  test('for an order that was closed goes back alone: the order never counts as paid and refunded', async () => {
    const { productId, buyer } = await offer()
    const id = await buy(productId, buyer)
    await lab.call(cancelOrder, { params: { id } }, buyer)
    const answers = await inTransaction(lab.db, (tx) =>
      lab.paid(tx, [{ orderId: id, attemptId: 'w', amountFen: 7199n }]),
    )
    expect(Object.fromEntries(answers)).toEqual({ w: 'refund' })
    expect(await get(id, buyer)).toMatchObject({ orderState: 'PaymentFailed', refund: null })
  })
})

describe('making an order', () => {
  test('holds the machine at its price for 15 minutes and answers the cashier of the device', async () => {
    const { productId, buyer, seller } = await offer()
    const url = await lab.call(
      createPayment,
      { body: { productId, productType: 'superPoints', device: 'mobile', payMethod: 'alipay', confirmed: true } },
      buyer,
    )
    expect(url).toBe(`https://cashier.test/mobile/${idOf(url)}`)
    const order = await get(idOf(url), buyer)
    expect(order).toMatchObject({
      orderState: 'ToBePaid',
      totalAmount: '72.00',
      superPointsStatus: null,
      purchaser: `${buyer}-name`,
      sharer: `${seller}-name`,
      role: 'buyer',
    })
    expect(order.outTradeNo).toMatch(/^20\d{6}\d{12}$/)
    expect(Date.parse(order.expiresAt) - Date.parse(order.cstCreate)).toBe(minutes(15))
    expect((await lab.market.state(productId)).holder).toBe(order.id)
  })

  test('gives a buyer who asks again the same unpaid order, and nobody else the machine', async () => {
    const { productId, buyer } = await offer()
    const first = await buy(productId, buyer)
    expect(await buy(productId, buyer)).toBe(first)
    await expect(buy(productId, person('buyer'))).rejects.toEqual(refused('orders.product-taken'))
  })

  test('is refused at another price than the buyer was shown, and holds nothing', async () => {
    const { productId, buyer } = await offer()
    const ask = (expectedAmount: string | number) =>
      lab.call(createPayment, { body: { productId, productType: 'superPoints', expectedAmount } }, buyer)
    for (const shown of ['71.99', '720.00', 7.2])
      await expect(ask(shown)).rejects.toEqual(refused('orders.price-changed'))
    expect((await lab.market.state(productId)).holder).toBeNull()
    expect((await get(idOf(await ask('72.00')), buyer)).totalAmount).toBe('72.00')
  })

  test('is refused where it is another than the buyer was shown, and holds nothing', async () => {
    const { productId, buyer } = await offer()
    const ask = (expectedFacts: Record<string, number>) =>
      lab.call(createPayment, { body: { productId, productType: 'superPoints', expectedFacts } }, buyer)
    const others: Record<string, number>[] = [{ periodDays: 30 }, { cpuCores: 8, periodDays: 3 }, { unheardOf: 1 }]
    for (const shown of others) await expect(ask(shown)).rejects.toEqual(refused('orders.product-changed'))
    expect((await lab.market.state(productId)).holder).toBeNull()
    const first = idOf(await ask({ periodDays: 3, cpuCores: 4 }))
    expect(idOf(await ask({ periodDays: 3 }))).toBe(first)
    // The unpaid order is not what is shown now: it goes, and what is sold now is not that either.
    await expect(ask({ periodDays: 30 })).rejects.toEqual(refused('orders.product-changed'))
    expect((await lab.market.state(productId)).holder).toBeNull()
  })

  test('refuses one more unpaid machine than a buyer may hold, until one is paid or cancelled', async () => {
    const buyer = person('buyer')
    const take = async () => buy((await offer()).productId, buyer)
    const held: string[] = []
    for (let i = 0; i < MOST_UNPAID_GOODS; i++) held.push(await take())
    const { productId } = await offer()
    await expect(buy(productId, buyer)).rejects.toEqual(
      expect.objectContaining({ code: 'orders.too-many-unpaid', params: { most: MOST_UNPAID_GOODS } }),
    )
    expect((await lab.market.state(productId)).holder).toBeNull()
    await buy(productId, person('buyer'))
    await lab.call(cancelOrder, { params: { id: held[0]! } }, buyer)
    await take()
    await lab.payment.payAtCashier(held[1]!)
    await lab.payment.notify(held[1]!)
    await take()
    await expect(take()).rejects.toEqual(refused('orders.too-many-unpaid'))
  })

  test('refuses the own product, one off the market, WeChat, and what is not sold yet', async () => {
    const { productId, seller, buyer } = await offer()
    await expect(buy(productId, seller)).rejects.toEqual(refused('orders.own-product'))
    await expect(buy('nothing', buyer)).rejects.toEqual(refused('orders.product-unavailable'))
    await lab.market.takeOffline(productId)
    await expect(buy(productId, buyer)).rejects.toEqual(refused('orders.product-unavailable'))
    const ask = (body: object) => lab.call(createPayment, { body: { productId, ...body } as never }, buyer)
    await expect(ask({ productType: 'superPoints', payMethod: 'wechat' })).rejects.toEqual(
      refused('payment.wechat-unsupported'),
    )
    for (const productType of ['code', 'manpower'])
      await expect(ask({ productType })).rejects.toEqual(refused('orders.product-type-unsupported'))
  })

  test('refuses a choice its kind does not have, instead of dropping it', async () => {
    const { productId, buyer } = await offer()
    for (const [field, value] of Object.entries({ manWorkingHourId: 'h8', manWorkingRequire: 'a report' })) {
      const body = { productId, productType: 'superPoints' as const, [field]: value }
      await expect(lab.call(createPayment, { body }, buyer)).rejects.toMatchObject({
        code: 'orders.choice-unsupported',
        params: { field },
      })
    }
    expect((await lab.market.state(productId)).holder).toBeNull()
  })

  test('leaves nothing held when the cashier address cannot be signed', async () => {
    const { productId, buyer } = await offer()
    lab.payment.failCashier(true)
    await expect(buy(productId, buyer)).rejects.toEqual(refused('payment.unavailable'))
    lab.payment.failCashier(false)
    expect((await lab.market.state(productId)).holder).toBeNull()
    const { content } = await lab.call(listComputeConsume, { query: {} }, buyer)
    expect(content.map((o) => [o.orderState, o.closeReason])).toEqual([['PaymentFailed', 'failed']])
    expect(await buy(productId, buyer)).not.toBe(content[0]!.id)
  })
})

describe('an unpaid order', () => {
  test('is cancelled by its buyer once, which frees the machine', async () => {
    const { productId, buyer, seller } = await offer()
    const id = await buy(productId, buyer)
    await expect(lab.call(cancelOrder, { params: { id } }, seller)).rejects.toEqual(refused('orders.not-found'))
    await lab.call(cancelOrder, { params: { id } }, buyer)
    expect(await get(id, buyer)).toMatchObject({ orderState: 'PaymentFailed', closeReason: 'cancelled', refund: null })
    await expect(lab.call(cancelOrder, { params: { id } }, buyer)).rejects.toEqual(refused('orders.not-cancelable'))
    await expect(lab.call(payUrl, { query: { orderId: id } }, buyer)).rejects.toEqual(refused('orders.not-payable'))
    await buy(productId, person('buyer'))
  })

  test('is not cancelled when the money came first', async () => {
    const { productId, buyer } = await offer()
    const id = await buy(productId, buyer)
    await lab.payment.payAtCashier(id)
    await expect(lab.call(cancelOrder, { params: { id } }, buyer)).rejects.toEqual(refused('orders.not-cancelable'))
    expect(await get(id, buyer)).toMatchObject({ orderState: 'PaymentSuccessful', superPointsStatus: 0 })
  })

  test('expires when payment says so, or when the sweep had to ask for it', async () => {
    const { productId, buyer } = await offer()
    const id = await buy(productId, buyer)
    expect(await lab.call(payUrl, { query: { orderId: id } }, buyer)).toBe(`https://cashier.test/pc/${id}`)
    await lab.advance(minutes(16))
    await expect(lab.call(payUrl, { query: { orderId: id } }, buyer)).rejects.toEqual(refused('orders.not-payable'))
    await lab.sweep()
    expect(await get(id, buyer)).toMatchObject({ orderState: 'ToBePaid' })
    await expect(buy(productId, person('buyer'))).rejects.toEqual(refused('orders.product-taken'))
    await lab.payment.work()
    expect(await get(id, buyer)).toMatchObject({ orderState: 'PaymentFailed', closeReason: 'expired' })
    expect((await lab.market.state(productId)).holder).toBeNull()
  })

  test('that payment forgot is closed and asked about two minutes after its expiry', async () => {
    const { productId, buyer } = await offer()
    const id = await buy(productId, buyer)
    await lab.advance(minutes(18))
    await lab.sweep()
    const { rows } = await sql<{ is_close_wanted: boolean }>`
      select is_close_wanted from test_attempts where order_id = ${id}`.execute(lab.db)
    expect(rows[0]?.is_close_wanted).toBe(true)
    await sql`update test_attempts set provider = 'closed' where order_id = ${id}`.execute(lab.db)
    await lab.advance(minutes(1))
    await lab.sweep()
    expect(await get(id, buyer)).toMatchObject({ closeReason: 'expired' })
  })
})

describe('money', () => {
  test('that arrives makes the order paid, told to market and seller once, however often it is told', async () => {
    const { productId, buyer, seller, orderId } = await paidOrder()
    await Promise.all(Array.from({ length: 100 }, () => lab.payment.notify(orderId)))
    expect(await get(orderId, buyer)).toMatchObject({ orderState: 'PaymentSuccessful', superPointsStatus: 0 })
    expect((await lab.market.state(productId)).timesProvided).toBe(1)
    expect(await lab.ledger.balance(lab.db, `escrow:${orderId}`)).toBe(-7200n)
    const { rows } = await sql<{ params: object; link: object }>`
      select params, link from notices where user_id = ${seller}`.execute(lab.db)
    const order = await get(orderId, seller)
    expect(rows).toEqual([
      {
        params: { orderNumber: order.outTradeNo, amount: '72.00' },
        link: { to: 'order', id: orderId, kind: 'superPoints' },
      },
    ])
    expect(await lab.call(payResult, { params: { id: orderId } }, buyer)).toEqual({
      orderId,
      result: 'paid',
      orderState: 'PaymentSuccessful',
    })
  })

  test('is asked about by the pay result', async () => {
    const { productId, buyer } = await offer()
    const id = await buy(productId, buyer)
    expect((await lab.call(payResult, { params: { id } }, buyer)).result).toBe('confirming')
    await lab.payment.payAtCashier(id)
    expect((await lab.call(payResult, { params: { id } }, buyer)).result).toBe('paid')
  })

  test('that comes after the close goes back to the buyer, while the next buyer is served (C2)', async () => {
    const { productId, buyer } = await offer()
    const late = await buy(productId, buyer)
    await lab.call(cancelOrder, { params: { id: late } }, buyer)
    const second = person('buyer')
    const served = await buy(productId, second)
    expect(await lab.payment.payAtCashier(late)).toBe(true)
    expect(await lab.payment.payAtCashier(served)).toBe(true)
    await Promise.all([lab.payment.notify(late), lab.payment.notify(served)])
    expect(await get(late, buyer)).toMatchObject({
      orderState: 'PaymentFailed',
      closeReason: 'cancelled',
      refund: '72.00',
      refundState: 'Refunding',
    })
    await lab.payment.work()
    expect(await get(late, buyer)).toMatchObject({ orderState: 'PaymentFailed', refundState: 'PaymentSuccessful' })
    expect(await get(served, second)).toMatchObject({ orderState: 'PaymentSuccessful', superPointsStatus: 0 })
    expect((await lab.market.state(productId)).timesProvided).toBe(1)
    const told = await sql`select from notices where user_id = ${buyer} and kind = 'orders.refunded'`.execute(lab.db)
    expect(told.rows).toHaveLength(1)
  })

  test('goes back in full when the market cannot serve', async () => {
    const { orderId, buyer, seller, productId } = await paidOrder()
    const fail = () => inTransaction(lab.db, (tx) => lab.orders.failService(tx, orderId, 'unreachable'))
    await Promise.all([fail(), fail(), fail()])
    expect(await get(orderId, buyer)).toMatchObject({
      orderState: 'PaymentSuccessful',
      superPointsStatus: null,
      refund: '72.00',
      refundState: 'Refunding',
    })
    await lab.payment.work()
    const order = await get(orderId, buyer)
    expect(order.refundState).toBe('PaymentSuccessful')
    expect(order.timeLine.map((s) => s.step)).toEqual(['created', 'paid', 'provisioning', 'refunding', 'refunded'])
    expect(await lab.ledger.balance(lab.db, `escrow:${orderId}`)).toBe(0n)
    expect((await lab.market.state(productId)).holder).toBeNull()
    await expect(clearIt(orderId, seller)).rejects.toEqual(refused('orders.not-clearable'))
    await expect(begin(orderId)).rejects.toThrow('cannot begin')
  })
})

test('a second payment that is back says nothing of a refund that is still under way', async () => {
  const { orderId, buyer } = await paidOrder()
  await inTransaction(lab.db, (tx) => lab.orders.failService(tx, orderId, 'unreachable'))
  const twice = { orderId, number: `R-${orderId}-second`, amountFen: 7200n, isUnservable: true }
  await inTransaction(lab.db, (tx) => lab.refunded(tx, twice))
  expect((await get(orderId, buyer)).refundState).toBe('Refunding')
  await lab.payment.work()
  expect((await get(orderId, buyer)).refundState).toBe('PaymentSuccessful')
})

describe('service and clearing', () => {
  test('runs for the paid period and earns by the second, cleared at any time to the last fen', async () => {
    const { orderId, seller, buyer, productId, serveStartAt, serveEndAt } = await servingOrder()
    expect(serveEndAt.getTime() - serveStartAt.getTime()).toBe(days(3))
    expect(await begin(orderId)).toEqual({ serveStartAt, serveEndAt })
    expect(await lab.orders.findServing(productId, buyer)).toMatchObject({ orderId, sellerId: seller })
    await expect(clearIt(orderId, seller)).rejects.toEqual(refused('orders.nothing-to-clear'))
    await lab.advance(days(1))
    const due = (await lab.call(listComputeProfit, { query: {} }, seller)).content[0]!.income
    expect(due).toMatchObject({ accruedAmount: '24.00', clearableAmount: '24.00', perDayAmount: '24.00' })
    expect(await lab.orders.unclearedFen(seller)).toBe(2400n)
    const first = await clearIt(orderId, seller)
    expect(first).toEqual({ clearedAmount: '24.00', totalClearedAmount: '24.00', payoutState: 'waiting' })
    await lab.advance(days(3))
    const last = await lab.call(clear, { body: { orderProductId: productId, productType: 'superPoints' } }, seller)
    expect(last).toEqual({ clearedAmount: '48.00', totalClearedAmount: '72.00', payoutState: 'waiting' })
    const order = await get(orderId, seller)
    expect(order).toMatchObject({ superPointsStatus: 3, role: 'seller' })
    expect(order.payouts.map((p) => p.amount)).toEqual(['24.00', '48.00'])
    expect(order.timeLine.map((s) => `${s.step} ${s.state}`)).toEqual([
      'created done',
      'paid done',
      'provisioning done',
      'serving done',
      'ended done',
      'cleared done',
      'finished done',
    ])
    expect((await lab.market.state(productId)).holder).toBeNull()
    await expect(clearIt(orderId, seller)).rejects.toEqual(refused('orders.nothing-to-clear'))
    expect(await lab.orders.unclearedFen(seller)).toBe(0n)
    expect(await lab.ledger.balance(lab.db, `payable:${seller}`)).toBe(-7200n)
  })

  test('clears nothing in the ten seconds after a clearing, and what was earned since when they are over', async () => {
    // Dear enough to earn some fen every moment.
    const { orderId, seller } = await servingOrder(await offer(720_000_000n))
    await lab.advance(days(1))
    await clearIt(orderId, seller)
    await lab.advance(4000)
    expect(await lab.orders.unclearedFen(seller)).toBeGreaterThan(0n)
    await expect(clearIt(orderId, seller)).rejects.toEqual(refused('orders.nothing-to-clear'))
    await lab.advance(6000)
    expect(Number((await clearIt(orderId, seller)).clearedAmount)).toBeGreaterThan(0)
  })

  test('ends by the sweep and is cleared by itself seven days later', async () => {
    const { orderId, seller, buyer, productId } = await servingOrder()
    await lab.advance(days(3))
    expect(await lab.orders.findServing(productId, buyer)).toBeUndefined()
    await lab.sweep()
    expect(await get(orderId, buyer)).toMatchObject({ superPointsStatus: 2 })
    expect(await lab.market.state(productId)).toMatchObject({ isOnline: false, holder: null })
    await lab.sweep()
    expect(await lab.ledger.balance(lab.db, `payable:${seller}`)).toBe(0n)
    await lab.advance(days(7))
    await Promise.all([lab.sweep(), lab.sweep()])
    expect(await get(orderId, seller)).toMatchObject({ superPointsStatus: 3, income: { clearedAmount: '72.00' } })
    expect(await lab.orders.countServed(productId)).toBe(1)
  })

  test.each([
    ['the product is taken back', false],
    ['the product goes on with its renewal', true],
  ])('when all that was not cleared goes back by the market’s rule at the end, %s', async (_, isRenewed) => {
    const { orderId, seller, buyer, productId } = await servingOrder()
    await lab.advance(days(1))
    await clearIt(orderId, seller)
    const body = { productId, productType: 'superPoints' as const, renews: orderId }
    const renewal = isRenewed ? idOf(await lab.call(createPayment, { body }, buyer)) : undefined
    if (renewal) {
      expect(await lab.payment.payAtCashier(renewal)).toBe(true)
      await lab.payment.notify(renewal)
    }
    lab.market.ending = async (tx, { id }) => {
      if (id === orderId) await lab.orders.refund(tx, id, { key: 'rule', amountFen: 4800n, reason: 'by rule' })
    }
    await lab.advance(days(2))
    await lab.sweep()
    delete lab.market.ending
    await lab.payment.work()
    expect(await get(orderId, buyer)).toMatchObject({ superPointsStatus: 3, refund: '48.00' })
    expect(await lab.ledger.balance(lab.db, `escrow:${orderId}`)).toBe(0n)
    const state = await lab.market.state(productId)
    expect(state).toMatchObject(renewal ? { holder: renewal } : { isOnline: false, holder: null })
    if (renewal) expect(await get(renewal, buyer)).toMatchObject({ superPointsStatus: 1 })
  })

  test('clears by order or by product, oldest first, through every call of the specification', async () => {
    const first = await servingOrder()
    await lab.advance(days(3))
    await lab.sweep()
    await lab.market.bringOnline(first.productId)
    const second = await servingOrder({ ...first, buyer: person('buyer') })
    await lab.advance(days(1))
    const { productId, seller } = first
    const old = await lab.call(clearGet, { query: { orderProductId: productId, productType: 'superPoints' } }, seller)
    expect(old.clearedAmount).toBe('72.00')
    const running = await lab.call(clearComputeGet, { query: { superPointsProductId: second.orderId } }, seller)
    expect(running.clearedAmount).toBe('24.00')
    await expect(clearIt(second.orderId, first.buyer)).rejects.toEqual(refused('orders.not-found'))
    await expect(clearIt('unknown', seller)).rejects.toEqual(refused('orders.not-found'))
    await expect(lab.call(clear, { body: { orderProductId: productId, productType: 'code' } }, seller)).rejects.toEqual(
      refused('orders.product-type-unsupported'),
    )
  })
})

describe('other people', () => {
  test('see no order that is not theirs: as if it were unknown', async () => {
    const { orderId } = await paidOrder()
    const stranger = person('stranger')
    for (const id of [orderId, 'unknown']) {
      await expect(get(id, stranger)).rejects.toEqual(refused('orders.not-found'))
      await expect(lab.call(cancelOrder, { params: { id } }, stranger)).rejects.toEqual(refused('orders.not-found'))
      await expect(lab.call(payResult, { params: { id } }, stranger)).rejects.toEqual(refused('orders.not-found'))
      await expect(lab.call(payUrl, { query: { orderId: id } }, stranger)).rejects.toEqual(refused('orders.not-found'))
      await expect(clearIt(id, stranger)).rejects.toEqual(refused('orders.not-found'))
    }
  })

  test('do not see the seller’s income as the buyer', async () => {
    const { orderId, buyer, seller } = await servingOrder()
    await lab.advance(days(1))
    await clearIt(orderId, seller)
    const order = await get(orderId, buyer)
    expect(order).toMatchObject({ income: null, payouts: [] })
    expect(order.timeLine.map((s) => s.step)).not.toContain('cleared')
    const purchases = await lab.call(listPurchases, { query: {} }, buyer)
    expect(purchases).toMatchObject({ totalElements: 1, content: [{ orderId, superPointsStatus: 1 }] })
  })
})
