import { getAutoRenewal, putAutoRenewal } from '@trove/contract/compute/auto-renewal'
import { quoteStop, setRenewal, stopLease } from '@trove/contract/compute/leases'
import { listComputeConsume, listComputeProfit, listPurchases } from '@trove/contract/compute/orders'
import { getOffer } from '@trove/contract/compute/routes'
import { cancelOrder, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'

/** A buyer lets the renewal of a lease be prepared: an order before the end, a notice, and never a charge. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000
let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(createFakeMachines())
})
afterAll(() => lab.close())

let leases = 0
type Lease = { id: string; orderId: string; buyer: string; end: number }
async function serving(servePeriod = 30): Promise<Lease> {
  const n = ++leases
  const id = await lab.publish('seller', { serverPort: n, servePeriod })
  await lab.settle()
  const buyer = `mandator${n}`
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  return { id, orderId, buyer, end: (await row(orderId)).end!.getTime() }
}
type Row = { id: string; state: string; start: Date | null; end: Date | null; amount: bigint; expires: Date }
const COLUMNS = sql`id, state, serve_start_at as start, serve_end_at as "end", amount_fen as amount, expires_at as expires`
const row = async (orderId: string) =>
  (await sql<Row>`select ${COLUMNS} from orders where id = ${orderId}`.execute(lab.db)).rows[0]!
const renewalsOf = async (orderId: string) =>
  (await sql<Row>`select ${COLUMNS} from orders where renews = ${orderId} order by seq`.execute(lab.db)).rows
const put = ({ orderId, buyer }: Lease, mostPrice: string | null) =>
  lab.call(putAutoRenewal, { params: { id: orderId }, body: { mostPrice } }, buyer)
const get = ({ orderId, buyer }: Lease) => lab.call(getAutoRenewal, { params: { id: orderId } }, buyer)
const told = async ({ buyer }: Lease) =>
  (await lab.notices(buyer)).filter((kind) => kind.startsWith('compute.renewal-')).toSorted()
const ask = () => lab.sweep('compute.ask-renewals')
/** To so long before the end of the lease. */
async function until({ end }: Lease, left: number): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(lab.db)
  await lab.advance(end - left - rows[0]!.now.getTime())
}
async function pay(orderId: string): Promise<void> {
  expect(await lab.payment.payAtCashier(orderId)).toBe(true)
  await lab.payment.notify(orderId)
}

it('makes one order a day before the end, which waits to be paid until it, and carries on with the next lease', async () => {
  const lease = await serving()
  expect(await get(lease)).toMatchObject({ state: 'off', mostPrice: null, price: '9.90', renewalOrderId: null })
  expect(await put(lease, '9.90')).toMatchObject({
    state: 'waiting',
    mostPrice: '9.90',
    asksAt: new Date(lease.end - DAY).toISOString(),
  })
  await until(lease, DAY + MINUTE)
  await ask()
  expect(await renewalsOf(lease.orderId)).toEqual([])
  await until(lease, DAY - MINUTE)
  await Promise.all([ask(), ask(), ask()])
  await ask()
  const [renewal, ...others] = await renewalsOf(lease.orderId)
  expect(others).toEqual([])
  expect(renewal).toMatchObject({ state: 'to-be-paid', amount: 990n, expires: new Date(lease.end) })
  expect(await told(lease)).toEqual(['compute.renewal-asked'])
  expect(await get(lease)).toMatchObject({ state: 'asked', renewalOrderId: renewal!.id })
  // It is paid hours later, as the buyer finds the time.
  await until(lease, 2 * HOUR)
  await lab.settle()
  await pay(renewal!.id)
  await until(lease, -MINUTE)
  await lab.settle()
  expect(await row(renewal!.id)).toMatchObject({ state: 'serving', start: new Date(lease.end) })
  const next = { ...lease, orderId: renewal!.id, end: lease.end + 30 * DAY }
  expect(await get(next)).toMatchObject({ state: 'waiting', mostPrice: '9.90', renewalOrderId: null })
  await until(next, DAY - MINUTE)
  await ask()
  expect(await renewalsOf(next.orderId)).toHaveLength(1)
})

it('charges nothing: not paid, it is closed with the lease, and none is made again', async () => {
  const lease = await serving(1)
  await put(lease, '20.00')
  await until(lease, 6 * HOUR - MINUTE)
  await ask()
  const [renewal] = await renewalsOf(lease.orderId)
  await lab.call(cancelOrder, { params: { id: renewal!.id } }, lease.buyer)
  await lab.settle()
  // Another price is no second order for the same end.
  expect(await put(lease, '30.00')).toMatchObject({ state: 'asked' })
  await ask()
  expect(await renewalsOf(lease.orderId)).toHaveLength(1)

  const unpaid = await serving(1)
  await put(unpaid, '20.00')
  await until(unpaid, HOUR)
  await ask()
  await until(unpaid, -MINUTE)
  await lab.settle()
  await lab.settle()
  expect((await renewalsOf(unpaid.orderId)).map(({ state }) => state)).toEqual(['closed'])
  expect((await row(unpaid.orderId)).state).toBe('ended')
  await expect(put(unpaid, '20.00')).rejects.toMatchObject({ code: 'compute.lease-over' })
})

it('is off by one call, and is its buyer’s alone', async () => {
  const lease = await serving(1)
  await put(lease, '20.00')
  expect(await put(lease, null)).toMatchObject({ state: 'off', mostPrice: null })
  await until(lease, HOUR)
  await ask()
  expect([await renewalsOf(lease.orderId), await told(lease)]).toEqual([[], []])
  for (const buyer of ['seller', 'stranger']) {
    await expect(get({ ...lease, buyer })).rejects.toMatchObject({ code: 'orders.not-found' })
    await expect(put({ ...lease, buyer }, '1.00')).rejects.toMatchObject({ code: 'orders.not-found' })
  }
})

