import { clearCompute } from '@trove/contract/compute/orders'
import { cancelOrder, createPayment } from '@trove/contract/order-lists/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, type OrdersLab, openOrdersLab } from '../../../test/labs/orders-lab.ts'
import { breachesAfter, brokenBy } from '../../../test/world/breaches.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ORDER_INVARIANTS } from './invariants.ts'

/** Every rule of orders is broken in every way it tells apart, and nothing but it is reported. */

let base: TestDatabase
let lab: OrdersLab
/** An order in each state, by the real ways. */
const ids: Record<string, string> = {}

async function order(buyer = 'buyer'): Promise<string> {
  const productId = await lab.market.publish({
    sellerId: `${buyer === 'buyer' ? '' : 'late-'}seller`,
    priceFen: 7200n,
    periodDays: 3,
  })
  const url = await lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, buyer)
  return url.split('/').at(-1)!
}
async function paid(): Promise<string> {
  const id = await order()
  await lab.payment.payAtCashier(id)
  await lab.payment.notify(id)
  return id
}
async function serving(): Promise<string> {
  const id = await paid()
  await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, id))
  return id
}
async function delivered(): Promise<string> {
  const productId = await lab.kinds.work.publish({ sellerId: 'worker', priceFen: 7200n })
  const url = await lab.call(createPayment, { body: { productId, productType: 'manpower' } }, 'patron')
  const id = url.split('/').at(-1)!
  await lab.payment.payAtCashier(id)
  await lab.payment.notify(id)
  await inTransaction(lab.db, (tx) => lab.orders.start(tx, id))
  await inTransaction(lab.db, (tx) => lab.orders.deliver(tx, id))
  return id
}
const fail = (id: string) => inTransaction(lab.db, (tx) => lab.orders.failService(tx, id, 'unreachable'))
const clear = (id: string) => lab.call(clearCompute, { body: { superPointsProductId: id } }, 'seller')

beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openOrdersLab(base.url, { hasMadeUpKinds: true })
  ids.finished = await serving()
  ids.ended = await serving()
  await lab.advance(days(3))
  await lab.sweep()
  await clear(ids.finished)
  ids.refunded = await paid()
  await fail(ids.refunded)
  await lab.payment.work()
  ids.serving = await serving()
  await lab.advance(days(1))
  await clear(ids.serving)
  ids.closed = await order()
  await lab.call(cancelOrder, { params: { id: ids.closed } }, 'buyer')
  await lab.payment.work()
  // Of other people: their lists are counted apart.
  ids.delivered = await delivered()
  for (const [key, amountFen] of [
    ['a', 1000n],
    ['b', 2000n],
  ] as const) {
    await inTransaction(lab.db, (tx) => lab.orders.refund(tx, ids.delivered!, { key, amountFen, reason: 'test' }))
    // One part is back, the other on its way.
    if (key === 'a') await lab.payment.work()
  }
  ids.refunding = await paid()
  await fail(ids.refunding)
  ids.paid = await paid()
  ids.unpaid = await order()
  ids.late = await order('late-buyer')
  await lab.call(cancelOrder, { params: { id: ids.late } }, 'late-buyer')
  await lab.payment.payAtCashier(ids.late)
  await lab.payment.notify(ids.late)
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

test('nothing is reported of orders in every state, nor by the ledger itself', async () => {
  expect(await breachesAfter(lab.db, ORDER_INVARIANTS, 'select 1')).toEqual([])
  expect(await lab.ledger.verify()).toEqual([])
})

const ESCROW = 'I4 escrow of an order = amount - released - refunded'
const PAID = 'I9 no served order without pay posting'
const CLEARED = 'clearings of an order = its cleared sum = its clearing postings'
const EARNED = 'an order has earned what it cleared'
const REFUNDED = 'refunds of an order = its refunded sum = what left escrow for them'
const COUNTED = 'kept counts of order lists = counted'
const escrow = (state: string, fen: number) =>
  `delete from ledger_balance where account = 'escrow:{${state}}'; insert into ledger_balance values ('escrow:{${state}}', 0, ${fen})`
const unpay = (state: string) => `delete from ledger_posting where kind = 'payment' and order_id = '{${state}}'`
const entriesOf = (state: string, which = `kind = 'clearing'`) =>
  `posting_seq in (select seq from ledger_posting where ${which} and order_id = '{${state}}')`
const refundOf = (change: string) => `update order_refunds set ${change} where order_id = '{delivered}' and number = 1`
const ofDelivered = (refunded: number, back: number) =>
  `${REFUNDED}: order {delivered} refunded ${refunded}, back ${back}`

