import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PaymentLab, startPaymentLab } from '../../../test/labs/payment-lab.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

let world: PaymentLab
const MINUTE = 60_000

beforeAll(async () => {
  world = await startPaymentLab()
})
afterEach(async () => {
  await world.simulator.control('DELETE', 'faults')
  expect(await world.ledger.verify()).toEqual([])
  await expectBooksAgree()
})
afterAll(async () => {
  await world.stop()
})

type Book = {
  trades: { outTradeNo: string; status: string; total: string; refunded: string }[]
  refunds: { outRequestNo: string; status: string }[]
  balances: { userKey: string; balance: string }[]
}
const book = () => world.simulator.control<Book>('GET', 'book')
const fault = (on: string, kind: string, more: object = {}) =>
  world.simulator.control('POST', 'faults', { on, kind, ...more })
const isState = (orderId: string, state: string) => async () => (await world.stateOf(orderId)) === state

/** The oracle (I8): what the merchant gained in the gateway's own book is what our Alipay account says. */
async function expectBooksAgree() {
  const merchant = (await book()).balances.find((balance) => balance.userKey === 'merchant')!
  const gainedFen = BigInt(merchant.balance.replace('.', '')) - 100_000_00n
  expect(await world.ledger.balance(world.lab.db, 'alipay')).toBe(gainedFen)
}

describe('a payment', () => {
  test('is learnt from the notification, confirmed by a query and held in escrow once', async () => {
    const order = await world.open(1999n)
    await world.pay(order)
    await world.until('paid', isState(order.orderId, 'paid'))
    expect(await world.ledger.balance(world.lab.db, `escrow:${order.orderId}`)).toBe(-1999n)
    expect(world.told.filter((event) => event.includes(order.orderId))).toEqual([`paid ${order.orderId} accepted`])
    const { lines } = await world.ledger.listBill('buyer', { page: 0, size: 1 })
    expect(lines).toMatchObject([{ type: 'payment', amountFen: -1999n, reference: order.outTradeNo }])
  })

  test('has one effect although its notification comes a hundred times at once', async () => {
    const order = await world.open()
    await fault('notify', 'duplicate', { copies: 100 })
    await world.pay(order)
    await world.until('paid', isState(order.orderId, 'paid'))
    await world.lab.settle()
    expect(world.told.filter((event) => event.includes(order.orderId))).toEqual([`paid ${order.orderId} accepted`])
    const { deliveries } = (
      await world.simulator.control<{ notifications: { outTradeNo: string; deliveries: { answer: string }[] }[] }>(
        'GET',
        'book',
      )
    ).notifications.find((one) => one.outTradeNo === order.outTradeNo)!
    expect(deliveries.length).toBeGreaterThanOrEqual(1)
    expect(new Set(deliveries.map((one) => one.answer))).toEqual(new Set(['success']))
  })

  test('is found by the sweep when no notification ever comes', async () => {
    const order = await world.open()
    await fault('notify', 'never')
    await world.pay(order)
    expect(await world.stateOf(order.orderId)).toBe('open')
    await world.advance(31_000)
    await world.until('paid', isState(order.orderId, 'paid'))
  })

  test('is found by asking, at most once in two seconds over all processes', async () => {
    const order = await world.open()
    await fault('notify', 'never')
    await world.pay(order)
    const other = world.openProcess().payment
    let asked = 0
    const query = world.provider.query
    world.provider.query = (number) => {
      if (number === order.outTradeNo) asked += 1
      return query(number)
    }
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? other : world.payment).ask(order.orderId)))
    world.provider.query = query
    expect(asked).toBe(1)
    expect(await world.stateOf(order.orderId)).toBe('paid')
  })

  test('that another process asks about just now is left to it by its notification, for a second', async () => {
    const [order, witness] = [await world.open(), await world.open()]
    const lookedAt = (at: string) =>
      sql`update payment_attempt set last_look_at = business_now() + ${at}::interval where order_id = ${order.orderId}`.execute(
        world.lab.db,
      )
    await lookedAt('1 hour')
    const query = vi.spyOn(world.provider, 'query')
    try {
      await world.pay(order)
      await world.pay(witness)
      await world.until('the other is paid', isState(witness.orderId, 'paid'))
      expect(query.mock.calls.map(([number]) => number)).toEqual([witness.outTradeNo])
      await lookedAt('-2 seconds')
      await world.until('paid', isState(order.orderId, 'paid'))
      expect(query.mock.calls.map(([number]) => number)).toEqual([witness.outTradeNo, order.outTradeNo])
    } finally {
      query.mockRestore()
    }
  })

  test.each([
    'http-500',
    'unknown',
    'system-error',
    'unsigned',
    'wrong-signature',
    'wrong-key',
    'truncated-json',
    'cut-after',
    'hang',
  ])('is not believed and not lost when the query answers with %s', async (kind) => {
    const order = await world.open()
    await fault('alipay.trade.query', kind)
    await world.pay(order)
    await world.until('asked', async () => {
      const { faults } = await world.simulator.control<{ faults: unknown[] }>('GET', 'faults')
      return faults.length === 0
    })
    await world.until('paid', async () => {
      await world.lab.advance(16_000)
      return world.stateOf(order.orderId).then((state) => state === 'paid')
    })
  })
})

