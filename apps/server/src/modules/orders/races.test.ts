import { clearCompute, clearComputeGet } from '@trove/contract/compute/orders'
import { cancelOrder, clear, clearGet, createPayment } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '../../../test/labs/orders-lab.ts'
import { type MoneyProcess, type OrdersMoneyLab, startOrdersMoneyLab } from '../../../test/labs/orders-money-lab.ts'
import { tally } from '../../../test/world/tally.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { MOST_UNPAID_GOODS } from './model/rules.ts'

/** Contests of two processes over real payment, wallet and ledger, with the gateway's stand-in: their locks are what is tried. */

/** Rounds of the contests whose winner is left to chance; the goals of docs/money.md are checked with more. */
const ROUNDS = Number(process.env.TROVE_RACE_ROUNDS ?? 5)

let money: OrdersMoneyLab
let count = 0
const person = (role: string) => `${role}${++count}`
const either = (i: number) => money.processes[i % 2]!

beforeAll(async () => {
  money = await startOrdersMoneyLab()
})
afterAll(async () => {
  await money.until('no money is on its way', async () => (await moneyOnItsWay()) === 0)
  expect(await money.processes[0].ledger.verify()).toEqual([])
  await money.stop()
})

const offer = (seller = person('seller')) => money.market.publish({ sellerId: seller, priceFen: 7200n, periodDays: 3 })
const buy = (process: MoneyProcess, productId: string, buyer: string) =>
  process.call(createPayment, { body: { productId, productType: 'superPoints' } }, buyer)
async function moneyOnItsWay(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (select count(*)::int from payment_refund where state <> 'done')
    + (select count(*)::int from wallet_payout where state = 'in-flight') as n`.execute(money.lab.db)
  return rows[0]!.n
}

async function countOrders(productId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders where product_id = ${productId}`.execute(money.lab.db)
  return rows[0]!.n
}
async function serving(seller: string): Promise<string> {
  const [one] = money.processes
  const productId = await offer(seller)
  const url = await buy(one, productId, person('buyer'))
  const { id, outTradeNo } = await money.orderOf(productId)
  expect(await money.pay(outTradeNo, url)).toBe(true)
  await money.until('paid', async () => (await money.orderOf(productId)).state === 'paid')
  await inTransaction(money.lab.db, (tx) => one.orders.beginService(tx, id))
  return id
}

test('200 buyers at once: one order, 199 refusals (C1)', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const productId = await offer()
    const results = await tally(Array.from({ length: 200 }, (_, i) => buy(either(i), productId, person('buyer'))))
    expect(results).toEqual({ done: 1, 'orders.product-taken': 199 })
    expect(await countOrders(productId)).toBe(1)
  }
})

test('the index alone keeps a one-of product in one live order, whatever the program does', async () => {
  const productId = await offer()
  await buy(either(0), productId, person('buyer'))
  const copy = sql`insert into orders (id, out_trade_no, product_type, product_id, is_one_of, buyer_id, seller_id,
      amount_fen, period_days, snapshot, search_text, expires_at)
    select id || '2', out_trade_no || '2', product_type, product_id, is_one_of, 'other', seller_id, amount_fen,
      period_days, snapshot, search_text, expires_at from orders where product_id = ${productId}`
  await expect(copy.execute(money.lab.db)).rejects.toMatchObject({ constraint: 'orders_one_live_per_product' })
})

test('one buyer’s 20 machines at once: as many unpaid orders as one may hold, the rest refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = person('buyer')
    const offers = await Promise.all(Array.from({ length: 20 }, () => offer()))
    const results = await tally(offers.map((productId, i) => buy(either(i), productId, buyer)))
    expect(results).toEqual({ done: MOST_UNPAID_GOODS, 'orders.too-many-unpaid': 20 - MOST_UNPAID_GOODS })
    const states = await Promise.all(offers.map((productId) => money.market.state(productId)))
    expect(states.filter(({ holder }) => holder !== null)).toHaveLength(MOST_UNPAID_GOODS)
  }
})

