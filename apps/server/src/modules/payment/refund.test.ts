import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PaymentLab, startPaymentLab } from '../../../test/labs/payment-lab.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

let world: PaymentLab
const MINUTE = 60_000
const REFUND = 'alipay.trade.refund'

beforeAll(async () => {
  world = await startPaymentLab()
})
afterEach(async () => {
  await world.simulator.control('DELETE', 'faults')
  expect(await world.ledger.verify()).toEqual([])
})
afterAll(() => world.stop())

type Book = { trades: { outTradeNo: string; refunded: string }[]; refunds: { outTradeNo: string; status: string }[] }
const refundedOf = async (outTradeNo: string) => {
  const book = await world.simulator.control<Book>('GET', 'book')
  return {
    sum: book.trades.find((trade) => trade.outTradeNo === outTradeNo)?.refunded,
    count: book.refunds.filter((refund) => refund.outTradeNo === outTradeNo).length,
  }
}
const fault = (on: string, kind: string, more: object = {}) =>
  world.simulator.control('POST', 'faults', { on, kind, ...more })
const isState = (orderId: string, state: string) => async () => (await world.stateOf(orderId)) === state
const refund = (orderId: string, amountFen: bigint, number = `R-${orderId}`) =>
  inTransaction(world.lab.db, (tx) => world.payment.refund(tx, { orderId, amountFen, number, reason: 'test' }))

async function paidOrder(amountFen = 1000n) {
  const order = await world.open(amountFen)
  await world.pay(order)
  await world.until('paid', isState(order.orderId, 'paid'))
  return order
}

describe('a refund', () => {
  test('leaves escrow at once, reaches the buyer, and is told once', async () => {
    const { orderId, outTradeNo } = await paidOrder()
    await refund(orderId, 1000n)
    expect(await world.ledger.balance(world.lab.db, `escrow:${orderId}`)).toBe(0n)
    await world.until('refunded', isState(orderId, 'refunded'))
    expect(await refundedOf(outTradeNo)).toEqual({ sum: '10.00', count: 1 })
    expect(world.told.filter((event) => event === `refunded ${orderId} 1000`)).toHaveLength(1)
    // Whoever asks for the next part holds the order and then moves money; the other way round the two would block each other.
    expect(world.toldLate).toEqual([])
    const { lines } = await world.ledger.listBill('buyer', { page: 0, size: 1 })
    expect(lines).toMatchObject([{ type: 'refund', amountFen: 1000n, reference: outTradeNo }])
  })

  test('asked for twice under one number is one, and under one number with another amount is a bug', async () => {
    const { orderId, outTradeNo } = await paidOrder()
    await refund(orderId, 400n)
    await refund(orderId, 400n)
    await expect(refund(orderId, 500n)).rejects.toThrow(/another one/)
    await world.until('told', async () => world.told.includes(`refunded ${orderId} 400`))
    expect(await refundedOf(outTradeNo)).toEqual({ sum: '4.00', count: 1 })
    expect(await world.stateOf(orderId)).toBe('paid')
  })

  test('is never more than was paid, also when fifty parts of 30 % are asked for at once', async () => {
    const { orderId, outTradeNo } = await paidOrder()
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => refund(orderId, 300n, `R-${orderId}-${i}`)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3)
    await world.until('three refunds', async () => {
      await world.advance(6000)
      return (await refundedOf(outTradeNo)).sum === '9.00'
    })
    await world.lab.settle()
    expect(await world.ledger.balance(world.lab.db, `escrow:${orderId}`)).toBe(-100n)
  })

  test.each([
    'unknown',
    'unknown-after',
    'system-error',
    'system-error-after',
    'cut-before',
    'cut-after',
    'http-500-after',
    'hang-after',
    'unsigned',
    'wrong-key',
    'truncated-json',
  ])('happens exactly once when its call ends with %s', async (kind) => {
    const { orderId, outTradeNo } = await paidOrder()
    await fault(REFUND, kind)
    await refund(orderId, 1000n)
    await world.until('refunded', async () => {
      await world.lab.advance(6000)
      return (await world.stateOf(orderId)) === 'refunded'
    })
    expect(await refundedOf(outTradeNo)).toEqual({ sum: '10.00', count: 1 })
  })

  test('that is accepted but not done yet is asked about until it is', async () => {
    const { orderId, outTradeNo } = await paidOrder()
    await fault(REFUND, 'refund-pending', { delayMs: 5 * MINUTE })
    await refund(orderId, 1000n)
    await world.lab.settle()
    expect(await world.stateOf(orderId)).toBe('paid')
    expect(world.told).not.toContain(`refunded ${orderId} 1000`)
    await world.simulator.control('POST', 'clock', { advanceMs: 5 * MINUTE + 1 })
    await world.until('refunded', async () => {
      await world.lab.advance(MINUTE)
      return (await world.stateOf(orderId)) === 'refunded'
    })
    expect(await refundedOf(outTradeNo)).toEqual({ sum: '10.00', count: 1 })
  })

  test('our balance does not allow is parked and done when it does', async () => {
    const { orderId } = await paidOrder()
    await world.simulator.control('POST', 'accounts/merchant/balance', { balance: '1.00' })
    await refund(orderId, 1000n)
    await world.until('parked', async () => {
      const { rows } = await sql<{ state: string; reason: string }>`
        select state, parked_reason as reason from payment_refund where order_id = ${orderId}`.execute(world.lab.db)
      return rows[0]?.state === 'parked' && rows[0].reason === 'ACQ.SELLER_BALANCE_NOT_ENOUGH'
    })
    await world.simulator.control('POST', 'accounts/merchant/balance', { balance: '100000.00' })
    await world.lab.advance(11 * MINUTE)
    await world.until('refunded', isState(orderId, 'refunded'))
  })

  test('of an order that holds nothing is a bug of the caller', async () => {
    const order = await world.open()
    await expect(refund(order.orderId, 1n)).rejects.toThrow(/holds no payment/)
  })
})

