import type { RouteParsed, RouteResult, RouteSpec } from '@trove/contract/kit/route'
import {
  listDifferences,
  listReconciliationDays,
  openDifference,
  settleDifference,
} from '@trove/contract/payment/reconciliation'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ReconciliationLab, startReconciliationLab } from '../../../../test/labs/reconciliation-lab.ts'
import type { Movement } from './bill-provider.ts'

/** The provider's bill against our books (money.md R1 and S12). */

let world: ReconciliationLab
beforeAll(async () => {
  world = await startReconciliationLab()
  await world.toNextDayAt(12)
})
afterEach(() => world.simulator.control('DELETE', 'faults'))
afterAll(() => world.stop())

type Row = { day: string; kind: string; movement: string | null; number: string; is_settled: boolean }
async function differences(day: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select day::text, kind, movement, number, settled_at is not null as is_settled
    from payment_difference where day = ${day}::date order by seq`.execute(world.lab.db)
  return rows
}
const found = async (day: string) =>
  (await differences(day)).map(({ kind, movement, number }) => `${kind} ${movement} ${number}`).sort()
async function stateOf(day: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from payment_reconciliation where day = ${day}::date`.execute(world.lab.db)
  return rows[0]?.state
}
async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index++) made.push(await make(index))
  return made
}
/** What a route answers to one of the staff; who may ask is the kit's business. */
async function ask<R extends RouteSpec>(route: R, input: Partial<RouteParsed<R>>): Promise<RouteResult<R>> {
  const served = world.reconciliation.routes.find((each) => each.route === route)!
  return (await served.handler(input as never, { caller: { userId: 'operator-a' } } as never)) as RouteResult<R>
}
/** Takes what is used from the front of a list. */
const takerOf =
  <T>(items: T[]) =>
  (count: number) =>
    items.splice(0, count)