test('one buyer’s 50 clicks: one order, which every click gets (C6)', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const productId = await offer()
    const buyer = person('buyer')
    const urls = await Promise.all(Array.from({ length: 50 }, (_, i) => buy(either(i), productId, buyer)))
    // Signed anew for each click, the addresses differ in their time alone.
    const numbers = urls.map((url) => JSON.parse(new URL(url).searchParams.get('biz_content')!).out_trade_no as string)
    expect(new Set(numbers)).toEqual(new Set([(await money.orderOf(productId)).outTradeNo]))
    expect(await countOrders(productId)).toBe(1)
  }
})

/** The seller of the gateway's stand-in. */
const ACCOUNT = { accountId: '2088102180010001', accountKind: 'user-id', avatar: null, nickname: '嘉木' } as const
async function paidOutFen(sellerId: string): Promise<bigint> {
  const { rows } = await sql<{ fen: bigint }>`select coalesce(sum(amount_fen), 0)::bigint as fen from wallet_payout
    where user_id = ${sellerId} and state = 'paid'`.execute(money.lab.db)
  return rows[0]!.fen
}

test('100 clearings at once over every endpoint: one effect, 99 refusals (C7)', async () => {
  for (const ends of [false, true]) {
    const seller = person('seller')
    if (ends) await money.processes[0].wallet.bindDemo(seller, ACCOUNT, '陈嘉木')
    const orderId = await serving(seller)
    await money.advance(days(ends ? 4 : 1))
    const id = { superPointsProductId: orderId }
    const order = { orderProductId: orderId, productType: 'superPoints' as const }
    const calls = [
      (lab: MoneyProcess) => lab.call(clearComputeGet, { query: id }, seller),
      (lab: MoneyProcess) => lab.call(clearCompute, { body: id }, seller),
      (lab: MoneyProcess) => lab.call(clearGet, { query: order }, seller),
      (lab: MoneyProcess) => lab.call(clear, { body: order }, seller),
    ]
    const results = await tally(Array.from({ length: 100 }, (_, i) => calls[i % 4]!(either(i >> 2))))
    expect(results).toEqual({ done: 1, 'orders.nothing-to-clear': 99 })
    expect(await money.processes[0].ledger.balance(money.lab.db, `payable:${seller}`)).toBe(ends ? 0n : -2400n)
    if (ends) await money.until('paid out once', async () => (await paidOutFen(seller)) === 7200n)
  }
})

test('the seller takes the machine offline while 50 buy: sold or offline, never both (C10)', async () => {
  for (let round = 0; round < 4 * ROUNDS; round++) {
    const productId = await offer()
    const buyers = Array.from({ length: 50 }, (_, i) => () => buy(either(i), productId, person('buyer')))
    let isOff = false
    const off = async () => {
      isOff = await money.market.takeOffline(productId)
    }
    const at = (round * 7) % 20
    const results = await tally([...buyers.slice(0, at), off, ...buyers.slice(at)].map((work) => work()))
    const sold = (results.done ?? 0) - 1
    expect(sold).toBe(isOff ? 0 : 1)
    expect(await countOrders(productId)).toBe(sold)
  }
})

type Book = { refunds: { outTradeNo: string; amount: string }[] }

