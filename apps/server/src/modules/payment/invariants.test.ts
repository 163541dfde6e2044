import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentLab, startPaymentLab } from '../../../test/labs/payment-lab.ts'
import { breachesAfter, brokenBy } from '../../../test/world/breaches.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { PAYMENT_INVARIANTS } from './invariants.ts'

/** One breach planted for each rule, over books with a payment held, one given back, and refunds done and under way. */
let world: PaymentLab
let held: string
let parted: string
let givenBack: string

beforeAll(async () => {
  world = await startPaymentLab()
  held = await paidOrder(1000n)
  parted = await paidOrder(1000n)
  await refund(parted, 300n, 'R-part')
  await world.until('refunded in part', async () => world.told.includes(`refunded ${parted} 300`))
  world.decide = () => 'refund'
  givenBack = await paidOrder(500n)
  await world.until('given back', async () => (await world.stateOf(givenBack)) === 'refunded')
  await world.simulator.control('POST', 'faults', { on: '*', kind: 'http-500', times: 1000 })
  await refund(held, 200n, 'R-waiting')
  await world.lab.jobs.stop()
})
afterAll(() => world.stop())

async function paidOrder(amountFen: bigint): Promise<string> {
  const order = await world.open(amountFen)
  await world.pay(order)
  await world.until('paid', async () => (await world.stateOf(order.orderId)) !== 'open')
  return order.orderId
}
const refund = (orderId: string, amountFen: bigint, number: string) =>
  inTransaction(world.lab.db, (tx) => world.payment.refund(tx, { orderId, amountFen, number, reason: 'test' }))

const PLANTS: [what: string, change: () => string, breaches: RegExp[]][] = [
  [
    'a paid attempt of another amount than its posting',
    () => `update payment_attempt set amount_fen = amount_fen + 1 where order_id = '${held}';
      update payment_attempt set amount_fen = amount_fen - 1 where order_id = '${parted}'`,
    [/^I6 a paid attempt has its posting: .* has 0 /, /^I6 a paid attempt has its posting: .* has 0 /],
  ],
  [
    'a payment posted for nobody',
    () => `insert into ledger_posting (kind, key, order_id) values ('payment', 'pay:nobody', 'nobody')`,
    [/^I6 a payment posting has its attempt: posting pay:nobody /],
  ],
  [
    'more money in than was paid',
    () => `insert into ledger_entry (posting_seq, line, account, amount_fen)
      select seq, 9, 'alipay', 5 from ledger_posting where key = 'pay:${held}'`,
    [/^I8 paid attempts: paid attempts sum to 2500, their postings to 2505$/],
  ],
  [
    'a refund done that was never posted, behind one posted twice as large',
    () => `update payment_refund set state = 'done', done_at = now(), next_ask_at = null where number = 'R-waiting';
      update ledger_entry set amount_fen = amount_fen - 200 where account = 'alipay'
        and posting_seq = (select seq from ledger_posting where key = 'refund:R-part')`,
    [
      /^I6 a finished refund has its posting: refund R-part .* 0 postings/,
      /^I6 a finished refund has its posting: refund R-waiting .* 0 postings/,
    ],
  ],
  [
    'a refund posted with money nobody gave back',
    () => `insert into ledger_entry (posting_seq, line, account, amount_fen)
      select seq, 9, 'alipay', -5 from ledger_posting where key = 'refund:R-part'`,
    [/^I8 finished refunds: finished refunds sum to 800, their postings to 805$/],
  ],
  [
    'more given back than was paid',
    () => `update payment_refund set amount_fen = 1001 where number = 'R-waiting'`,
    [/^I4 refunds of an attempt: attempt .* of 1000 has refunds of 1001$/],
  ],
  [
    'a refund under way whose money was never set aside',
    () => `update ledger_posting set key = 'elsewhere' where key = 'refund-begun:R-waiting'`,
    [/^I10 a refund under way has its money set aside: refund R-waiting /],
  ],
  [
    'a refund returned by hand that nobody confirmed',
    () => `insert into payment_refund_outside (id, number, amount_fen, reference, reason, proposer_id)
        values ('alone', 'R-part', 300, 'bank', 'over', 'operator-a');
      update payment_refund set outside_id = 'alone' where number = 'R-part';
      update ledger_entry set account = 'adjustment' where account = 'alipay'
        and posting_seq = (select seq from ledger_posting where key = 'refund:R-part')`,
    [/^I12 a refund outside the provider has two people: refund R-part /],
  ],
  [
    'an attempt called refunded with money left',
    () => `update payment_attempt set state = 'refunded' where order_id = '${parted}'`,
    [/^I4 a refunded attempt is whole: attempt .* is refunded, 300 of 1000 are back$/],
  ],
  [
    'an attempt called paid with nothing left',
    () => `update payment_attempt set state = 'paid' where order_id = '${givenBack}'`,
    [/^I4 a refunded attempt is whole: attempt .* is paid, 500 of 500 are back$/],
  ],
]

test('sound books break no rule', async () => {
  expect(await breachesAfter(world.lab.db, PAYMENT_INVARIANTS, 'select 1')).toEqual([])
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from payment_refund where state <> 'done'`.execute(world.lab.db)
  expect(rows[0]!.n).toBe(1)
})

test.each(PLANTS)('%s is reported, and nothing else', async (_, change, breaches) => {
  const found = await breachesAfter(world.lab.db, PAYMENT_INVARIANTS, change())
  expect(found).toHaveLength(breaches.length)
  for (const breach of breaches)
    expect(
      found.some((one) => breach.test(one)),
      `${breach} in ${found.join('; ')}`,
    ).toBe(true)
})

test('every rule is broken by one of these', async () => {
  const broken = new Set<string>()
  for (const [, change] of PLANTS)
    for (const { name } of await brokenBy(world.lab.db, PAYMENT_INVARIANTS, change())) broken.add(name)
  expect([...broken].sort()).toEqual(PAYMENT_INVARIANTS.map(({ name }) => name).sort())
})
