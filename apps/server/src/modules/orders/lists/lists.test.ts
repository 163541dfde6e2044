import { listComputeConsume, listComputeProfit, listPurchases } from '@trove/contract/compute/orders'
import { countOrders, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrdersLab, openOrdersLab } from '../../../../test/labs/orders-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { listEvents } from '../model/queries.ts'

let base: TestDatabase
let lab: OrdersLab
let count = 0
const person = (role: string) => `${role}${++count}`

beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openOrdersLab(base.url)
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

async function buy(buyer: string, seller: string): Promise<string> {
  const productId = await lab.market.publish({ sellerId: seller, priceFen: 990n, periodDays: 30 })
  const url = await lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, buyer)
  return url.split('/').at(-1)!
}
/** Bought and paid: unpaid ones are only so many at once. */
async function order(buyer: string, seller: string): Promise<string> {
  const orderId = await buy(buyer, seller)
  await pay(orderId)
  return orderId
}
async function pay(orderId: string): Promise<void> {
  await lab.payment.payAtCashier(orderId)
  await lab.payment.notify(orderId)
}

type Query = { page?: number; size?: number; sort?: 'newest' | 'oldest'; cursor?: string; name?: string }
const consume = (buyer: string, query: Query = {}) => lab.call(listComputeConsume, { query }, buyer)

/** Follows nextCursor to the end; `between` runs after each page. */
async function walk(buyer: string, query: Query, between: () => Promise<void> = async () => {}): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await consume(buyer, { ...query, cursor })
    ids.push(...page.content.map((order) => order.id))
    if (page.nextCursor === null) return ids
    cursor = page.nextCursor
    await between()
  }
}

describe('an order list', () => {
  test('is newest first, paged by number or by cursor, with the count of all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 7 }), async (n, size) => {
        const buyer = person('buyer')
        const ids: string[] = []
        for (let i = 0; i < n; i++) ids.unshift(await order(buyer, person('seller')))
        const pages = Array.from({ length: Math.ceil(n / size) + 1 }, (_, page) => consume(buyer, { page, size }))
        const answers = await Promise.all(pages)
        expect(answers.flatMap((answer) => answer.content.map((order) => order.id))).toEqual(ids)
        for (const answer of answers) expect(answer.totalElements).toBe(n)
        expect(await walk(buyer, { size })).toEqual(ids)
        expect(await walk(buyer, { size, sort: 'oldest' })).toEqual([...ids].reverse())
      }),
      { numRuns: 12 },
    )
  })

  test('walked by cursor gives every order once while others are added (P10)', async () => {
    const buyer = person('buyer')
    const ids: string[] = []
    for (let i = 0; i < 11; i++) ids.unshift(await order(buyer, person('seller')))
    const seen = await walk(buyer, { size: 3 }, async () => void (await order(buyer, person('seller'))))
    expect(seen).toEqual(ids)
    const oldest = await walk(buyer, { size: 4, sort: 'oldest' })
    expect(new Set(oldest).size).toBe(oldest.length)
    expect(oldest).toHaveLength((await consume(buyer)).totalElements)
  })

  test('counts right before and after the changes are folded, for every list', async () => {
    const buyer = person('buyer')
    const seller = person('seller')
    const totals = async () => [
      (await consume(buyer, { size: 1 })).totalElements,
      (await lab.call(listComputeProfit, { query: { size: 1 } }, seller)).totalElements,
      (await lab.call(listPurchases, { query: { size: 1 } }, buyer)).totalElements,
      (await consume(seller)).totalElements,
    ]
    expect(await totals()).toEqual([0, 0, 0, 0])
    const orders = [await buy(buyer, seller), await buy(buyer, seller), await buy(buyer, seller)]
    await pay(orders[0]!)
    await pay(orders[1]!)
    expect(await totals()).toEqual([3, 3, 2, 0])
    await lab.sweep()
    expect(await totals()).toEqual([3, 3, 2, 0])
    await lab.db.transaction().execute((tx) => lab.orders.failService(tx, orders[1]!, 'gone'))
    expect(await totals()).toEqual([3, 3, 1, 0])
    await Promise.all([lab.sweep(), lab.sweep()])
    expect(await totals()).toEqual([3, 3, 1, 0])
    expect(await lab.ledger.verify()).toEqual([])
    const counts = (userId: string) => lab.call(countOrders, {}, userId)
    expect(await counts(buyer)).toEqual([{ productType: 'superPoints', consume: 3, profit: 0, purchases: 1 }])
    expect(await counts(seller)).toEqual([{ productType: 'superPoints', consume: 0, profit: 3, purchases: 0 }])
  })

  test('is searched by order number, resource id and the other side’s nickname, and by nothing else', async () => {
    const buyer = person('buyer')
    const sellers = [person('seller'), person('seller')] as const
    const ids = [await buy(buyer, sellers[0]), await buy(buyer, sellers[1]), await buy(buyer, sellers[1])]
    const all = (await consume(buyer)).content
    const found = async (name: string) => {
      const { content, totalElements } = await consume(buyer, { name })
      expect(totalElements).toBe(content.length)
      return content.map((order) => order.id)
    }
    expect(await found(all[0]!.outTradeNo.slice(6))).toEqual([ids[2]])
    expect(await found(`  RES-${all[1]!.authId.toUpperCase()} `)).toEqual([ids[1]])
    expect(await found(`${sellers[1]}-name`)).toEqual([ids[2], ids[1]])
    for (const nothing of ['%', 'r_s', "' or 1=1 --", '不存在', `${buyer}-name`])
      expect(await found(nothing)).toEqual([])
    const page = await consume(buyer, { name: 'res-', size: 2 })
    expect(page).toMatchObject({ totalElements: 3, content: [{ id: ids[2] }, { id: ids[1] }] })
    const rest = await consume(buyer, { name: 'res-', size: 2, cursor: page.nextCursor! })
    expect(rest).toMatchObject({ totalElements: 3, nextCursor: null, content: [{ id: ids[0] }] })
    expect((await consume(buyer, { name: 'res-', page: 9 })).totalElements).toBe(3)
    const ofSeller = await lab.call(listComputeProfit, { query: { name: `${buyer}-name` } }, sellers[1])
    expect(ofSeller.content.map((order) => order.id)).toEqual([ids[2], ids[1]])
  })

  test('refuses sizes, pages and sorts out of range, and a cursor of someone else’s order leads nowhere', async () => {
    const buyer = person('buyer')
    await buy(buyer, person('seller'))
    const foreign = await buy(person('buyer'), person('seller'))
    for (const query of [{ size: 0 }, { size: 101 }, { page: -1 }, { page: 1.5 }, { sort: 'pg_sleep(5)' as never }])
      await expect(consume(buyer, query)).rejects.toThrow()
    expect((await consume(buyer, { cursor: foreign })).content).toEqual([])
  })
})

