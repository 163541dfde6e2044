import { agreeOutsideRefund, listParkedRefunds, proposeOutsideRefund } from '@trove/contract/payment/parked-refunds'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KillLab, startKillLab } from '../../../../test/labs/kill-lab.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** kill -9 of the process that books a refund settled by hand: it is booked and told once, or not at all and then again. */

let world: KillLab
beforeAll(async () => {
  world = await startKillLab()
})
afterAll(() => world.stop())

let count = 0
const exists = (query: ReturnType<typeof sql>) => async () => (await query.execute(world.lab.db)).rows.length > 0

/** A payment that could not be served, whose refund the provider refuses, with a proposal to settle it by hand. */
async function propose(): Promise<{ orderId: string; number: string; id: string }> {
  const orderId = `back-${++count}`
  const outTradeNo = `O${count}x${Date.now()}`
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
  await world.simulator.control('POST', 'faults', { on: 'alipay.trade.refund', kind: 'unknown', times: 50 })
  const payUrl = await world.payment.cashierUrl({ orderId, device: 'pc' })
  await world.simulator.control('POST', `trades/${outTradeNo}/pay`, { payUrl, user: 'grace' })
  await world.until('sent', exists(sql`select from payment_refund where order_id = ${orderId} and asks > 0`))
  // Only now is the payment in the account, and the next try finds it empty.
  await world.simulator.control('POST', 'accounts/merchant/balance', { balance: '0.00' })
  await world.simulator.control('DELETE', 'faults')
  await world.lab.advance(60_000)
  await world.until('refused', exists(sql`select from payment_refund where order_id = ${orderId} and state = 'parked'`))
  const { content } = await world.call(listParkedRefunds, { query: { page: 0, size: 50 } }, 'operator-a')
  const { number } = content.find((row) => row.orderId === orderId)!
  const body = { amount: '7.00', reference: '招行 1', reason: '余额不足' }
  const { proposal } = await world.call(proposeOutsideRefund, { params: { number }, body }, 'operator-a')
  await world.lab.advance(30_000)
  return { orderId, number, id: proposal!.id }
}

describe('a process killed while a refund is settled by hand', () => {
  test.each(['payment.outside.before', 'payment.outside.before-commit', 'payment.outside.after-commit'])(
    'at %s books it once',
    async (point) => {
      let it = { orderId: '', number: '', id: '' }
      await world.live(async () => {
        it = await propose()
      })
      const agree = () => world.call(agreeOutsideRefund, { params: { id: it.id }, body: {} }, 'operator-b')
      const isDone = () =>
        exists(
          sql`select from payment_refund where number = ${it.number} and state = 'done' and outside_id = ${it.id}`,
        )()
      await world.killAt(point, agree, isDone, () => agree().catch(() => undefined))
      const { rows } = await sql`select event from test_told where event = ${`refunded ${it.orderId}`}`.execute(
        world.lab.db,
      )
      expect(rows).toHaveLength(1)
      const { rows: entries } = await sql`select account, amount_fen as fen from ledger_entry e
      join ledger_posting p on p.seq = e.posting_seq where p.key = ${`refund:${it.number}`} order by line`.execute(
        world.lab.db,
      )
      expect(entries).toEqual([
        { account: 'suspense', fen: 700n },
        { account: 'adjustment', fen: -700n },
      ])
    },
  )
})
