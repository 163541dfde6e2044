import { quoteRenewal, quoteStop, setRenewal, stopLease } from '@trove/contract/compute/leases'
import { listPurchases } from '@trove/contract/compute/orders'
import { getAccess, listOffers, listShares } from '@trove/contract/compute/routes'
import { cancelOrder, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ComputeLab, countUnbalanced, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines, type FakeMachine } from '../../../../test/stand-ins/fake-machine.ts'

/** A lease of 30 days for 9.90 goes on: the same machine, another payment, from the old end on. */

const DAY = 86_400_000
const MINUTE = 60_000
const machines = createFakeMachines()
let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(machines)
})
afterAll(() => lab.close())

let lastPort = 0
let buyers = 0
type Lease = { id: string; machine: FakeMachine; orderId: string; buyer: string; end: number }
async function serving(servePeriod = 30): Promise<Lease> {
  const serverPort = ++lastPort
  const id = await lab.publish('seller', { serverPort, servePeriod })
  await lab.settle()
  const buyer = `renter${++buyers}`
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  const order = await row(orderId)
  return { id, machine: machines.at('8.8.8.8', serverPort), orderId, buyer, end: order.end!.getTime() }
}
async function row(orderId: string) {
  const { rows } = await sql<{ state: string; start: Date | null; end: Date | null; amount: bigint; refunded: bigint }>`
    select state, serve_start_at as start, serve_end_at as "end", amount_fen as amount, refunded_fen as refunded
    from orders where id = ${orderId}`.execute(lab.db)
  return rows[0]!
}
const ask = ({ id, orderId, buyer }: Lease) =>
  lab
    .call(createPayment, { body: { productId: id, productType: 'superPoints', renews: orderId } }, buyer)
    .then((url) => url.split('/').at(-1)!)
async function pay(orderId: string): Promise<void> {
  await lab.payment.payAtCashier(orderId)
  await lab.payment.notify(orderId)
}
const access = ({ id, buyer }: Lease) => lab.call(getAccess, { query: { productId: id } }, buyer)
const share = async (id: string) =>
  (await lab.call(listShares, { query: { size: 100 } }, 'seller')).content.find((one) => one.id === id)!
const soundLedger = async () => expect(await countUnbalanced(lab)).toBe(0)

it('goes on exactly from the old end, with the same login, and nothing is touched on the machine', async () => {
  const lease = await serving()
  const login = await access(lease)
  await lab.advance(20 * DAY)
  const quote = await lab.call(quoteRenewal, { params: { id: lease.orderId }, query: {} }, lease.buyer)
  expect(quote).toMatchObject({ price: '9.90', servePeriod: 30, serveEndTime: new Date(lease.end).toISOString() })
  expect(new Date(quote.renewedEndTime).getTime()).toBe(lease.end + 30 * DAY)
  const renewal = await ask(lease)
  await pay(renewal)
  expect(await row(renewal)).toMatchObject({ state: 'paid', start: null })
  expect(new Date((await access(lease)).serveEndTime).getTime()).toBe(lease.end + 30 * DAY)
  const calls = lease.machine.calls.length
  await lab.advance(10 * DAY)
  // The old window is over, and no sweep has seen it: the buyer is not shut out.
  expect((await access(lease)).password).toBe(login.password)
  await lab.settle()
  const begun = await row(renewal)
  expect([begun.state, begun.start?.getTime(), begun.end?.getTime()]).toEqual([
    'serving',
    lease.end,
    lease.end + 30 * DAY,
  ])
  expect((await row(lease.orderId)).state).toBe('ended')
  expect((await access(lease)).password).toBe(login.password)
  expect(lease.machine.calls.slice(calls).filter((call) => call === 'endLease' || call === 'beginLease')).toEqual([])
  expect(await share(lease.id)).toMatchObject({ status: 1, serveEndTime: new Date(lease.end + 30 * DAY).toISOString() })
  const { content } = await lab.call(listPurchases, { query: {} }, lease.buyer)
  expect(content.map((one) => one.renewsOrderId)).toEqual([lease.orderId, null])
  // The renewed lease can be renewed, and ends like any other.
  await pay(await ask({ ...lease, orderId: renewal }))
  await lab.advance(61 * DAY)
  // One sweep ends the former and begins the last, whose time is over by then, too.
  await lab.settle()
  await lab.settle()
  expect(await share(lease.id)).toMatchObject({ status: 2, cleaning: 'none' })
  expect(lease.machine.password).not.toBe(login.password)
  await soundLedger()
})

