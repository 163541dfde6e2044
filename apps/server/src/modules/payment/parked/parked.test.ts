import { ContractError } from '@trove/contract/errors/codes'
import {
  askParkedPayment,
  closeParkedPayment,
  listParkedPayments,
  openParkedPayment,
} from '@trove/contract/payment/parked-payments'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PaymentLab, startPaymentLab } from '../../../../test/labs/payment-lab.ts'
import type { TradeAnswer } from '../model/provider.ts'

/** What one of the staff sees of an attempt that was parked, and does about it. */

let world: PaymentLab
let trueQuery: PaymentLab['provider']['query']
beforeAll(async () => {
  world = await startPaymentLab()
  trueQuery = world.provider.query
})
afterEach(async () => {
  world.provider.query = trueQuery
  expect(await world.ledger.verify()).toEqual([])
})
afterAll(() => world.stop())

const OTHER: TradeAnswer = { outcome: 'paid', amountFen: 1n, tradeNo: '2026112122001000000000000009' }
const NOTE = '已在支付宝后台退款'
const list = async () => (await world.call(listParkedPayments, { query: { page: 0, size: 50 } }, 'operator-a')).content
const ask = (id: string) => world.call(askParkedPayment, { params: { id } }, 'operator-a')
const close = (id: string, as = 'operator-a') =>
  world.call(closeParkedPayment, { params: { id }, body: { note: NOTE } }, as)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? error.code : String(error)),
  )
/** An order whose trade the provider says is paid with another amount; answers its row of the list. */
async function park() {
  const order = await world.open(990n)
  const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
  world.provider.query = async () => OTHER
  await world.payment.ask(order.orderId)
  const row = (await list()).find((each) => each.number === order.outTradeNo)!
  return { ...order, payUrl, row }
}

const open = (id: string) => world.call(openParkedPayment, { params: { id } }, 'operator-a')

describe('a parked attempt', () => {
  test('is read by its id wherever it stands, and by the same id once somebody looked into it', async () => {
    const { row } = await park()
    expect(await open(row.id)).toEqual(row)
    const closed = await close(row.id)
    expect([await open(closed.id), await open(row.id)]).toEqual([closed, closed])
    expect(await codeOf(open('none'))).toBe('payment.parked-not-found')
  })

  test('is shown with its number, its amount and what does not fit', async () => {
    const { orderId, outTradeNo, row } = await park()
    expect(row).toMatchObject({
      orderId,
      number: outTradeNo,
      amount: '9.90',
      kind: 'amount',
      reason: 'the provider names 0.01 yuan',
      closedAt: null,
    })
  })

  test('stays parked when it is asked about again and still does not fit', async () => {
    const { row } = await park()
    expect(await ask(row.id)).toEqual({ outcome: 'parked', reason: 'the provider names 0.01 yuan' })
    expect(await list()).toContainEqual(row)
  })

  test('keeps since when and why it waits, and is not asked about by itself, whatever the provider says when asked', async () => {
    const { orderId, row } = await park()
    const answers: TradeAnswer[] = [
      { outcome: 'absent' },
      { outcome: 'unknown', reason: 'system busy' },
      { ...OTHER, amountFen: 2n },
      { outcome: 'closed', tradeNo: 'other', wasPaid: true },
    ]
    for (const answer of answers) {
      await sql`update payment_attempt set unclear_looks = 1000 where order_id = ${orderId}`.execute(world.lab.db)
      await world.advance(60_000)
      world.provider.query = async () => answer
      expect(await ask(row.id)).toEqual({ outcome: 'parked', reason: row.reason })
      const { rows } = await sql<{ next: Date | null }>`
        select next_look_at as next from payment_attempt where order_id = ${orderId}`.execute(world.lab.db)
      expect(rows).toEqual([{ next: null }])
      expect(await list()).toContainEqual(row)
    }
  })

  test('is taken in and given back when it is asked about again and fits by now', async () => {
    const { orderId, outTradeNo, payUrl, row } = await park()
    world.decide = () => 'refund'
    // Its notification is lost: nobody but the staff asks.
    await world.simulator.control('POST', 'faults', { on: 'notify', kind: 'never', times: 50 })
    await world.simulator.control('POST', `trades/${outTradeNo}/pay`, { payUrl, user: 'grace' })
    world.provider.query = trueQuery
    expect(await ask(row.id)).toEqual({ outcome: 'settled', reason: null })
    await world.simulator.control('DELETE', 'faults')
    await world.until('given back', async () => (await world.stateOf(orderId)) === 'refunded')
    expect((await list()).map((each) => each.number)).not.toContain(outTradeNo)
    expect(await codeOf(ask(row.id))).toBe('payment.parked-not-found')
    const { rows: acts } = await sql`select operator_id as by, act from staff_act
      where subject_kind = 'payment' and subject_id = ${row.id}`.execute(world.lab.db)
    expect(acts).toEqual([{ by: 'operator-a', act: 'payment.ask-parked' }])
  })

  test('is closed by one of the staff with what they found, once, which stays in the list', async () => {
    const { row } = await park()
    const results = await Promise.all(['operator-a', 'operator-b', 'operator-c'].map((as) => codeOf(close(row.id, as))))
    expect(results.toSorted()).toEqual(['done', 'payment.parked-not-found', 'payment.parked-not-found'])
    const kept = (await list()).find((each) => each.number === row.number)!
    const found = { note: NOTE, closedBy: expect.stringMatching(/^operator-/), closedAt: expect.any(String) }
    expect(kept).toEqual({ ...row, id: kept.id, ...found })
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from payment_attempt
      where out_trade_no = ${row.number} and parked_at is not null`.execute(world.lab.db)
    expect(rows[0]!.n).toBe(0n)
    await expect(sql`delete from payment_parked_closing`.execute(world.lab.db)).rejects.toThrow('append-only')
  })

  test('that waits comes before those looked into, the oldest first', async () => {
    await close((await park()).row.id)
    await park()
    const rows = await list()
    const open = rows.filter((each) => each.closedAt === null)
    expect(rows.slice(0, open.length)).toEqual(open.toSorted((a, b) => (a.parkedAt < b.parkedAt ? -1 : 1)))
    expect(open.length).toBeGreaterThan(1)
    expect(rows.length).toBeGreaterThan(open.length)
  })
})