describe('a bill', () => {
  test('that agrees leaves nothing to look at, once, whoever runs it and however often', async () => {
    const day = await world.today()
    const order = await world.pay()
    await world.refund(order.orderId, 190n)
    await world.payOut(500n)
    await world.toNextDayAt(11)
    await Promise.all(Array.from({ length: 5 }, () => world.reconciliation.runDue()))
    expect(await stateOf(day)).toBe('done')
    expect(await found(day)).toEqual([])
    const { rows } = await sql<{ lines: bigint }>`
      select count(*) as lines from payment_bill_line where day = ${day}::date`.execute(world.lab.db)
    expect(rows[0]!.lines).toBe(3n)
    await world.reconciliation.runDue()
    expect(await found(day)).toEqual([])
  })

  test.each<[string, readonly Movement[]]>([
    ['sales', ['payment', 'refund']],
    ['payouts', ['payout', 'payout-return']],
  ])('whose part about %s comes later is waited for, and agrees then', async (_, part) => {
    const day = await world.today()
    const order = await world.pay()
    await world.refund(order.orderId, 190n)
    await world.payOut(500n)
    world.late.set(day, part)
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    expect([await stateOf(day), await found(day)]).toEqual(['waiting', []])
    world.late.delete(day)
    await world.advance(31 * 60_000)
    await world.reconciliation.runDue()
    expect([await stateOf(day), await found(day)]).toEqual(['done', []])
  })

  test('with fifty planted faults shows these fifty and nothing else', async () => {
    const day = await world.today()
    const whole = await times(20, () => world.pay(1000n))
    const parted = await times(14, async () => {
      const { orderId } = await world.pay(2000n)
      return world.refund(orderId, 300n)
    })
    const payouts = await times(9, (index) => world.payOut(100n + BigInt(index)))
    const payments = takerOf(whole.map((order) => order.outTradeNo))
    const refunds = takerOf(parted)
    const transfers = takerOf(payouts)
    const strangers = (count: number, word: string) => Array.from({ length: count }, (_, i) => `${word}-${i}`)
    const plans: [planted: string, seen: string, numbers: string[]][] = [
      ['extra', 'missing-here payment', strangers(8, 'stranger')],
      ['extra-refund', 'missing-here refund', strangers(4, 'strange-refund')],
      ['missing', 'missing-there payment', payments(8)],
      ['missing-refund', 'missing-there refund', refunds(4)],
      ['missing-transfer', 'missing-there payout', transfers(3)],
      ['wrong-amount', 'amount payment', payments(7)],
      ['wrong-refund-amount', 'amount refund', refunds(3)],
      ['wrong-transfer-amount', 'amount payout', transfers(2)],
      ['duplicate-refund', 'duplicate-refund refund', refunds(5)],
      ['extra-transfer', 'unknown-payout payout', strangers(4, 'strange-payout')],
      ['duplicate-transfer', 'unknown-payout payout', transfers(2)],
    ]
    const wanted = plans.flatMap(([, seen, numbers]) => numbers.map((number) => `${seen} ${number}`))
    expect(wanted).toHaveLength(50)
    for (const [kind, , numbers] of plans)
      for (const number of numbers)
        await world.simulator.control('POST', 'bills/discrepancies', { billDate: day, kind, number, amount: '7.77' })
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    expect(await found(day)).toEqual([...wanted].sort())
  }, 120_000)

  test('shows both amounts to the staff, of whom one settles what was looked into, once', async () => {
    const page = await ask(listDifferences, { query: { page: 0, size: 100, view: 'open' } })
    expect(page.totalElements).toBe(50)
    const one = page.content.find((each) => each.kind === 'amount' && each.movement === 'refund')!
    expect(one).toMatchObject({ ourAmount: '3.00', billAmount: '7.77', settledAt: null })
    expect(await ask(openDifference, { params: { id: one.id } })).toEqual(one)
    await expect(ask(openDifference, { params: { id: 'none' } })).rejects.toMatchObject({
      code: 'payment.difference-not-found',
    })
    const settle = () => ask(settleDifference, { params: { id: one.id }, body: { note: '支付宝已更正' } })
    const results = await Promise.allSettled(Array.from({ length: 10 }, settle))
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(won).toMatchObject([{ note: '支付宝已更正', settledBy: 'operator-a' }])
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(new Set(lost)).toEqual(new Set(['payment.difference-settled']))
    expect((await ask(listDifferences, { query: { page: 0, size: 1, view: 'open' } })).totalElements).toBe(49)
    expect((await ask(listDifferences, { query: { page: 0, size: 1, view: 'all' } })).totalElements).toBe(50)
    const days = await ask(listReconciliationDays, { query: { page: 0, size: 20 } })
    expect(days.content.map((day) => [day.state, day.openCount, day.differenceCount])).toContainEqual(['done', 49, 50])
  })

  test('that is not there yet, or cannot be had, is asked for again until it is', async () => {
    const day = await world.today()
    await world.pay()
    await world.toNextDayAt(9)
    await world.reconciliation.runDue()
    expect(await stateOf(day)).toBe('waiting')
    // Ours is past ten, the provider's is not: it says there is no bill.
    await world.lab.advance(61 * 60_000)
    await world.reconciliation.runDue()
    expect(await stateOf(day)).toBe('waiting')
    await world.simulator.control('POST', 'clock', { advanceMs: 61 * 60_000 })
    await world.reconciliation.runDue()
    expect(await stateOf(day)).toBe('waiting')
    await world.advance(31 * 60_000)
    await world.simulator.control('POST', 'faults', {
      on: 'alipay.data.dataservice.bill.downloadurl.query',
      kind: 'system-error',
    })
    await world.reconciliation.runDue()
    expect(await stateOf(day)).toBe('waiting')
    await world.advance(6 * 60_000)
    await world.reconciliation.runDue()
    expect(await stateOf(day)).toBe('done')
    expect(await found(day)).toEqual([])
  })

  test('that cannot be read is parked: later days go on, and it is tried again until it can be', async () => {
    const bad = await world.today()
    await world.pay()
    world.unreadable.add(bad)
    await world.toNextDayAt(11)
    for (let tries = 0; tries < 6; tries++) {
      await world.reconciliation.runDue()
      await world.advance(6 * 60_000)
    }
    const days = async () => (await ask(listReconciliationDays, { query: { page: 0, size: 20 } })).content
    expect(await days()).toContainEqual(expect.objectContaining({ day: bad, state: 'parked', reason: 'not a zip' }))
    const next = await world.today()
    await world.pay()
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    expect([await stateOf(bad), await stateOf(next)]).toEqual(['waiting', 'done'])
    expect(await found(next)).toEqual([])
    world.unreadable.clear()
    await world.advance(61 * 60_000)
    await world.reconciliation.runDue()
    expect(await stateOf(bad)).toBe('done')
    expect(await found(bad)).toEqual([])
    expect(await days()).toContainEqual(expect.objectContaining({ day: bad, state: 'done' }))
  })

  test('that makes the comparison itself fail keeps no later day waiting either', async () => {
    const bad = await world.today()
    await world.pay()
    world.breaking.add(bad)
    await world.toNextDayAt(11)
    const next = await world.today()
    await world.pay()
    await world.toNextDayAt(11)
    for (let tries = 0; tries < 6; tries++) {
      await world.reconciliation.runDue()
      await world.advance(6 * 60_000)
    }
    expect([await stateOf(bad), await stateOf(next)]).toEqual(['waiting', 'done'])
    const { content } = await ask(listReconciliationDays, { query: { page: 0, size: 20 } })
    expect(content).toContainEqual(
      expect.objectContaining({ day: bad, state: 'parked', reason: 'a line nobody foresaw' }),
    )
    world.breaking.clear()
    await world.advance(61 * 60_000)
    await world.reconciliation.runDue()
    expect(await stateOf(bad)).toBe('done')
  })

  test('that was not there for hours has all its tries left when it cannot be read', async () => {
    const day = await world.today()
    await world.pay()
    // Ours is past ten all the time, the provider's is not: it says there is no bill.
    await world.toNextDayAt(9)
    await world.lab.advance(61 * 60_000)
    for (let asked = 0; asked < 7; asked++) {
      await world.reconciliation.runDue()
      await world.lab.advance(31 * 60_000)
    }
    world.unreadable.add(day)
    await world.simulator.control('POST', 'clock', { advanceMs: (61 + 7 * 31) * 60_000 })
    await world.reconciliation.runDue()
    const days = async () => (await ask(listReconciliationDays, { query: { page: 0, size: 20 } })).content
    expect(await days()).toContainEqual(expect.objectContaining({ day, state: 'waiting', reason: 'not a zip' }))
    world.unreadable.clear()
    await world.advance(6 * 60_000)
    await world.reconciliation.runDue()
    expect(await stateOf(day)).toBe('done')
  })

  test('of a day on which nothing moved is not missed', async () => {
    const day = await world.today()
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    expect(await stateOf(day)).toBe('done')
    expect(await found(day)).toEqual([])
  })
})