/** What is planted (`{state}` is the order in it), and what is reported. */
const PLANTS: [plant: string, reported: string[]][] = [
  [escrow('unpaid', -1), [`${ESCROW}: order {unpaid} is to-be-paid with escrow -1`]],
  [escrow('paid', 0), [`${ESCROW}: order {paid} is paid with escrow 0`]],
  [escrow('paid', -7199), [`${ESCROW}: order {paid} is paid with escrow -7199`]],
  [escrow('serving', -7200), [`${ESCROW}: order {serving} is serving with escrow -7200`]],
  [escrow('ended', -7201), [`${ESCROW}: order {ended} is ended with escrow -7201`]],
  [escrow('finished', -1), [`${ESCROW}: order {finished} is finished with escrow -1`]],
  [escrow('closed', -7200), [`${ESCROW}: order {closed} is closed with escrow -7200`]],
  [escrow('refunding', -7200), [`${ESCROW}: order {refunding} is refunding with escrow -7200`]],
  [escrow('refunded', -1), [`${ESCROW}: order {refunded} is refunded with escrow -1`]],
  [unpay('paid'), [`${PAID}: order {paid} is paid without a payment`]],
  [unpay('serving'), [`${PAID}: order {serving} is serving without a payment`]],
  [unpay('ended'), [`${PAID}: order {ended} is ended without a payment`]],
  [unpay('finished'), [`${PAID}: order {finished} is finished without a payment`]],
  [
    `update ledger_posting set kind = 'suspense' where kind = 'payment' and order_id = '{paid}'`,
    [`${PAID}: order {paid} is paid without a payment`],
  ],
  [`delete from clearings where order_id = '{serving}'`, [`${CLEARED}: order {serving} cleared 2400`]],
  [
    `update clearings set amount_fen = amount_fen - 1 where order_id = '{finished}'`,
    [`${CLEARED}: order {finished} cleared 7200`],
  ],
  [`insert into clearings values ('{ended}', 1, 5, false, now())`, [`${CLEARED}: order {ended} cleared 0`]],
  [`delete from ledger_entry where ${entriesOf('serving')}`, [`${CLEARED}: order {serving} cleared 2400`]],
  [
    `update ledger_entry set amount_fen = amount_fen * 2 where ${entriesOf('finished')}`,
    [`${CLEARED}: order {finished} cleared 7200`],
  ],
  [escrow('delivered', -7200), [`${ESCROW}: order {delivered} is delivered with escrow -7200`]],
  [escrow('late', -7200), [`${ESCROW}: order {late} is refunding with escrow -7200`]],
  [unpay('delivered'), [`${PAID}: order {delivered} is delivered without a payment`]],
  [
    `update orders set serve_start_at = serve_start_at + interval '1 day', serve_end_at = serve_end_at + interval '1 day'
      where id = '{serving}'`,
    [`${EARNED}: order {serving} cleared 2400 and earned 0`],
  ],
  [refundOf('amount_fen = amount_fen + 1'), [ofDelivered(3000, 1000)]],
  [refundOf('returned_at = null'), [ofDelivered(3000, 1000)]],
  [refundOf('number = 3'), [ofDelivered(3000, 1000)]],
  [`delete from order_refunds where order_id = '{delivered}' and number = 2`, [ofDelivered(3000, 1000)]],
  [`update orders set returned_fen = 1001 where id = '{delivered}'`, [ofDelivered(3000, 1001)]],
  [
    `update orders set refunded_fen = 2000 where id = '{delivered}'`,
    [`${ESCROW}: order {delivered} is delivered with escrow -4200`, ofDelivered(2000, 1000)],
  ],
  [`delete from ledger_entry where ${entriesOf('delivered', `key like 'refund-begun:%'`)}`, [ofDelivered(3000, 1000)]],
  [
    `insert into order_refunds values ('{late}', 1, 'k', 'R', 7200, '', now(), null)`,
    [`${REFUNDED}: order {late} refunded 7200, back 0`],
  ],
  [
    `delete from order_refunds where order_id = '{refunded}'`,
    [`${REFUNDED}: order {refunded} refunded 7200, back 7200`],
  ],
  [
    `insert into order_count_deltas values ('buyer', 'purchase', 'superPoints', 1)`,
    [`${COUNTED}: list purchase of buyer: kept 5, counted 4`],
  ],
  [
    `insert into order_counts values ('nobody', 'profit', 'code', 2)`,
    [`${COUNTED}: list profit of nobody: kept 2, counted 0`],
  ],
  [
    `delete from order_counts; delete from order_count_deltas`,
    [
      `${COUNTED}: list consume of buyer: kept 0, counted 8`,
      `${COUNTED}: list profit of seller: kept 0, counted 8`,
      `${COUNTED}: list purchase of buyer: kept 0, counted 4`,
      `${COUNTED}: list consume of patron: kept 0, counted 1`,
      `${COUNTED}: list profit of worker: kept 0, counted 1`,
      `${COUNTED}: list purchase of patron: kept 0, counted 1`,
      `${COUNTED}: list consume of late-buyer: kept 0, counted 1`,
      `${COUNTED}: list profit of late-seller: kept 0, counted 1`,
    ],
  ],
]
const named = (text: string) => text.replace(/\{(\w+)\}/g, (_, state: string) => ids[state]!)

test.each(PLANTS)('%s is reported, and nothing else', async (plant, reported) => {
  const found = await breachesAfter(lab.db, ORDER_INVARIANTS, named(plant))
  expect(found.toSorted()).toEqual(reported.map(named).toSorted())
})

test('each rule is broken by a plant', async () => {
  const broken = new Set<string>()
  for (const [plant] of PLANTS)
    for (const { name } of await brokenBy(lab.db, ORDER_INVARIANTS, named(plant))) broken.add(name)
  expect(broken).toEqual(new Set(ORDER_INVARIANTS.map(({ name }) => name)))
})
