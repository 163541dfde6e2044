import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KillLab, startKillLab } from '../../../test/labs/kill-lab.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

let world: KillLab
beforeAll(async () => {
  world = await startKillLab()
})
afterAll(() => world.stop())

let number = 0
async function openOrder(prefix = 'keep') {
  const orderId = `${prefix}-${++number}`
  const outTradeNo = `K${number}x${Date.now()}`
  await inTransaction(world.lab.db, async (tx) => {
    const { rows } = await sql<{ at: Date }>`select business_now() + interval '15 minutes' as at`.execute(tx)
    await world.payment.openAttempt(tx, {
      orderId,
      buyerId: 'buyer',
      outTradeNo,
      amountFen: 700n,
      expiresAt: rows[0]!.at,
    })
  })
  return { orderId, outTradeNo }
}
const pay = async ({ orderId, outTradeNo }: { orderId: string; outTradeNo: string }) => {
  const payUrl = await world.payment.cashierUrl({ orderId, device: 'pc' })
  await world.simulator.control('POST', `trades/${outTradeNo}/pay`, { payUrl, user: 'grace' })
}
const isTold = (event: string) => async () => {
  const { rows } = await sql`select 1 from test_told where event = ${event}`.execute(world.lab.db)
  return rows.length > 0
}
async function expectToldOnce(...events: string[]) {
  const { rows } = await sql<{ event: string }>`select event from test_told where event = any(${events})`.execute(
    world.lab.db,
  )
  expect(rows.map((row) => row.event).sort()).toEqual([...events].sort())
}
type Book = { refunds: { outTradeNo: string }[] }
const book = () => world.simulator.control<Book>('GET', 'book')

describe('a process killed while a payment is taken', () => {
  test.each([
    'payment.notify.before-keep',
    'payment.notify.after-keep',
    'payment.notify.before-handled',
    'payment.paid.before',
    'payment.paid.before-commit',
    'payment.paid.after-commit',
  ])('at %s takes it once after all', async (point) => {
    const order = await openOrder()
    await world.killAt(point, () => pay(order), isTold(`paid ${order.orderId} accepted`))
    await expectToldOnce(`paid ${order.orderId} accepted`)
    expect(await world.ledger.balance(world.lab.db, `escrow:${order.orderId}`)).toBe(-700n)
  })
})

describe('a process killed while money goes back', () => {
  test.each([
    'payment.refund.before-send',
    'payment.refund.after-send',
    'payment.refunded.before',
    'payment.refunded.before-commit',
    'payment.refunded.after-commit',
  ])('at %s gives it back once', async (point) => {
    const order = await openOrder('back')
    await world.killAt(point, () => pay(order), isTold(`refunded ${order.orderId}`))
    await expectToldOnce(`paid ${order.orderId} refund`, `refunded ${order.orderId}`)
    expect((await book()).refunds.filter((refund) => refund.outTradeNo === order.outTradeNo)).toHaveLength(1)
    expect(await world.ledger.balance(world.lab.db, 'suspense')).toBe(0n)
  })
})

describe('a process killed while an attempt is closed', () => {
  test.each([
    'payment.close.before',
    'payment.close.after',
    'payment.closed.before',
    'payment.closed.before-commit',
    'payment.closed.after-commit',
  ])('at %s closes it once', async (point) => {
    const order = await openOrder()
    const close = () => inTransaction(world.lab.db, (tx) => world.payment.close(tx, order.orderId))
    await world.killAt(point, close, isTold(`closed ${order.orderId}`))
    await expectToldOnce(`closed ${order.orderId}`)
  })
})
