import { listComputeConsume } from '@trove/contract/compute/orders'
import { cancelOrder, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { payResult, payUrl } from '@trove/contract/payment/routes'
import { alipayBill } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { createLedger } from '../ledger/module.ts'
import { ORDER_INVARIANTS } from './invariants.ts'
import { MOST_UNPAID_GOODS } from './model/rules.ts'

/** Orders through HTTP in the whole program: real sign-in, real payment against the gateway's stand-in. */

let world: World
let seller: WorldUser
let phone = 13_700_000_000
const person = () => world.signIn(String(++phone))

beforeAll(async () => {
  world = await startWorld()
  seller = await person()
})
afterAll(() => world.stop())

let machines = 0
/** A verified machine on the market, as the check would leave it; its address is never contacted (a documentation range). */
async function offer(): Promise<string> {
  const id = `machine-${++machines}`
  await sql`insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os,
      period_days, price_fen, username, slot, check_state, checked_at, measured, speed_score)
    values (${id}, ${seller.userId}, ${id.toUpperCase()}, '192.0.2.1', ${machines}, 4, 8, 100, 10, '1', 7, 1990, 'root', 'free',
      'verified', now(), '{}', 500)`.execute(world.db)
  return id
}

type Bought = { orderId: string; url: string }
async function buy(productId: string, as: WorldUser, idempotencyKey?: string): Promise<Bought> {
  let orderId = ''
  const onResponse = (response: Response) => {
    orderId = response.headers.get('x-order-id') ?? ''
  }
  const body = { productId, productType: 'superPoints' as const }
  return { url: await world.call(createPayment, { body }, { as, idempotencyKey, onResponse }), orderId }
}
const get = (id: string, as: WorldUser) => world.call(getOrder, { params: { id } }, { as })

/** What the buyer does at the cashier. */
async function payInSimulator(order: { outTradeNo: string }, payUrl: string): Promise<void> {
  await world.simulator!.control('POST', `/control/trades/${order.outTradeNo}/scan`, { payUrl })
  await world.simulator!.control('POST', `/control/trades/${order.outTradeNo}/pay`, {})
}

async function verifyLedger(): Promise<void> {
  const jobs = {
    enqueue: async () => {},
    enqueueAll: async () => {},
    define: () => {},
    every: () => {},
    soon: () => {},
  }
  const ledger = createLedger({ db: world.db, jobs, log: world.platform.log })
  for (const invariant of ORDER_INVARIANTS) ledger.addInvariant(invariant)
  expect(await ledger.verify()).toEqual([])
}

test('50 requests of one key make one order and one answer; the key with another body is refused (C6)', async () => {
  const buyer = await person()
  const productId = await offer()
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => buy(productId, buyer, 'click')))
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'request.in-progress' })
  expect(new Set(done.map((one) => one.orderId)).size).toBe(1)
  expect(await buy(productId, buyer, 'click')).toEqual(done[0])
  await expect(buy(await offer(), buyer, 'click')).rejects.toMatchObject({ code: 'request.idempotency-mismatch' })
  expect((await world.call(listComputeConsume, { query: {} }, { as: buyer })).totalElements).toBe(1)
})

test('many buyers through two processes get one order between them (C1)', async () => {
  const other = await world.spawnServer()
  const productId = await offer()
  const buyers = await Promise.all(Array.from({ length: 20 }, person))
  const statuses = await Promise.all(
    buyers.flatMap((buyer) =>
      [world.url, other.url, world.url, other.url].map(async (url) => {
        const response = await fetch(`${url}/api/order/order/create/payment`, {
          method: 'POST',
          headers: { authorization: `Bearer ${buyer.accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ productId, productType: 'superPoints' }),
        })
        return { buyer: buyer.userId, status: response.status }
      }),
    ),
  )
  expect(new Set(statuses.filter(({ status }) => status === 200).map(({ buyer }) => buyer)).size).toBe(1)
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const { rows } = await sql`select from orders where product_id = ${productId}`.execute(world.db)
  expect(rows).toHaveLength(1)
  await other.stop()
})

test('a paid order is seen as paid, its ledger is sound, and it can be paid no more', async () => {
  const buyer = await person()
  const { orderId, url } = await buy(await offer(), buyer)
  expect(url).toContain(world.simulator!.url)
  expect(await world.call(payUrl, { query: { orderId } }, { as: buyer })).toContain(world.simulator!.url)
  const order = await get(orderId, buyer)
  await payInSimulator(order, url)
  await expect
    .poll(async () => (await world.call(payResult, { params: { id: orderId } }, { as: buyer })).result, {
      timeout: 20_000,
    })
    .toBe('paid')
  await expect(world.call(payUrl, { query: { orderId } }, { as: buyer })).rejects.toMatchObject({
    code: 'orders.not-payable',
  })
  await expect(get(orderId, await person())).rejects.toMatchObject({ code: 'orders.not-found' })
  const bill = await world.call(alipayBill, { query: {} }, { as: buyer })
  expect(bill.content).toMatchObject([
    {
      type: 'payment',
      reference: order.outTradeNo,
      orderId,
      orderKind: 'superPoints',
      orderName: expect.stringMatching(/^MACHINE-/),
    },
  ])
  await verifyLedger()
})

test('an order nobody paid expires by itself and frees the machine', async () => {
  const buyer = await person()
  const productId = await offer()
  const { orderId } = await buy(productId, buyer)
  await world.advance(16 * 60_000)
  await expect.poll(async () => (await get(orderId, buyer)).closeReason).toBe('expired')
  expect((await buy(productId, await person())).orderId).not.toBe(orderId)
})

test('money for a cancelled order goes back through the gateway (C2)', async () => {
  const buyer = await person()
  const productId = await offer()
  const { orderId, url } = await buy(productId, buyer)
  const order = await get(orderId, buyer)
  // The gateway cannot be asked while the buyer cancels here and pays there.
  for (const on of ['alipay.trade.query', 'alipay.trade.close'])
    await world.simulator!.control('POST', '/control/faults', { on, kind: 'http-500', times: 4 })
  await world.call(cancelOrder, { params: { id: orderId } }, { as: buyer })
  await payInSimulator(order, url)
  await world.simulator!.control('DELETE', '/control/faults')
  await expect.poll(async () => (await get(orderId, buyer)).refundState, { interval: 500 }).toBe('PaymentSuccessful')
  expect(await get(orderId, buyer)).toMatchObject({ orderState: 'PaymentFailed', closeReason: 'cancelled' })
  expect((await buy(productId, await person())).orderId).not.toBe(orderId)
  await verifyLedger()
})

test('one more unpaid machine than a buyer may hold is refused with the number, in both languages', async () => {
  const buyer = await person()
  for (let i = 0; i < MOST_UNPAID_GOODS; i++) await buy(await offer(), buyer)
  const productId = await offer()
  const said = async (language: string) => {
    const answer = await world.raw(createPayment.path, {
      method: createPayment.method,
      headers: {
        authorization: `Bearer ${buyer.accessToken}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify({ productId, productType: 'superPoints' }),
    })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  const refused = { status: 409, error: 'orders.too-many-unpaid', params: { most: MOST_UNPAID_GOODS } }
  expect(await said('zh-CN')).toMatchObject({
    ...refused,
    message: `你有 ${MOST_UNPAID_GOODS} 个订单还未支付，请先支付或取消后再下单`,
  })
  expect(await said('en')).toMatchObject({
    ...refused,
    message: `You have ${MOST_UNPAID_GOODS} unpaid orders. Pay or cancel one before ordering more`,
  })
})
