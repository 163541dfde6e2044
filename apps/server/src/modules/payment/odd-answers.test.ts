import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PaymentLab, startPaymentLab } from '../../../test/labs/payment-lab.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { TradeAnswer } from './model/provider.ts'

/** What the provider may say and cannot be: it ends, and a person is told; and what it says too late is not forgotten. */
let world: PaymentLab
const MINUTE = 60_000
const HOUR = 60 * MINUTE
type Order = { orderId: string; outTradeNo: string }

beforeAll(async () => {
  world = await startPaymentLab()
})
afterEach(async () => {
  world.provider.query = trueQuery
  expect(await world.ledger.verify()).toEqual([])
})
afterAll(() => world.stop())

let trueQuery: PaymentLab['provider']['query']
let asked = 0
beforeAll(() => {
  trueQuery = world.provider.query
})

/** The provider's word about that order, instead of the true one. */
function say(order: Order, answer: (truth: TradeAnswer) => TradeAnswer): void {
  asked = 0
  world.provider.query = async (number) => {
    const truth = await trueQuery(number)
    if (number !== order.outTradeNo) return truth
    asked += 1
    return answer(truth)
  }
}
const paid = (amountFen: bigint, tradeNo = '2026112122001000000000000009') => ({
  outcome: 'paid' as const,
  amountFen,
  tradeNo,
})
async function attemptOf({ outTradeNo }: Order) {
  const { rows } = await sql<{ state: string; reason: string | null; next: Date | null }>`
    select state, parked_reason as reason, next_look_at as next from payment_attempt where out_trade_no = ${outTradeNo}`.execute(
    world.lab.db,
  )
  return rows[0]!
}
const isState = (order: Order, state: string) => async () => (await world.stateOf(order.orderId)) === state
const toldOf = ({ orderId }: Order) => world.told.filter((event) => event.includes(orderId))
const cancel = ({ orderId }: Order) => inTransaction(world.lab.db, (tx) => world.payment.close(tx, orderId))
const scan = async (order: Order) => {
  const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
  await world.simulator.control('POST', `trades/${order.outTradeNo}/scan`, { payUrl, user: 'grace' })
  return payUrl
}
const isParked = (order: Order) => async () => (await attemptOf(order)).reason !== null
async function expectNeverAskedAgain(): Promise<void> {
  const before = asked
  for (const pause of [MINUTE, HOUR, 25 * HOUR]) {
    await world.lab.advance(pause)
    await world.lab.settle()
  }
  expect(asked).toBe(before)
}

describe('an attempt that was closed unseen', () => {
  test('and turns out closed at the provider is asked about no more', async () => {
    const order = await world.open()
    const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
    await cancel(order)
    await world.until('closed', isState(order, 'closed'))
    await world.simulator.control('POST', `trades/${order.outTradeNo}/refuse`, { payUrl, user: 'grace' })
    say(order, (truth) => truth)
    await world.lab.advance(26 * MINUTE)
    await world.until('asked', async () => (await attemptOf(order)).next === null)
    expect(asked).toBe(1)
    await expectNeverAskedAgain()
    expect(await attemptOf(order)).toEqual({ state: 'closed', reason: null, next: null })
    expect(toldOf(order)).toEqual([`closed ${order.orderId}`])
  })

  test('and is waiting at the provider is closed there too', async () => {
    const order = await world.open()
    const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
    await cancel(order)
    await world.until('closed', isState(order, 'closed'))
    await world.simulator.control('POST', `trades/${order.outTradeNo}/scan`, { payUrl, user: 'grace' })
    await world.lab.advance(26 * MINUTE)
    await world.until('asked', async () => (await attemptOf(order)).next === null)
    expect(await trueQuery(order.outTradeNo)).toMatchObject({ outcome: 'closed' })
  })

  test('and of which nothing clear is ever heard is parked in the end', async () => {
    const order = await world.open()
    await cancel(order)
    await world.until('closed', isState(order, 'closed'))
    say(order, () => ({ outcome: 'unknown', reason: 'unknown trade_status' }))
    await world.lab.advance(26 * MINUTE)
    await world.until('parked', async () => {
      await world.lab.advance(11 * MINUTE)
      return isParked(order)()
    })
    expect((await attemptOf(order)).reason).toBe('no clear answer any more: unknown trade_status')
    expect(asked).toBeLessThan(60)
    await expectNeverAskedAgain()
  })
})