describe('plans of hot reads', () => {
  /** Plans of every statement the pool is asked meanwhile. */
  async function plansOf(work: () => Promise<unknown>): Promise<string> {
    const asked: { text: string; values: unknown[] }[] = []
    const original = lab.pool.query
    lab.pool.query = ((...given: unknown[]) => {
      asked.push(given[0] as (typeof asked)[number])
      return (original as (...all: unknown[]) => unknown).apply(lab.pool, given)
    }) as typeof original
    try {
      await work()
    } finally {
      lab.pool.query = original
    }
    expect(asked.length).toBeGreaterThan(0)
    const plans: string[] = []
    for (const { text, values } of asked) {
      const { rows } = await lab.pool.query(`explain ${text}`, values)
      plans.push(...rows.map((row) => row['QUERY PLAN']))
    }
    return plans.join('\n')
  }

  test('never scan all orders, for any list, page or search', async () => {
    await sql`insert into orders (id, out_trade_no, product_type, product_id, is_one_of, buyer_id, seller_id, amount_fen,
        period_days, snapshot, search_text, state, close_reason, expires_at)
      select 'x' || i, 'x' || i, 'superPoints', 'p' || i, true, 'b' || i % 500, 's' || i % 300, 100, 1, '{"cpuCores": 4}', 'x' || i,
        'closed', 'expired', now() from generate_series(1, 20000) i`.execute(lab.db)
    await sql`analyze orders`.execute(lab.db)
    const plans = await plansOf(async () => {
      for (const query of [{}, { page: 3 }, { sort: 'oldest' as const }, { cursor: 'x9' }, { name: 'x1' }]) {
        await consume('b7', query)
        await lab.call(listComputeProfit, { query }, 's7')
        await lab.call(listPurchases, { query }, 'b7')
      }
    })
    expect(plans).not.toMatch(/Seq Scan on orders/)
  })

  test('of an order that was cleared thousands of times take its last clearing and the newest payouts only', async () => {
    const seller = person('seller')
    const orderId = await order(person('buyer'), seller)
    const begun = await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
    await sql`insert into clearings (order_id, number, amount_fen, is_automatic, at)
      select ${orderId}, n, n, false, ${begun.serveStartAt}::timestamptz + make_interval(secs => 10 * n)
      from generate_series(1, 3000) n`.execute(lab.db)
    await sql`insert into order_events (order_id, step, at)
      select order_id, 'cleared', at from clearings where order_id = ${orderId} order by number`.execute(lab.db)
    const steps = (await listEvents(lab.db, orderId)).map(({ step }) => step)
    expect(steps).toEqual(['created', 'paid', 'provisioning', 'serving', 'cleared'])
    const { payouts, timeLine } = await lab.call(getOrder, { params: { id: orderId } }, seller)
    expect(timeLine.find(({ step }) => step === 'cleared')?.at).toBe(payouts.at(-1)!.at)
    expect([payouts.length, payouts.at(0)!.amount, payouts.at(-1)!.amount]).toEqual([500, '25.01', '30.00'])
  })
})