describe('a payment that cannot be served', () => {
  test('goes back in full under its own number, once, and within a minute', async () => {
    world.decide = () => 'refund'
    const order = await world.open(1234n)
    await world.pay(order)
    await world.until('refunded', isState(order.orderId, 'refunded'))
    world.decide = () => 'accepted'
    const { rows } = await sql<{ number: string }>`
      select r.number from payment_refund r where r.order_id = ${order.orderId}`.execute(world.lab.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.number).toMatch(new RegExp(`^R-${order.orderId}-.{22}$`))
    expect(await refundedOf(order.outTradeNo)).toEqual({ sum: '12.34', count: 1 })
    expect(world.told).toContain(`refunded ${order.orderId} 1234 unservable`)
    expect(await world.ledger.balance(world.lab.db, 'suspense')).toBe(0n)
  })

  test('is the second of two attempts of one order: one is held, the other goes back', async () => {
    const accepted = new Set<string>()
    world.decide = (orderId) => {
      if (accepted.has(orderId)) return 'refund'
      accepted.add(orderId)
      return 'accepted'
    }
    const first = await world.open(500n)
    const payUrl = await world.payment.cashierUrl({ orderId: first.orderId, device: 'pc' })
    const second = { orderId: first.orderId, outTradeNo: `${first.outTradeNo}b` }
    await inTransaction(world.lab.db, (tx) =>
      world.payment.openAttempt(tx, {
        ...second,
        buyerId: 'buyer',
        amountFen: 500n,
        expiresAt: new Date(Date.now() + 3_600_000_000),
      }),
    )
    await world.pay(second)
    await world.simulator.control('POST', `trades/${first.outTradeNo}/pay`, { payUrl, user: 'grace' })
    await world.until(
      'one held, one back',
      async () => (await world.stateOf(first.orderId)).split(',').sort().join() === 'paid,refunded',
    )
    expect(await world.ledger.balance(world.lab.db, `escrow:${first.orderId}`)).toBe(-500n)
    world.decide = () => 'accepted'
  })
})