describe('a payment that does not fit its attempt is parked with an alarm, takes no money, and is asked about no more', () => {
  async function expectParked(order: Order, reason: RegExp): Promise<void> {
    await world.until('parked', isParked(order))
    expect((await attemptOf(order)).reason).toMatch(reason)
    expect(await attemptOf(order)).toMatchObject({ state: 'closed', next: null })
    await expectNeverAskedAgain()
    expect(toldOf(order)).toEqual([`closed ${order.orderId}`])
    expect(await world.ledger.balance(world.lab.db, `escrow:${order.orderId}`)).toBe(0n)
    await world.until('the figure', async () => (world.overdue?.parkedAttempts ?? 0) > 0)
  }

  test.each([991n, 989n, 1n])('the provider names %s fen where 990 are due', async (amountFen) => {
    const order = await world.open(990n)
    say(order, () => paid(amountFen))
    expect(await world.payment.ask(order.orderId)).toBe(false)
    await expectParked(order, /^the provider names \d+\.\d\d yuan$/)
  })

  test('the same of an attempt that was closed before', async () => {
    const order = await world.open(990n)
    await cancel(order)
    await world.until('closed', isState(order, 'closed'))
    say(order, () => paid(1n))
    await world.lab.advance(26 * MINUTE)
    await expectParked(order, /^the provider names 0.01 yuan/)
  })

  test('another trade than the one that was seen before', async () => {
    const order = await world.open()
    await scan(order)
    await world.payment.ask(order.orderId)
    await world.lab.advance(2000)
    say(order, () => paid(990n))
    expect(await world.payment.ask(order.orderId)).toBe(false)
    await expectParked(order, /another trade/)
  })

  test('the trade of another attempt', async () => {
    const other = await world.open()
    await world.pay(other)
    await world.until('paid', isState(other, 'paid'))
    const truth = await trueQuery(other.outTradeNo)
    const order = await world.open()
    say(order, () => truth)
    expect(await world.payment.ask(order.orderId)).toBe(false)
    await expectParked(order, /another trade/)
    expect(await world.stateOf(other.orderId)).toBe('paid')
  })

  test('a trade paid and refunded behind our back', async () => {
    const order = await world.open()
    say(order, () => ({ outcome: 'closed', tradeNo: '2026112122001000000000000010', wasPaid: true }))
    await world.payment.ask(order.orderId)
    await expectParked(order, /behind our back/)
  })

  test('a trade paid and refunded behind our back, when the first try to park it fails', async () => {
    const order = await world.open()
    say(order, () => ({ outcome: 'closed', tradeNo: '2026112122001000000000000012', wasPaid: true }))
    await sql
      .raw(`create function test_refuse() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
        create trigger test_refuse before update on payment_attempt
          for each row when (new.parked_at is not null) execute function test_refuse();`)
      .execute(world.lab.db)
    await expect(world.payment.ask(order.orderId)).rejects.toThrow('planted')
    await sql.raw('drop function test_refuse cascade').execute(world.lab.db)
    await world.lab.advance(MINUTE)
    await world.lab.settle()
    expect((await attemptOf(order)).reason).toMatch(/behind our back/)
    await expectParked(order, /behind our back/)
  })

  test('and is taken after all, and goes back, once the provider says it right with a new notification', async () => {
    const order = await world.open()
    const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
    say(order, () => paid(1n))
    await world.payment.ask(order.orderId)
    await world.until('parked', isParked(order))
    world.provider.query = trueQuery
    world.decide = () => 'refund'
    await world.simulator.control('POST', `trades/${order.outTradeNo}/pay`, { payUrl, user: 'grace' })
    await world.until('given back', isState(order, 'refunded'))
    world.decide = () => 'accepted'
    expect((await attemptOf(order)).reason).toBeNull()
  })
})