test('paying, cancelling and the next buyer at once: served, given back or never paid, and no money is lost', async () => {
  const [one, two] = money.processes
  const orders: { id: string; outTradeNo: string; productId: string; isPaid: boolean }[] = []
  for (let round = 0; round < 4 * ROUNDS; round++) {
    const buyer = person('buyer')
    const productId = await offer()
    const url = await buy(one, productId, buyer)
    const { id, outTradeNo } = await money.orderOf(productId)
    let isPaid = false
    await tally([
      money.pay(outTradeNo, url).then(async (done) => {
        isPaid = done
        await one.payment.ask(id)
      }),
      two.call(cancelOrder, { params: { id } }, buyer),
      buy(two, productId, person('buyer')),
      two.payment.ask(id),
    ])
    orders.push({ id, outTradeNo, productId, isPaid })
  }
  const stateOf = async (id: string) =>
    (await sql<{ state: string }>`select state from orders where id = ${id}`.execute(money.lab.db)).rows[0]!.state
  for (const { id, outTradeNo, isPaid } of orders) {
    const ends = isPaid ? ['paid', 'refunded'] : ['closed']
    await money.until(`${id} ends as one of ${ends}`, async () => ends.includes(await stateOf(id)))
    // What the gateway's own book says of it.
    const { refunds } = await money.simulator.control<Book>('GET', 'book')
    const given = refunds.filter((refund) => refund.outTradeNo === outTradeNo).map(({ amount }) => amount)
    expect(given).toEqual((await stateOf(id)) === 'refunded' ? ['72.00'] : [])
  }
  expect(await one.ledger.verify()).toEqual([])
})

test('accepting and giving parts back at once over two processes: each once, in the gateway’s book too (C9)', async () => {
  const [one] = money.processes
  const done: { id: string; outTradeNo: string; seller: string }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [buyer, seller] = [person('buyer'), person('seller')]
    const productId = await money.kinds.work.publish({ sellerId: seller, priceFen: 8000n })
    const url = await one.call(createPayment, { body: { productId, productType: 'manpower' } }, buyer)
    const { id, outTradeNo } = await money.orderOf(productId)
    expect(await money.pay(outTradeNo, url)).toBe(true)
    await money.until('paid', async () => (await money.orderOf(productId)).state === 'paid')
    await inTransaction(money.lab.db, (tx) => one.orders.start(tx, id))
    await inTransaction(money.lab.db, (tx) => one.orders.deliver(tx, id))
    const refund = (i: number) =>
      inTransaction(money.lab.db, (tx) =>
        either(i).orders.refund(tx, id, { key: `part-${i % 3}`, amountFen: 3000n, reason: 'hours' }),
      )
    const accept = (i: number) =>
      either(i).call(clear, { body: { orderProductId: id, productType: 'manpower' } }, buyer)
    const works = Array.from({ length: 100 }, (_, i) => (i % 3 === round % 3 ? accept(i >> 1) : refund(i >> 1)))
    const { 'orders.nothing-to-clear': late = 0 } = await tally(works)
    expect(late).toBe(works.filter((_, i) => i % 3 === round % 3).length - 1)
    done.push({ id, outTradeNo, seller })
  }
  for (const { id, outTradeNo, seller } of done) {
    const sums = async () => {
      const { rows } = await sql<{ state: string; cleared: bigint; refunded: bigint; back: bigint }>`
        select state, cleared_fen as cleared, refunded_fen as refunded, returned_fen as back
        from orders where id = ${id}`.execute(money.lab.db)
      return rows[0]!
    }
    await money.until('all parts are back', async () => {
      // The gateway wants a pause between two refunds of one trade.
      await money.advance(4000)
      const { back, refunded } = await sums()
      return back === refunded
    })
    const { state, cleared, refunded } = await sums()
    expect([state, cleared + refunded]).toEqual(['finished', 8000n])
    expect(await one.ledger.balance(money.lab.db, `payable:${seller}`)).toBe(-cleared)
    const { refunds } = await money.simulator.control<Book>('GET', 'book')
    const given = refunds.filter((one) => one.outTradeNo === outTradeNo).map(({ amount }) => amount)
    expect(given).toEqual(Array.from({ length: Number(refunded / 3000n) }, () => '30.00'))
  }
})