describe('an unpaid attempt', () => {
  test('that nobody scanned closes at its end, and the order is told once', async () => {
    const order = await world.open()
    await world.advance(15 * MINUTE + 1000)
    await world.until('closed', isState(order.orderId, 'closed'))
    await world.lab.settle()
    expect(world.told.filter((event) => event.includes(order.orderId))).toEqual([`closed ${order.orderId}`])
    await expect(world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })).rejects.toThrow(
      'orders.not-payable',
    )
  })

  test('that was scanned is closed at the provider when the buyer cancels', async () => {
    const order = await world.open()
    const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'mobile' })
    await world.simulator.control('POST', `trades/${order.outTradeNo}/scan`, { payUrl, user: 'grace' })
    await inTransaction(world.lab.db, (tx) => world.payment.close(tx, order.orderId))
    await world.until('closed', isState(order.orderId, 'closed'))
    expect((await book()).trades.find((trade) => trade.outTradeNo === order.outTradeNo)?.status).toBe('TRADE_CLOSED')
  })

  test('that the buyer cancels while a slow question about it is under way is closed soon, not when it was due', async () => {
    const order = await world.open()
    const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
    await world.simulator.control('POST', `trades/${order.outTradeNo}/scan`, { payUrl, user: 'grace' })
    // Past its early looks: the next is minutes away.
    await world.advance(6 * MINUTE)
    await world.lab.settle()
    await world.advance(3000)
    const { query } = world.provider
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    world.provider.query = async (number) => {
      asked.resolve()
      await answered.promise
      return query(number)
    }
    const asking = world.payment.ask(order.orderId)
    await asked.promise
    await inTransaction(world.lab.db, (tx) => world.payment.close(tx, order.orderId))
    await world.until('the cancel is known', async () => {
      const { rows } =
        await sql`select from payment_attempt where order_id = ${order.orderId} and is_close_wanted`.execute(
          world.lab.db,
        )
      return rows.length === 1
    })
    world.provider.query = query
    answered.resolve()
    await asking
    await world.lab.settle()
    const { rows } = await sql<{ isSoon: boolean }>`select state = 'closed'
      or next_look_at <= business_now() + interval '30 seconds' as "isSoon"
      from payment_attempt where order_id = ${order.orderId}`.execute(world.lab.db)
    expect(rows).toEqual([{ isSoon: true }])
    await world.until('closed', isState(order.orderId, 'closed'))
    expect((await book()).trades.find((trade) => trade.outTradeNo === order.outTradeNo)?.status).toBe('TRADE_CLOSED')
  })

  test('keeps a payment that came before the cancel', async () => {
    const order = await world.open()
    await fault('notify', 'never')
    await world.pay(order)
    await inTransaction(world.lab.db, (tx) => world.payment.close(tx, order.orderId))
    await world.until('paid', isState(order.orderId, 'paid'))
  })

  test.each(['unknown', 'unknown-after', 'cut-after', 'http-500'])(
    'is closed once all the same when closing answers with %s',
    async (kind) => {
      const order = await world.open()
      const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
      await world.simulator.control('POST', `trades/${order.outTradeNo}/scan`, { payUrl, user: 'grace' })
      await fault('alipay.trade.close', kind)
      await inTransaction(world.lab.db, (tx) => world.payment.close(tx, order.orderId))
      await world.until('closed', async () => {
        await world.lab.advance(31_000)
        return (await world.stateOf(order.orderId)) === 'closed'
      })
      await world.lab.settle()
      expect(world.told.filter((event) => event === `closed ${order.orderId}`)).toHaveLength(1)
    },
  )

  test('paid after it was closed unseen is refunded, even if the notification is lost', async () => {
    const order = await world.open()
    const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
    world.decide = () => 'refund'
    await inTransaction(world.lab.db, (tx) => world.payment.close(tx, order.orderId))
    await world.until('closed', isState(order.orderId, 'closed'))
    await fault('notify', 'never')
    await world.simulator.control('POST', `trades/${order.outTradeNo}/pay`, { payUrl, user: 'grace' })
    await world.advance(26 * MINUTE)
    await world.until('refunded', isState(order.orderId, 'refunded'))
    world.decide = () => 'accepted'
  })

  test('leaves nothing non-final half an hour past its end, also with the gateway down for two hours', async () => {
    const orders = await Promise.all([world.open(), world.open(), world.open()])
    await fault('notify', 'never', { times: 9 })
    await world.pay(orders[0]!)
    await world.simulator.kill()
    await world.lab.advance(120 * MINUTE)
    await world.lab.settle()
    expect(await world.stateOf(orders[0]!.orderId)).toBe('open')
    await world.simulator.restart()
    await world.until('all settled', async () => {
      await world.lab.advance(31_000)
      const states = await Promise.all(orders.map((order) => world.stateOf(order.orderId)))
      return states.join() === 'paid,closed,closed'
    })
  })
})

describe('an unreachable gateway', () => {
  test('makes the cashier unavailable at once and recovers without help', async () => {
    const order = await world.open()
    await world.simulator.kill()
    for (let i = 0; i < 3; i++) await world.provider.query('anything')
    await expect(world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })).rejects.toThrow(
      'payment.unavailable',
    )
    expect(await world.payment.state()).not.toBe('ok')
    await world.simulator.restart()
    await world.until('reachable', async () => world.provider.isUp() && (await world.payment.state()) === 'ok')
    expect(await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })).toContain('total_amount')
    await sql`update payment_attempt set expires_at = business_now(), next_look_at = business_now() where order_id = ${order.orderId}`.execute(
      world.lab.db,
    )
    await world.until('closed', isState(order.orderId, 'closed'))
  })
})
