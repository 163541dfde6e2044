import { getAutoRenewal, putAutoRenewal } from '@trove/contract/compute/auto-renewal'
import { quoteRenewal, quoteStop, stopLease } from '@trove/contract/compute/leases'
import { ComputeOrderDetail, listPurchases } from '@trove/contract/compute/orders'
import { countOffers, getOffer, listOffers, updateOffer } from '@trove/contract/compute/routes'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ComputeLab, countUnbalanced, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'

/** A machine of 9.90 for 30 days that is let by the hour, too: for 1.25. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(createFakeMachines())
})
afterAll(async () => {
  expect(await unsound()).toBe(0)
  await lab.close()
})

let count = 0
async function offer(hourPrice: string | null = '1.25'): Promise<{ id: string; buyer: string }> {
  const n = ++count
  const id = await lab.publish('seller', { serverPort: n, hourPrice })
  await lab.settle()
  return { id, buyer: `guest${n}` }
}
type Lease = { id: string; buyer: string; orderId: string }
async function serving(serveHours = 2): Promise<Lease> {
  const { id, buyer } = await offer()
  const orderId = await lab.buy(buyer, id, { serveHours })
  await lab.settle()
  return { id, buyer, orderId }
}
const detail = async (id: string, who: string) =>
  ComputeOrderDetail.parse(await lab.call(getOrder, { params: { id } }, who))
const order = (id: string, buyer: string, choice: { serveHours?: number; renews?: string } = {}) =>
  lab
    .call(createPayment, { body: { productId: id, productType: 'superPoints', ...choice } }, buyer)
    .then((url) => url.split('/').at(-1)!)
async function pay(orderId: string): Promise<void> {
  await lab.payment.payAtCashier(orderId)
  await lab.payment.notify(orderId)
}
type Row = { state: string; amount: bigint; refunded: bigint; start: Date | null; end: Date | null }
const row = async (id: string) =>
  (
    await sql<Row>`select state, amount_fen as amount, refunded_fen as refunded, serve_start_at as start,
      serve_end_at as "end" from orders where id = ${id}`.execute(lab.db)
  ).rows[0]!
const unsound = () => countUnbalanced(lab)

it('is bought for two hours: twice the price of an hour, for exactly two hours', async () => {
  const { id, buyer, orderId } = await serving()
  expect(await lab.call(getOffer, { params: { id } })).toMatchObject({ price: '9.90', hourPrice: '1.25' })
  const bought = await detail(orderId, buyer)
  expect(bought).toMatchObject({ totalAmount: '2.50', servePeriod: 0, serveHours: 2, superPointsStatus: 1 })
  const { start, end } = await row(orderId)
  expect(end!.getTime() - start!.getTime()).toBe(2 * HOUR)
  expect((await lab.call(listPurchases, { query: {} }, buyer)).content[0]).toMatchObject({
    servePeriod: 0,
    serveHours: 2,
  })
  await lab.advance(2 * HOUR + MINUTE)
  await lab.settle()
  expect(await detail(orderId, buyer)).toMatchObject({ superPointsStatus: 2 })
})

it('is not sold by the hour where its seller does not say a price of the hour, or says so no more', async () => {
  const { id, buyer } = await offer(null)
  await expect(order(id, buyer, { serveHours: 2 })).rejects.toMatchObject({ code: 'compute.not-by-hour' })
  // The refused order holds nothing.
  expect((await row(await order(id, buyer))).amount).toBe(990n)
  const other = await offer()
  const set = (hourPrice: string | null) =>
    lab.call(updateOffer, { params: { id: other.id }, body: { hourPrice } }, 'seller')
  await set('2.00')
  expect(await lab.call(getOffer, { params: { id: other.id } })).toMatchObject({ hourPrice: '2.00' })
  await set(null)
  await expect(order(other.id, other.buyer, { serveHours: 1 })).rejects.toMatchObject({ code: 'compute.not-by-hour' })
})

it('gives whole hours back that have not begun when it is ended, for the amount that was shown', async () => {
  const { buyer, orderId } = await serving(4)
  await lab.advance(70 * MINUTE)
  const quote = await lab.call(quoteStop, { params: { id: orderId } }, buyer)
  expect(quote).toMatchObject({ refundAmount: '2.50', keptAmount: '2.50', unit: 'hour', used: 2, unused: 2 })
  const { start } = await row(orderId)
  expect(new Date(quote.nextAt).getTime()).toBe(start!.getTime() + 2 * HOUR)
  await lab.call(stopLease, { params: { id: orderId }, body: { refundAmount: '2.50' } }, buyer)
  expect(await row(orderId)).toMatchObject({ state: 'ended', refunded: 250n })
})

it('is another order for another number of hours: the unpaid one is cancelled, and only the new one can be paid', async () => {
  const { id, buyer } = await offer()
  const first = await order(id, buyer, { serveHours: 2 })
  expect(await order(id, buyer, { serveHours: 2 })).toBe(first)
  const second = await order(id, buyer, { serveHours: 3 })
  expect(second).not.toBe(first)
  expect([await row(first), await row(second)]).toMatchObject([
    { state: 'closed', amount: 250n },
    { state: 'to-be-paid', amount: 375n },
  ])
  const whole = await order(id, buyer)
  expect(await row(whole)).toMatchObject({ state: 'to-be-paid', amount: 990n })
  // Who has paid meanwhile keeps what was paid for.
  await pay(whole)
  await expect(order(id, buyer, { serveHours: 2 })).rejects.toMatchObject({ code: 'orders.product-unavailable' })
  expect((await row(whole)).state).toBe('paid')
})

it('goes on for so many hours more, from its end on, at what an hour costs then', async () => {
  const { id, buyer, orderId } = await serving()
  await sql`update compute_offers set hour_price_fen = 150 where id = ${id}`.execute(lab.db)
  const { end } = await row(orderId)
  const quote = (serveHours?: number) =>
    lab.call(quoteRenewal, { params: { id: orderId }, query: { serveHours } }, buyer)
  expect(await quote(3)).toMatchObject({ price: '4.50', servePeriod: 0, serveHours: 3, hourPrice: '1.50' })
  expect(new Date((await quote(3)).renewedEndTime).getTime()).toBe(end!.getTime() + 3 * HOUR)
  expect(await quote()).toMatchObject({ price: '9.90', servePeriod: 30, serveHours: null })
  const two = await order(id, buyer, { renews: orderId, serveHours: 2 })
  const three = await order(id, buyer, { renews: orderId, serveHours: 3 })
  expect([(await row(two)).state, (await row(three)).amount]).toEqual(['closed', 450n])
  await pay(three)
  await lab.advance(2 * HOUR + MINUTE)
  await lab.settle()
  const renewed = await row(three)
  expect(renewed).toMatchObject({ state: 'serving', start: end })
  expect(renewed.end!.getTime()).toBe(end!.getTime() + 3 * HOUR)
})

it('prepares its renewal for as many hours again when a quarter of it is left', async () => {
  const { id, buyer, orderId } = await serving(4)
  const set = await lab.call(putAutoRenewal, { params: { id: orderId }, body: { mostPrice: '5.00' } }, buyer)
  const { end } = await row(orderId)
  expect(set).toMatchObject({ state: 'waiting', price: '5.00', asksAt: new Date(end!.getTime() - HOUR).toISOString() })
  await lab.advance(3 * HOUR - MINUTE)
  await lab.sweep('compute.ask-renewals')
  expect(await lab.call(getAutoRenewal, { params: { id: orderId } }, buyer)).toMatchObject({ state: 'waiting' })
  await lab.advance(2 * MINUTE)
  await lab.sweep('compute.ask-renewals')
  const { renewalOrderId } = await lab.call(getAutoRenewal, { params: { id: orderId } }, buyer)
  expect(await row(renewalOrderId!)).toMatchObject({ state: 'to-be-paid', amount: 500n })
  // The buyer of the notice opens the same order.
  expect(await order(id, buyer, { renews: orderId, serveHours: 4 })).toBe(renewalOrderId)
})

it('warns its buyer once, when a quarter of it is left', async () => {
  const { buyer, orderId } = await serving()
  const warnings = async () => {
    await lab.settle()
    return (await lab.notices(buyer)).filter((kind) => kind === 'compute.lease-expires-soon').length
  }
  const { rows } = await sql<{
    ms: number
  }>`select (extract(epoch from serve_end_at - business_now()) * 1000)::float8 as ms
    from orders where id = ${orderId}`.execute(lab.db)
  await lab.advance(Math.floor(rows[0]!.ms) - 31 * MINUTE)
  expect(await warnings()).toBe(0)
  await lab.advance(2 * MINUTE)
  expect([await warnings(), await warnings()]).toEqual([1, 1])
})

it('is found by its hours, and the cheapest hour comes first', async () => {
  await sql`update compute_offers set listing = 'offline' where true`.execute(lab.db)
  const dear = (await offer('3.00')).id
  const none = (await offer(null)).id
  const cheap = (await offer('0.40')).id
  const list = async (query: object) =>
    (await lab.call(listOffers, { query: { page: 0, size: 20, ...query } })).products.content.map(({ id }) => id)
  expect(await list({ sort: 'per-hour-asc' })).toEqual([cheap, dear, none])
  expect(await list({ byHour: 1, sort: 'newest' })).toEqual([cheap, dear])
  expect(await lab.call(countOffers, { query: { byHour: 1 } })).toEqual({ productCount: 2 })
  expect(await lab.call(countOffers, { query: {} })).toEqual({ productCount: 3 })
})