it('costs what its seller asks now, or is refused where the seller does not want it', async () => {
  const lease = await serving()
  const set = (body: { isOffered: boolean; price?: string }, who = 'seller') =>
    lab.call(setRenewal, { params: { id: lease.id }, body }, who)
  await expect(set({ isOffered: false }, 'stranger')).rejects.toMatchObject({ code: 'compute.not-found' })
  await set({ isOffered: false })
  const quote = () => lab.call(quoteRenewal, { params: { id: lease.orderId }, query: {} }, lease.buyer)
  await expect(quote()).rejects.toMatchObject({ code: 'orders.not-renewable' })
  await expect(ask(lease)).rejects.toMatchObject({ code: 'orders.not-renewable' })
  await set({ isOffered: true, price: '12.00' })
  expect(await quote()).toMatchObject({ price: '12.00' })
  expect(await share(lease.id)).toMatchObject({ isRenewable: true, renewalPrice: '12.00', price: '9.90' })
  const renewal = await ask(lease)
  expect((await row(renewal)).amount).toBe(1200n)
  // Who asked once pays what was asked then.
  await set({ isOffered: true, price: '15.00' })
  expect(await quote()).toMatchObject({ price: '12.00' })
  expect(await ask(lease)).toBe(renewal)
  await lab.advance(31 * DAY)
  await lab.settle()
  expect(await share(lease.id)).toMatchObject({ renewalPrice: '9.90' })
})

it('is for its buyer alone, of a lease that runs, once, and in time', async () => {
  const lease = await serving()
  for (const buyer of ['seller', 'stranger'])
    await expect(ask({ ...lease, buyer })).rejects.toMatchObject({ code: 'orders.not-found' })
  const other = await serving()
  await expect(ask({ ...lease, id: other.id })).rejects.toMatchObject({ code: 'orders.not-found' })
  const asked = await Promise.all(Array.from({ length: 10 }, () => ask(lease)))
  expect(new Set(asked).size).toBe(1)
  await lab.call(cancelOrder, { params: { id: asked[0]! } }, lease.buyer)
  await lab.settle()
  const renewal = await ask(lease)
  await pay(renewal)
  await expect(ask(lease)).rejects.toMatchObject({ code: 'orders.already-renewed' })
  await lab.advance(other.end - lease.end + 30 * DAY - 4 * MINUTE)
  await expect(ask(other)).rejects.toMatchObject({ code: 'orders.renewal-late' })
  await lab.advance(5 * MINUTE)
  await lab.settle()
  await expect(ask(other)).rejects.toMatchObject({ code: 'orders.not-renewable' })
})

it('that is not paid before the end is closed with it, and what is paid then goes back', async () => {
  const lease = await serving()
  await lab.advance(30 * DAY - 6 * MINUTE)
  const renewal = await ask(lease)
  expect(await lab.payment.payAtCashier(renewal)).toBe(true)
  await lab.advance(7 * MINUTE)
  await lab.sweep('orders.sweep')
  expect((await row(renewal)).state).toBe('closed')
  // The buyer paid in time, and the provider says so once the lease is over: the money goes back, once, with the reason.
  await Promise.all([lab.payment.notify(renewal), lab.payment.notify(renewal)])
  await lab.settle()
  await lab.payment.notify(renewal)
  await lab.settle()
  expect(await row(renewal)).toMatchObject({ state: 'refunded', refunded: 990n })
  expect((await lab.notices(lease.buyer)).filter((kind) => kind.startsWith('orders.refunded'))).toEqual([
    'orders.refunded-renewal',
  ])
  const { rows } = await sql<{ account: string; fen: bigint }>`select account, sum(amount_fen)::bigint as fen
    from ledger_entry e join ledger_posting p on p.seq = e.posting_seq where p.order_id = ${renewal}
    group by 1`.execute(lab.db)
  expect(rows.map(({ fen }) => fen)).toEqual(rows.map(() => 0n))
  expect(await share(lease.id)).toMatchObject({ status: 2, cleaning: 'none' })
  await soundLedger()
})