it('makes none above what it may cost, says so once, and does when more may be paid', async () => {
  const lease = await serving(1)
  await put(lease, '9.90')
  await lab.call(setRenewal, { params: { id: lease.id }, body: { isOffered: true, price: '9.91' } }, 'seller')
  await until(lease, HOUR)
  await ask()
  await ask()
  expect([await renewalsOf(lease.orderId), await told(lease)]).toEqual([[], ['compute.renewal-above']])
  expect(await get(lease)).toMatchObject({ state: 'above', price: '9.91' })
  await put(lease, '9.91')
  await ask()
  expect((await renewalsOf(lease.orderId)).map(({ amount }) => amount)).toEqual([991n])
})

it('says that its seller does not want it, leaves an order of the buyer’s own alone, and is quiet once renewed', async () => {
  const lease = await serving(1)
  await put(lease, '9.90')
  await lab.call(setRenewal, { params: { id: lease.id }, body: { isOffered: false } }, 'seller')
  const own = await serving(1)
  await put(own, '9.90')
  await until(own, HOUR)
  await lab.call(
    createPayment,
    { body: { productId: own.id, productType: 'superPoints', renews: own.orderId } },
    own.buyer,
  )
  await ask()
  await ask()
  expect([await told(lease), (await get(lease)).state]).toEqual([['compute.renewal-refused'], 'refused'])
  const [renewal, ...others] = await renewalsOf(own.orderId)
  expect([others, await told(own)]).toEqual([[], []])
  await pay(renewal!.id)
  await ask()
  expect([await renewalsOf(own.orderId), await told(own)]).toEqual([[expect.anything()], []])
})

it('asked, stopped, switched off, renewed and ended at once: one renewal at most, and none of a lease that is over', async () => {
  for (let round = 0; round < 6; round++) {
    const lease = await serving(1)
    await put(lease, '9.90')
    await until(lease, round === 3 ? MINUTE : HOUR)
    if (round === 3) await lab.advance(2 * MINUTE)
    const { refundAmount } =
      round % 2 === 0
        ? await lab.call(quoteStop, { params: { id: lease.orderId } }, lease.buyer)
        : { refundAmount: undefined }
    await Promise.allSettled([
      ask(),
      refundAmount && lab.call(stopLease, { params: { id: lease.orderId }, body: { refundAmount } }, lease.buyer),
      round === 1 ? put(lease, null) : ask(),
      lab.call(
        createPayment,
        { body: { productId: lease.id, productType: 'superPoints', renews: lease.orderId } },
        lease.buyer,
      ),
      lab.sweep('orders.sweep'),
    ])
    await lab.settle()
    const isOver = (await row(lease.orderId)).state === 'ended'
    expect(isOver).toBe(round % 2 === 0 || round === 3)
    const waiting = (await renewalsOf(lease.orderId)).filter(({ state }) => state === 'to-be-paid')
    expect(waiting.length).toBeLessThanOrEqual(isOver ? 0 : 1)
    expect((await renewalsOf(lease.orderId)).length).toBeLessThanOrEqual(1)
  }
})

it('is chosen with the order, kept with the lease from the beginning, and shown to its buyer alone', async () => {
  const id = await lab.publish('seller', { serverPort: ++leases })
  await lab.settle()
  const buyer = `mandator${leases}`
  const orderId = await lab.buy(buyer, id, { renewalMost: '12.50' })
  const mark = async (of: string) =>
    (await lab.call(listPurchases, { query: {} }, of)).content.map(({ isAutoRenewed }) => isAutoRenewed)
  expect(await mark(buyer)).toEqual([true])
  const marks = async () => {
    const [mine, sold] = await Promise.all([
      lab.call(listComputeConsume, { query: {} }, buyer),
      lab.call(listComputeProfit, { query: { name: (await lab.call(getOffer, { params: { id } })).authId } }, 'seller'),
    ])
    const details = await Promise.all(
      [buyer, 'seller'].map((as) => lab.call(getOrder, { params: { id: orderId } }, as)),
    )
    const orders = [mine.content.find((order) => order.id === orderId), sold.content[0], ...details]
    return orders.map((order) => order && 'isAutoRenewed' in order && order.isAutoRenewed)
  }
  expect(await marks()).toEqual([true, false, true, false])
  await lab.settle()
  const lease = { id, orderId, buyer, end: (await row(orderId)).end!.getTime() }
  expect(await get(lease)).toMatchObject({ state: 'waiting', mostPrice: '12.50' })
  await until(lease, DAY)
  await ask()
  const [renewal] = await renewalsOf(orderId)
  expect(renewal).toMatchObject({ state: 'to-be-paid', amount: 990n })
  await put(lease, null)
  expect(await mark(buyer)).toEqual([false])
  expect(await marks()).toEqual([false, false, false, false])
})

it('is off for who does not choose it, and no amount that is none is taken', async () => {
  const lease = await serving()
  expect((await get(lease)).state).toBe('off')
  const body = { productId: lease.id, productType: 'superPoints' } as const
  await expect(lab.call(createPayment, { body: { ...body, renewalMost: '0' } }, 'somebody')).rejects.toThrow()
  // A renewal does not choose it: the lease has it.
  const renewal = { ...body, renews: lease.orderId, renewalMost: '9.90' }
  await expect(lab.call(createPayment, { body: renewal }, lease.buyer)).rejects.toMatchObject({
    code: 'orders.choice-unsupported',
  })
})
