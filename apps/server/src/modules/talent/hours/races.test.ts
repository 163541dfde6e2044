import {
  acceptHire,
  addSheetEntry,
  answerRefund,
  askRefund,
  deliverHire,
  getHireSheet,
  giveHoursBack,
  startHire,
} from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExpert, type HireLab, hire, openHireLab, payHire } from '../../../../test/labs/hire-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { tally } from '../../../../test/world/tally.ts'

/** Contests over two processes: each step has one effect, and the sums are exact. */

const ROUNDS = Number(process.env.TROVE_RACE_ROUNDS ?? 5)
const PRICE = 12345n

let base: TestDatabase
let labs: [HireLab, HireLab]
let count = 0
beforeAll(async () => {
  base = await createTestDatabase()
  labs = [await openHireLab(base.url), await openHireLab(base.url)]
})
afterAll(async () => {
  expect(await labs[0].ledger.verify()).toEqual([])
  await Promise.all(labs.map((lab) => lab.close()))
  await base.drop()
})

const either = (i: number) => labs[i % 2]!

async function serving() {
  const [expert, buyer] = [`expert${++count}`, `buyer${count}`]
  await addExpert(labs[0].db, expert, PRICE)
  const id = await hire(labs[0], expert, buyer)
  await payHire(labs[0], id)
  await labs[0].call(startHire, { params: { id } }, expert)
  return { expert, buyer, id, params: { id } }
}

async function sumsOf(id: string, expert: string) {
  const { rows } = await sql<{ state: string; refunded: bigint; cleared: bigint; hours: number }>`
    select o.state, o.refunded_fen as refunded, o.cleared_fen as cleared, h.returned_hours as hours
    from orders o join talent_hires h on h.order_id = o.id where o.id = ${id}`.execute(labs[0].db)
  return { ...rows[0]!, earned: await labs[0].ledger.balance(labs[0].db, `payable:${expert}`) }
}

test('100 accepts and returned hours at once over two processes: each once, and nothing is paid twice', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { expert, buyer, id, params } = await serving()
    await labs[0].call(deliverHire, { params, body: { note: '完成' } }, expert)
    const give = (i: number) =>
      either(i).call(giveHoursBack, { params, body: { hours: 3, hoursLeft: 8, reason: '提前完成' } }, expert)
    const accept = (i: number) => either(i).call(acceptHire, { params }, buyer)
    await tally(Array.from({ length: 100 }, (_, i) => (i % 3 === round % 3 ? accept(i >> 1) : give(i >> 1))))
    await labs[0].payment.work()
    const { state, refunded, cleared, hours, earned } = await sumsOf(id, expert)
    expect([state, refunded + cleared]).toEqual(['finished', 8n * PRICE])
    expect([0, 3]).toContain(hours)
    expect([refunded, earned]).toEqual([BigInt(hours) * PRICE, -cleared])
  }
})

test('50 equal returns of hours at once: one effect, 49 refusals', async () => {
  const { expert, id, params } = await serving()
  const give = (i: number) =>
    either(i).call(giveHoursBack, { params, body: { hours: 2, hoursLeft: 8, reason: '提前完成' } }, expert)
  expect(await tally(Array.from({ length: 50 }, (_, i) => give(i)))).toEqual({ done: 1, 'talent.hours-changed': 49 })
  expect(await sumsOf(id, expert)).toMatchObject({ hours: 2, refunded: 2n * PRICE })
})

test('20 questions at once leave one open, and 20 answers to it give the hours back once', async () => {
  const { expert, buyer, id, params } = await serving()
  const ask = (i: number) =>
    either(i).call(askRefund, { body: { orderId: id, hours: 4, hoursLeft: 8, reason: '需求变小' } }, buyer)
  expect(await tally(Array.from({ length: 20 }, (_, i) => ask(i)))).toEqual({ done: 1, 'talent.ask-open': 19 })
  const { refundAsks } = await labs[0].call(getHireSheet, { params }, buyer)
  const answer = (i: number) =>
    either(i).call(answerRefund, { params: { id: refundAsks[0]!.id }, body: { isAgreed: true } }, expert)
  expect(await tally(Array.from({ length: 20 }, (_, i) => answer(i)))).toEqual({ done: 1, 'talent.ask-answered': 19 })
  expect(await sumsOf(id, expert)).toMatchObject({ hours: 4, refunded: 4n * PRICE })
})

test('20 entries of an hour at once: as many as hours were bought', async () => {
  const { expert, buyer, params } = await serving()
  await sql`update talent_hires set accepted_at = '2026-01-01' where order_id = ${params.id}`.execute(labs[0].db)
  const write = (i: number) =>
    either(i).call(
      addSheetEntry,
      { params, body: { workDay: '2026-01-05', minutes: 60, note: `第 ${i} 小时` } },
      expert,
    )
  const results = await tally(Array.from({ length: 20 }, (_, i) => write(i)))
  expect(results).toEqual({ done: 8, 'talent.hours-exceeded': 12 })
  expect((await labs[0].call(getHireSheet, { params }, buyer)).minutes).toBe(480)
})
