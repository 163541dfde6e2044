import { ContractError } from '@trove/contract/errors'
import { cancelOrder, clear, clearCompute, clearComputeGet, clearGet, createPayment } from '@trove/contract/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { days, type OrdersLab, openOrdersLab } from '../../../test/orders-lab.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { MOST_UNPAID_GOODS } from './rules.ts'

/** Rounds of the contests whose winner is left to chance; the goals of money and safety are checked with more. */
const ROUNDS = Number(process.env.TROVE_RACE_ROUNDS ?? 5)

let base: TestDatabase
/** Two processes over one database. */
let labs: [OrdersLab, OrdersLab]
let count = 0
const person = (role: string) => `${role}${++count}`
const either = (i: number) => labs[i % 2]!

beforeAll(async () => {
  base = await createTestDatabase()
  labs = [await openOrdersLab(base.url), await openOrdersLab(base.url)]
})
afterAll(async () => {
  expect(await labs[0].ledger.verify()).toEqual([])
  await Promise.all(labs.map((lab) => lab.close()))
  await base.drop()
})

const offer = (seller = person('seller')) =>
  labs[0].market.publish({ sellerId: seller, priceFen: 7200n, periodDays: 3 })
const buy = (lab: OrdersLab, productId: string, buyer: string) =>
  lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, buyer)

/** How many did it, and how many were refused with which code. Anything but a refusal of the contract fails the test. */
async function tally(work: Promise<unknown>[]): Promise<Record<string, number>> {
  const results: Record<string, number> = {}
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected' && !(result.reason instanceof ContractError)) throw result.reason
    const name = result.status === 'fulfilled' ? 'done' : (result.reason as ContractError).code
    results[name] = (results[name] ?? 0) + 1
  }
  return results
}
async function countOrders(productId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders where product_id = ${productId}`.execute(labs[0].db)
  return rows[0]!.n
}
async function serving(seller: string): Promise<string> {
  const [lab] = labs
  const orderId = (await buy(lab, await offer(seller), person('buyer'))).split('/').at(-1)!
  await lab.payment.payAtCashier(orderId)
  await lab.payment.notify(orderId)
  await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
  return orderId
}

test('200 buyers at once: one order, 199 refusals (C1)', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const productId = await offer()
    const results = await tally(Array.from({ length: 200 }, (_, i) => buy(either(i), productId, person('buyer'))))
    expect(results).toEqual({ done: 1, 'orders.product-taken': 199 })
    expect(await countOrders(productId)).toBe(1)
  }
})

test('the index alone keeps a one-of product in one live order, whatever the program does', async () => {
  const productId = await offer()
  await buy(labs[0], productId, person('buyer'))
  const copy = sql`insert into orders (id, out_trade_no, product_type, product_id, is_one_of, buyer_id, seller_id,
      amount_fen, period_days, snapshot, search_text, expires_at)
    select id || '2', out_trade_no || '2', product_type, product_id, is_one_of, 'other', seller_id, amount_fen,
      period_days, snapshot, search_text, expires_at from orders where product_id = ${productId}`
  await expect(copy.execute(labs[0].db)).rejects.toMatchObject({ constraint: 'orders_one_live_per_product' })
})

test('one buyer’s 20 machines at once: as many unpaid orders as one may hold, the rest refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = person('buyer')
    const offers = await Promise.all(Array.from({ length: 20 }, () => offer()))
    const results = await tally(offers.map((productId, i) => buy(either(i), productId, buyer)))
    expect(results).toEqual({ done: MOST_UNPAID_GOODS, 'orders.too-many-unpaid': 20 - MOST_UNPAID_GOODS })
    const states = await Promise.all(offers.map((productId) => labs[0].market.state(productId)))
    expect(states.filter(({ holder }) => holder !== null)).toHaveLength(MOST_UNPAID_GOODS)
  }
})

test('one buyer’s 50 clicks: one order, which every click gets (C6)', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const productId = await offer()
    const buyer = person('buyer')
    const urls = await Promise.all(Array.from({ length: 50 }, (_, i) => buy(either(i), productId, buyer)))
    expect(new Set(urls).size).toBe(1)
    expect(await countOrders(productId)).toBe(1)
  }
})

test('100 clearings at once over every endpoint: one effect, 99 refusals (C7)', async () => {
  for (const ends of [false, true]) {
    const seller = person('seller')
    const orderId = await serving(seller)
    await labs[0].advance(days(ends ? 4 : 1))
    const id = { superPointsProductId: orderId }
    const order = { orderProductId: orderId, productType: 'superPoints' as const }
    const calls = [
      (lab: OrdersLab) => lab.call(clearComputeGet, { query: id }, seller),
      (lab: OrdersLab) => lab.call(clearCompute, { body: id }, seller),
      (lab: OrdersLab) => lab.call(clearGet, { query: order }, seller),
      (lab: OrdersLab) => lab.call(clear, { body: order }, seller),
    ]
    const results = await tally(Array.from({ length: 100 }, (_, i) => calls[i % 4]!(either(i >> 2))))
    expect(results).toEqual({ done: 1, 'orders.nothing-to-clear': 99 })
    expect(await labs[0].ledger.balance(labs[0].db, `payable:${seller}`)).toBe(ends ? -7200n : -2400n)
  }
})

test('the seller takes the machine offline while 50 buy: sold or offline, never both (C10)', async () => {
  for (let round = 0; round < 4 * ROUNDS; round++) {
    const productId = await offer()
    const buyers = Array.from({ length: 50 }, (_, i) => () => buy(either(i), productId, person('buyer')))
    let isOff = false
    const off = async () => {
      isOff = await labs[0].market.takeOffline(productId)
    }
    const at = (round * 7) % 20
    const results = await tally([...buyers.slice(0, at), off, ...buyers.slice(at)].map((work) => work()))
    const sold = (results.done ?? 0) - 1
    expect(sold).toBe(isOff ? 0 : 1)
    expect(await countOrders(productId)).toBe(sold)
  }
})

test('paying, cancelling and the next buyer at once: served, given back or never paid, and no money is lost', async () => {
  for (let round = 0; round < 4 * ROUNDS; round++) {
    const [one, two] = labs
    const buyer = person('buyer')
    const productId = await offer()
    const id = (await buy(one, productId, buyer)).split('/').at(-1)!
    await tally([
      one.payment.payAtCashier(id).then(() => one.payment.notify(id)),
      two.call(cancelOrder, { params: { id } }, buyer),
      buy(two, productId, person('buyer')),
      one.payment.notify(id),
    ])
    await one.payment.work()
    const { rows } = await sql<{ provider: string; state: string }>`
      select a.provider, o.state from test_attempts a join orders o on o.id = a.order_id where o.id = ${id}`.execute(
      one.db,
    )
    const { provider, state } = rows[0]!
    if (provider === 'paid') expect(['paid', 'refunded']).toContain(state)
    else expect(state).toBe('closed')
    expect(await one.ledger.verify()).toEqual([])
  }
})