describe('a refund that is tried again', () => {
  /** The calls about that order's trade, in their order. */
  function watch(outTradeNo: string): { calls: string[]; end: () => void } {
    const { refund: send, refundQuery } = world.provider
    const calls: string[] = []
    world.provider.refund = (asked) => {
      if (asked.outTradeNo === outTradeNo) calls.push('send')
      return send(asked)
    }
    world.provider.refundQuery = (asked) => {
      if (asked.outTradeNo === outTradeNo) calls.push('ask')
      return refundQuery(asked)
    }
    return { calls, end: () => Object.assign(world.provider, { refund: send, refundQuery }) }
  }

  test('asks what became of it, and does not send it a second time when it was done', async () => {
    const { orderId, outTradeNo } = await paidOrder()
    const { calls, end } = watch(outTradeNo)
    await fault(REFUND, 'unknown-after')
    await refund(orderId, 400n)
    await world.until('done', async () => {
      await world.lab.advance(6000)
      return world.told.includes(`refunded ${orderId} 400`)
    })
    end()
    // Asked more than once where the hours pass faster than an answer comes.
    expect(calls.slice(0, 2)).toEqual(['send', 'ask'])
    expect(calls.slice(2)).not.toContain('send')
    expect(await refundedOf(outTradeNo)).toEqual({ sum: '4.00', count: 1 })
  })

  test('asks first and sends the same number again when the provider never heard of it', async () => {
    const { orderId, outTradeNo } = await paidOrder()
    const { calls, end } = watch(outTradeNo)
    await fault(REFUND, 'unknown')
    await refund(orderId, 400n)
    await world.until('done', async () => {
      await world.lab.advance(6000)
      return world.told.includes(`refunded ${orderId} 400`)
    })
    end()
    expect(calls.slice(0, 2)).toEqual(['send', 'ask'])
    expect(calls.slice(2)).toContain('send')
    expect(await refundedOf(outTradeNo)).toEqual({ sum: '4.00', count: 1 })
  })

  test('and is said to be on its way although its sending was lost is sent again under its number', async () => {
    const { orderId, outTradeNo } = await paidOrder()
    const { refund: send, refundQuery } = world.provider
    const calls: string[] = []
    world.provider.refund = async (asked) => {
      if (asked.outTradeNo !== outTradeNo) return send(asked)
      calls.push(`send ${asked.number}`)
      // The first never arrives, and the provider answers as of one that is not done yet.
      return calls.length === 1 ? { outcome: 'pending' } : send(asked)
    }
    world.provider.refundQuery = async (asked) => {
      const answer = await refundQuery(asked)
      return asked.outTradeNo === outTradeNo && answer.outcome === 'absent' ? { outcome: 'pending' } : answer
    }
    await refund(orderId, 400n)
    await world.until('done', async () => {
      await world.lab.advance(61_000)
      return world.told.includes(`refunded ${orderId} 400`)
    })
    Object.assign(world.provider, { refund: send, refundQuery })
    expect(new Set(calls)).toEqual(new Set([`send R-${orderId}`]))
    expect(calls.length).toBeGreaterThan(1)
    expect(await refundedOf(outTradeNo)).toEqual({ sum: '4.00', count: 1 })
  })

  test('by a second process while the first still waits for its answer is booked and told once', async () => {
    const { orderId, outTradeNo } = await paidOrder()
    const send = world.provider.refund
    let release = () => {}
    let isSent = false
    world.provider.refund = async (asked) => {
      const answer = await send(asked)
      isSent = true
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return answer
    }
    const number = `R-${orderId}`
    // The notification of it would ask as well, perhaps at the same time.
    await fault('notify', 'never', { times: 50 })
    await refund(orderId, 400n)
    await world.until('sent', async () => isSent)
    world.provider.refund = send
    const other = world.openProcess()
    await other.jobs.start()
    await world.lab.advance(21_000)
    await world.until('told', async () => {
      await other.jobs.poke()
      return world.told.includes(`refunded ${orderId} 400`)
    })
    release()
    await world.lab.settle()
    const { rows } = await sql<{ state: string; asks: number }>`
      select state, asks from payment_refund where number = ${number}`.execute(world.lab.db)
    expect(rows).toEqual([{ state: 'done', asks: 2 }])
    expect(world.told.filter((event) => event === `refunded ${orderId} 400`)).toHaveLength(1)
    expect(await refundedOf(outTradeNo)).toEqual({ sum: '4.00', count: 1 })
    await other.jobs.stop()
    await world.simulator.control('DELETE', 'faults')
  })
})

test('refunds of one trade keep three seconds between them, and each is sent once', async () => {
  const { orderId, outTradeNo } = await paidOrder()
  const send = world.provider.refund
  let sent = 0
  world.provider.refund = async (asked) => {
    if (asked.outTradeNo === outTradeNo) sent += 1
    return send(asked)
  }
  await Promise.all([100n, 200n, 300n].map((amountFen, i) => refund(orderId, amountFen, `R-${orderId}-${i}`)))
  await world.until('all three', async () => {
    await world.advance(1000)
    return (await refundedOf(outTradeNo)).sum === '6.00'
  })
  world.provider.refund = send
  expect(sent).toBe(3)
  const { rows } = await sql<{ at: Date }>`
    select asked_at as at from payment_refund where order_id = ${orderId} order by asked_at`.execute(world.lab.db)
  const pauses = rows.slice(1).map(({ at }, i) => at.getTime() - rows[i]!.at.getTime())
  expect(pauses).toHaveLength(2)
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(3000)
})

test('two parts that come back at one moment are known to be the whole', async () => {
  const { orderId } = await paidOrder()
  const waiting = async () => {
    // The notification of the first, which comes meanwhile, waits for its row too.
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query not like 'update payment_refund%'`.execute(world.lab.db)
    return rows.length
  }
  // Keeps both from committing until both have done what they do.
  await sql
    .raw(`create function test_wait() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(4711); return null; end $$;
      create constraint trigger test_wait after insert on ledger_posting deferrable initially deferred
        for each row when (new.kind = 'refund') execute function test_wait();`)
    .execute(world.lab.db)
  await world.lab.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    await inTransaction(world.lab.db, async (other) => {
      for (const amountFen of [400n, 600n])
        await world.payment.refund(other, { orderId, amountFen, number: `R-${orderId}-${amountFen}`, reason: 'test' })
    })
    await world.until('the first is back', async () => (await waiting()) === 1)
    await world.advance(6000)
    await world.until('the second is back', async () => (await waiting()) === 2)
  })
  await sql.raw('drop function test_wait cascade').execute(world.lab.db)
  await world.lab.settle()
  expect(await world.stateOf(orderId)).toBe('refunded')
})
