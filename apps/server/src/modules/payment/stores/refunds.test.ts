import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentLab, startPaymentLab } from '../../../../test/labs/payment-lab.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { claimRefunds } from './refunds.ts'

/** Taking refunds that are due, by several processes. */

let world: PaymentLab
beforeAll(async () => {
  world = await startPaymentLab()
  await world.lab.jobs.stop()
})
afterAll(() => world.stop())

const numbersOf = (claimed: { number: string }[]) => claimed.map(({ number }) => number)

test('two processes never take two refunds of one trade at once, and the second takes its turn later', async () => {
  const { db } = world.lab
  await sql`insert into payment_attempt (id, order_id, buyer_id, out_trade_no, trade_no, amount_fen, state, expires_at, paid_at)
    values ('twice', 'twice', 'buyer', 'T-twice', '1', 900, 'paid', business_now(), business_now())`.execute(db)
  for (const [number, due] of [
    ['R-first', "business_now() + interval '1 hour'"],
    ['R-second', "business_now() - interval '1 minute'"],
  ] as const)
    await sql`insert into payment_refund (number, attempt_id, order_id, buyer_id, amount_fen, reason, is_unservable, next_ask_at)
      values (${number}, 'twice', 'twice', 'buyer', 300, 'test', false, ${sql.raw(due)})`.execute(db)
  const later = await inTransaction(db, async (one) => {
    expect(numbersOf(await claimRefunds(one, { number: 'R-second' }))).toEqual(['R-second'])
    // Due by now, and before the other: a process that cannot see the claim of the first yet would take it.
    await sql`update payment_refund set next_ask_at = business_now() - interval '2 minutes' where number = 'R-first'`.execute(
      db,
    )
    let isDone = false
    const claiming = claimRefunds(db, { limit: 10 }).finally(() => {
      isDone = true
    })
    await world.until('it waits for the turn', async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%payment_refund_turn%'`.execute(db)
      return isDone || rows.length > 0
    })
    return { claiming }
  })
  expect(numbersOf(await later.claiming)).toEqual([])
  expect(numbersOf(await claimRefunds(db, { limit: 10 }))).toEqual([])
  await world.lab.advance(5000)
  expect(numbersOf(await claimRefunds(db, { limit: 10 }))).toEqual(['R-first'])
})
