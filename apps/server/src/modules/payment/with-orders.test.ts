import { listNotices } from '@trove/contract/notices/routes'
import { cancelOrder, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { agreeOutsideRefund, listParkedRefunds, proposeOutsideRefund } from '@trove/contract/payment/parked-refunds'
import { payUrl } from '@trove/contract/payment/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrolTotp } from '../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'

/** Settlement with the real orders behind it: what an order does not wait for goes back, to the fen and once. */
let world: World
let seller: WorldUser
let buyer: WorldUser

beforeAll(async () => {
  world = await startWorld()
  seller = await world.signIn('13700009001')
  buyer = await world.signIn('13700009002')
})
afterAll(() => world.stop())

let machines = 0
async function buy(): Promise<{ orderId: string; url: string; outTradeNo: string }> {
  const id = `settled-${++machines}`
  await sql`insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os,
      period_days, price_fen, username, slot, check_state, checked_at, measured, speed_score)
    values (${id}, ${seller.userId}, ${id.toUpperCase()}, '192.0.2.9', ${machines}, 4, 8, 100, 10, '1', 7, 1990, 'root', 'free',
      'verified', now(), '{}', 500)`.execute(world.db)
  let orderId = ''
  const onResponse = (response: Response) => {
    orderId = response.headers.get('x-order-id') ?? ''
  }
  const body = { productId: id, productType: 'superPoints' as const }
  const url = await world.call(createPayment, { body }, { as: buyer, onResponse })
  return {
    orderId,
    url,
    outTradeNo: (await world.call(getOrder, { params: { id: orderId } }, { as: buyer })).outTradeNo,
  }
}
const pay = ({ outTradeNo }: { outTradeNo: string }, url: string) =>
  world.simulator!.control('POST', `/control/trades/${outTradeNo}/pay`, { payUrl: url, user: 'grace' })

/** Waits until the money is back; the whole way of it through our books and the gateway's. */
async function expectGivenBack(order: { orderId: string; outTradeNo: string }, fen: bigint): Promise<void> {
  const attempt = async () => {
    const { rows } = await sql<{
      state: string
    }>`select state from payment_attempt where order_id = ${order.orderId}`.execute(world.db)
    return rows[0]?.state
  }
  await expect.poll(attempt, { timeout: 30_000, interval: 300 }).toBe('refunded')
  const { rows } = await sql<{ escrow: bigint | null; refunds: bigint; posted: bigint }>`select
    (select sum(amount_fen)::bigint from ledger_entry where account = ${`escrow:${order.orderId}`}) as escrow,
    (select count(*) from payment_refund where order_id = ${order.orderId} and amount_fen = ${fen} and state = 'done') as refunds,
    (select count(*) from ledger_posting where order_id = ${order.orderId} and kind = 'refund') as posted`.execute(
    world.db,
  )
  expect(rows).toEqual([{ escrow: null, refunds: 1n, posted: 1n }])
  type Book = { trades: { outTradeNo: string; total: string; refunded: string }[] }
  const { trades } = (await world.simulator!.control('GET', '/control/book')) as Book
  const trade = trades.find(({ outTradeNo }) => outTradeNo === order.outTradeNo)
  expect(trade?.refunded).toBe(trade?.total)
}

test('a payment of another amount than its order costs is not taken for it, goes back, and the order ends', async () => {
  const order = await buy()
  await sql`update payment_attempt set amount_fen = 1 where order_id = ${order.orderId}`.execute(world.db)
  await pay(order, await world.call(payUrl, { query: { orderId: order.orderId } }, { as: buyer }))
  await expectGivenBack(order, 1n)
  const { rows } = await sql<{ state: string; paid: string | null }>`
    select state, paid_attempt_id as paid from orders where id = ${order.orderId}`.execute(world.db)
  expect(rows).toEqual([{ state: 'closed', paid: null }])
})

test('a payment that comes after its order was cancelled is not taken for it and goes back', async () => {
  const order = await buy()
  await world.call(cancelOrder, { params: { id: order.orderId } }, { as: buyer })
  await pay(order, order.url)
  await expectGivenBack(order, 1990n)
  const { rows } = await sql`select from compute_leases where order_id = ${order.orderId}`.execute(world.db)
  expect(rows).toHaveLength(0)
})

async function cashier(mobile: string): Promise<WorldUser> {
  const { userId } = await world.signIn(mobile)
  await sql`insert into staff_roles (user_id, role, granted_by) values (${userId}, 'cashier', 'an-owner')`.execute(
    world.db,
  )
  await world.advance(61_000)
  const as = await world.signIn(mobile)
  await enrolTotp(world, as)
  return as
}

test('a refund that two cashiers settle by hand ends its order as a refund does, and the buyer reads it with the reference', async () => {
  const first = await cashier('13700009003')
  const second = await cashier('13700009004')
  const order = await buy()
  await world.call(cancelOrder, { params: { id: order.orderId } }, { as: buyer })
  await world.simulator!.control('POST', '/control/faults', { on: 'alipay.trade.refund', kind: 'unknown', times: 100 })
  await pay(order, order.url)
  const refund = async () => {
    const { rows } = await sql<{ state: string; asks: number }>`select state, asks from payment_refund
      where order_id = ${order.orderId}`.execute(world.db)
    return rows[0]
  }
  await expect.poll(refund, { timeout: 30_000 }).toMatchObject({ state: 'waiting' })
  await expect.poll(async () => (await refund())!.asks, { timeout: 30_000 }).toBeGreaterThan(0)
  await world.simulator!.control('POST', '/control/accounts/merchant/balance', { balance: '0.00' })
  await world.simulator!.control('DELETE', '/control/faults')
  await world.advance(60_000)
  await expect.poll(refund, { timeout: 60_000 }).toMatchObject({ state: 'parked' })

  const { content } = await world.call(listParkedRefunds, { query: {} }, { as: first })
  const row = content.find(({ orderId }) => orderId === order.orderId)!
  expect(row).toMatchObject({
    orderNumber: order.outTradeNo,
    code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH',
    words: '卖家余额不足',
  })
  expect(row.buyer).toMatch(/^.\*+.?$/)
  const body = { amount: '19.90', reference: '招行 778', reason: '支付宝余额不足' }
  const { proposal } = await world.call(proposeOutsideRefund, { params: { number: row.number }, body }, { as: first })
  await world.advance(30_000)
  await world.call(agreeOutsideRefund, { params: { id: proposal!.id }, body: {} }, { as: second })

  const shown = await world.call(getOrder, { params: { id: order.orderId } }, { as: buyer })
  expect(shown).toMatchObject({ orderState: 'PaymentFailed', refundState: 'PaymentSuccessful' })
  const notices = (await world.call(listNotices, { query: {} }, { as: buyer })).content
  expect(notices.filter(({ kind }) => kind.startsWith('orders.refunded')).slice(0, 1)).toMatchObject([
    {
      kind: 'orders.refunded-outside',
      params: { orderNumber: order.outTradeNo, amount: '19.90', reference: '招行 778' },
      link: { to: 'order', id: order.orderId, kind: 'superPoints' },
    },
  ])
})