describe('what is learnt late', () => {
  test('a payment of the evening booked the next morning is found in the evening’s bill', async () => {
    const evening = await world.today()
    const order = await world.pay()
    await world.toNextDayAt(11)
    // As if the notification had come only now.
    await sql`update payment_attempt set paid_at = business_now() where order_id = ${order.orderId}`.execute(
      world.lab.db,
    )
    await world.reconciliation.runDue()
    expect(await found(evening)).toEqual([])
    const morning = await world.today()
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    expect(await found(morning)).toEqual([])
  })

  test('a payment we did not know of when its bill came is settled when we do', async () => {
    const day = await world.today()
    const order = await world.pay()
    const hide = (paidAt: Date | null) =>
      sql`update payment_attempt set paid_at = ${paidAt}, state = ${paidAt ? 'paid' : 'open'} where order_id = ${order.orderId}`.execute(
        world.lab.db,
      )
    await hide(null)
    await world.toNextDayAt(11)
    await sql`update payment_attempt set next_look_at = null where order_id = ${order.orderId}`.execute(world.lab.db)
    await world.reconciliation.runDue()
    expect(await found(day)).toEqual([`missing-here payment ${order.outTradeNo}`])
    await hide(new Date(`${await world.today()}T02:00:00Z`))
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    expect((await differences(day)).map((each) => each.is_settled)).toEqual([true])
  })

  test('a payout that the bank sent back is missing here until we know of it too', async () => {
    const day = await world.today()
    const number = await world.payOut(400n)
    const watch = (at: 'now' | 'never') =>
      sql`update wallet_payout set next_ask_at = ${at === 'now' ? sql`business_now()` : null} where number = ${number}`.execute(
        world.lab.db,
      )
    await watch('never')
    await world.simulator.control('POST', `transfers/${number}/return`)
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    expect(await found(day)).toEqual([`missing-here payout-return ${number}`])
    await watch('now')
    await world.until('reversed', async () => {
      const { rows } = await sql`select 1 from wallet_payout where number = ${number} and state = 'failed'`.execute(
        world.lab.db,
      )
      return rows.length > 0
    })
    // Its payee deleted the account meanwhile: then the money is a case of the staff, told once.
    await sql`update wallet_payout set is_unclaimed = true where number = ${number}`.execute(world.lab.db)
    const noticed = await world.today()
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    expect((await differences(day)).map((each) => each.is_settled)).toEqual([true])
    expect(await found(noticed)).toEqual([`unclaimed-return payout-return ${number}`])
    const later = await world.today()
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    expect(await found(later)).toEqual([])
    expect((await differences(noticed)).map((each) => each.is_settled)).toEqual([false])
  })
})