it('goes back whole when the lease is ended before its time', async () => {
  const lease = await serving()
  const renewal = await ask(lease)
  await pay(renewal)
  const quote = await lab.call(quoteStop, { params: { id: lease.orderId } }, lease.buyer)
  expect(quote).toMatchObject({ refundAmount: '9.57', renewalAmount: '9.90' })
  await lab.call(stopLease, { params: { id: lease.orderId }, body: { refundAmount: '9.57' } }, lease.buyer)
  await lab.settle()
  expect(await row(renewal)).toMatchObject({ state: 'refunded', refunded: 990n })
  expect(await row(lease.orderId)).toMatchObject({ state: 'ended', refunded: 957n })
  expect(await share(lease.id)).toMatchObject({ status: 2, cleaning: 'none' })
  await soundLedger()
})

it('leaves the old end as it was when it is given back alone', async () => {
  const lease = await serving()
  const renewal = await ask(lease)
  await pay(renewal)
  await lab.db.transaction().execute((tx) => lab.orders.failService(tx, renewal, 'not wanted'))
  expect(new Date((await access(lease)).serveEndTime).getTime()).toBe(lease.end)
  await lab.advance(30 * DAY + 1000)
  await lab.settle()
  expect(await lab.call(getOrder, { params: { id: renewal } }, lease.buyer)).toMatchObject({ refund: '9.90' })
  expect(await share(lease.id)).toMatchObject({ status: 2, cleaning: 'none' })
})

it('paid, ended and stopped at once: nothing is lost and nothing is served twice', async () => {
  for (let round = 0; round < 6; round++) {
    const lease = await serving()
    await lab.advance(30 * DAY - 6 * MINUTE)
    const renewal = await ask(lease)
    await lab.payment.payAtCashier(renewal)
    if (round % 2 === 0) await lab.advance(7 * MINUTE)
    const stop = lab.call(stopLease, { params: { id: lease.orderId }, body: { refundAmount: '0.00' } }, lease.buyer)
    await Promise.allSettled([
      stop,
      lab.payment.notify(renewal),
      lab.sweep('orders.sweep'),
      lab.payment.notify(renewal),
    ])
    await lab.settle()
    const [{ state: former }, { state, refunded }] = [await row(lease.orderId), await row(renewal)]
    expect(former).toBe('ended')
    const { status } = await share(lease.id)
    if (state === 'serving') expect([status, refunded]).toEqual([1, 0n])
    else expect([state, status, refunded]).toEqual(['refunded', 2, 990n])
  }
  await soundLedger()
})

it('by the day: found under one day, renewed day by day, and only the day not begun goes back', async () => {
  const lease = await serving(1)
  const found = async (servePeriod: number) => {
    const { products } = await lab.call(listOffers, { query: { servePeriod, size: 100 } })
    return products.content.map(({ id }) => id)
  }
  const onSale = await lab.publish('seller', { serverPort: ++lastPort, servePeriod: 1 })
  await lab.settle()
  expect([await found(1), await found(30)]).toEqual([[onSale], expect.not.arrayContaining([onSale])])
  const start = lease.end - DAY
  expect((await row(lease.orderId)).start?.getTime()).toBe(start)
  const second = await ask(lease)
  await pay(second)
  await lab.advance(DAY + MINUTE)
  await lab.settle()
  expect(await row(second)).toMatchObject({
    state: 'serving',
    start: new Date(start + DAY),
    end: new Date(start + 2 * DAY),
  })
  const third = await ask({ ...lease, orderId: second })
  await pay(third)
  const quote = await lab.call(quoteStop, { params: { id: second } }, lease.buyer)
  expect(quote).toMatchObject({
    refundAmount: '0.00',
    keptAmount: '9.90',
    renewalAmount: '9.90',
    unit: 'day',
    unused: 0,
  })
  await lab.call(stopLease, { params: { id: second }, body: { refundAmount: '0.00' } }, lease.buyer)
  await lab.settle()
  expect(await row(third)).toMatchObject({ state: 'refunded', refunded: 990n })
  expect(await row(second)).toMatchObject({ state: 'ended', refunded: 0n })
  await soundLedger()
})