test('ending a lease early and clearing it at once over two processes: ended once, to the fen in the gateway’s book', async () => {
  const [one] = money.processes
  for (let round = 0; round < ROUNDS; round++) {
    const seller = person('seller')
    const orderId = await serving(seller)
    await money.advance(days(1) + 1000 * round)
    const ask = { key: 'stopped', amountFen: 2400n, reason: 'ended early' }
    const stop = (i: number) => inTransaction(money.lab.db, (tx) => either(i).orders.stop(tx, orderId, ask))
    const clearIt = (i: number) =>
      either(i).call(clear, { body: { orderProductId: orderId, productType: 'superPoints' } }, seller)
    const stops = await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => stop(i)),
      tally(Array.from({ length: 20 }, (_, i) => clearIt(i))).then(() => false),
    ])
    expect(stops.filter(Boolean)).toHaveLength(1)
    await money.until('the rest is cleared', async () => {
      await tally([clearIt(0)])
      return (await stateAndSums(orderId)).state === 'finished'
    })
    const { cleared, refunded, outTradeNo } = await stateAndSums(orderId)
    expect([cleared, refunded]).toEqual([4800n, 2400n])
    expect(await one.ledger.balance(money.lab.db, `payable:${seller}`)).toBe(-4800n)
    const given = async () => {
      const { refunds } = await money.simulator.control<Book>('GET', 'book')
      return refunds.filter((refund) => refund.outTradeNo === outTradeNo).map(({ amount }) => amount)
    }
    await money.until('given back', async () => (await given()).length > 0)
    expect(await given()).toEqual(['24.00'])
  }
})

test('renewing at once, and paying for it, the end and an early end at once: one renewal, begun or given back whole', async () => {
  const [one, two] = money.processes
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const orderId = await serving(person('seller'))
    const { productId, buyer } = await goodsOf(orderId)
    await money.advance(days(3) - 6 * 60_000)
    const body = { productId, productType: 'superPoints' as const, renews: orderId }
    const urls = await Promise.all(Array.from({ length: 20 }, (_, i) => either(i).call(createPayment, { body }, buyer)))
    const numbers = new Set(urls.map((url) => JSON.parse(new URL(url).searchParams.get('biz_content')!).out_trade_no))
    expect(numbers.size).toBe(1)
    const { rows } = await sql<{ id: string; outTradeNo: string }>`
      select id, out_trade_no as "outTradeNo" from orders where renews = ${orderId}`.execute(money.lab.db)
    expect(rows).toHaveLength(1)
    const [renewal] = rows
    expect(await money.pay(renewal!.outTradeNo, urls[0]!)).toBe(true)
    if (round % 2) await money.advance(7 * 60_000)
    const ask = { key: 'stopped', amountFen: 0n, reason: 'ended early' }
    await Promise.all([
      one.payment.ask(renewal!.id),
      two.payment.ask(renewal!.id),
      ...(round % 3 ? [inTransaction(money.lab.db, (tx) => two.orders.stop(tx, orderId, ask))] : []),
    ])
    await money.advance(7 * 60_000)
    await money.until('begun or given back', async () =>
      ['serving', 'refunded'].includes((await stateAndSums(renewal!.id)).state),
    )
    const { state, refunded } = await stateAndSums(renewal!.id)
    const { refunds } = await money.simulator.control<Book>('GET', 'book')
    const given = refunds.filter((refund) => refund.outTradeNo === renewal!.outTradeNo).map(({ amount }) => amount)
    expect([refunded, given]).toEqual(state === 'serving' ? [0n, []] : [7200n, ['72.00']])
    const { holder } = await money.market.state(productId)
    expect(holder).toBe(state === 'serving' ? renewal!.id : null)
  }
})

async function goodsOf(id: string): Promise<{ productId: string; buyer: string }> {
  const { rows } = await sql<{ productId: string; buyer: string }>`
    select product_id as "productId", buyer_id as buyer from orders where id = ${id}`.execute(money.lab.db)
  return rows[0]!
}

async function stateAndSums(id: string) {
  const { rows } = await sql<{ state: string; cleared: bigint; refunded: bigint; outTradeNo: string }>`
    select state, cleared_fen as cleared, refunded_fen as refunded, out_trade_no as "outTradeNo"
    from orders where id = ${id}`.execute(money.lab.db)
  return rows[0]!
}