describe('a notification that says paid, while the provider’s answers lag behind it', () => {
  const outcomeOf = async ({ outTradeNo }: Order) => {
    const { rows } = await sql<{ outcome: string | null }>`
      select outcome from payment_notify where out_trade_no = ${outTradeNo}`.execute(world.lab.db)
    return rows.map(({ outcome }) => outcome)
  }
  const tradeNo = '2026112122001000000000000011'

  test.each<TradeAnswer>([
    { outcome: 'absent' },
    { outcome: 'waiting', tradeNo },
    { outcome: 'closed', tradeNo, wasPaid: false },
  ])('keeps an attempt past its end from being closed by $outcome', async (lagging) => {
    const order = await world.open()
    const close = world.provider.close
    world.provider.close = async () => ({ outcome: 'absent' })
    say(order, (truth) =>
      lagging.outcome === 'waiting' && truth.outcome === 'paid' ? { ...lagging, tradeNo: truth.tradeNo } : lagging,
    )
    await world.pay(order)
    await world.lab.advance(16 * MINUTE)
    await world.until('asked', async () => {
      await world.lab.advance(1000)
      return asked >= 3
    })
    expect(await world.stateOf(order.orderId)).toBe('open')
    expect(toldOf(order)).toEqual([])
    world.provider.query = trueQuery
    world.provider.close = close
    await world.until('paid', async () => {
      await world.lab.advance(16_000)
      return isState(order, 'paid')()
    })
    expect(toldOf(order)).toEqual([`paid ${order.orderId} accepted`])
  })

  test('is asked about again for an attempt that was closed long ago: late money is given back', async () => {
    const order = await world.open()
    const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
    await cancel(order)
    await world.until('closed', isState(order, 'closed'))
    await world.lab.advance(2 * HOUR)
    await world.until('the last look', async () => (await attemptOf(order)).next === null)
    say(order, () => ({ outcome: 'absent' }))
    world.decide = () => 'refund'
    await world.simulator.control('POST', `trades/${order.outTradeNo}/pay`, { payUrl, user: 'grace' })
    await world.until('denied', async () => asked >= 1)
    await world.lab.settle()
    world.provider.query = trueQuery
    await world.until('given back', async () => {
      await world.lab.advance(5000)
      return isState(order, 'refunded')()
    })
    world.decide = () => 'accepted'
    expect(await outcomeOf(order)).toHaveLength(1)
  })

  test('is parked with an alarm when the provider still denies it a day later', async () => {
    const order = await world.open()
    say(order, () => ({ outcome: 'absent' }))
    await world.pay(order)
    await world.until('given up', async () => {
      await world.lab.advance(30 * MINUTE)
      return (await outcomeOf(order)).join() === 'denied'
    })
    expect((await attemptOf(order)).reason).toBe('a notification says paid, the provider denies it')
    expect(toldOf(order)).toEqual([`closed ${order.orderId}`])
  })
})

describe('many payments at a time', () => {
  test('are each taken once, and one whose order cannot take it in harms no other', async () => {
    const orders = await Promise.all(Array.from({ length: 60 }, () => world.open(100n)))
    const bad = orders[17]!
    world.decide = (orderId) => {
      if (orderId === bad.orderId) throw new Error('a fault in the orders')
      return 'accepted'
    }
    await Promise.all(orders.map((order) => world.pay(order)))
    const countPaid = async () => {
      const states = await Promise.all(orders.map((order) => world.stateOf(order.orderId)))
      return states.filter((state) => state === 'paid').length
    }
    await world.until('all but one are paid', async () => (await countPaid()) === 59)
    expect(await world.stateOf(bad.orderId)).toBe('open')
    world.decide = () => 'accepted'
    await world.until('the last is paid', async () => (await countPaid()) === 60)
    const { rows } = await sql<{ event: string }>`select event from test_told order by seq`.execute(world.lab.db)
    const ofThese = rows.filter(({ event }) => orders.some((order) => event === `paid ${order.orderId} accepted`))
    expect(ofThese).toHaveLength(60)
    expect(new Set(ofThese.map(({ event }) => event)).size).toBe(60)
  })
})
