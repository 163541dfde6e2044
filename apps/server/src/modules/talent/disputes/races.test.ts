import { agreeDispute, confirmRuling, openDispute, ruleDispute, withdrawDispute } from '@trove/contract/talent/disputes'
import { acceptHire, deliverHire, startHire } from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExpert, type HireLab, hire, openHireLab, payHire } from '../../../../test/labs/hire-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { tally } from '../../../../test/world/tally.ts'

/** Rulings against acceptance, agreement and each other over two processes: one effect, and the sums are exact. */

const ROUNDS = Number(process.env.TROVE_RACE_ROUNDS ?? 5)
const PRICE = 12_345n
const DEAR = 62_501n

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

async function disputed(price = PRICE) {
  const [expert, buyer] = [`expert${++count}`, `buyer${count}`]
  await addExpert(labs[0].db, expert, price)
  const id = await hire(labs[0], expert, buyer)
  await payHire(labs[0], id)
  await labs[0].call(startHire, { params: { id } }, expert)
  await labs[0].call(deliverHire, { params: { id }, body: { note: '完成' } }, expert)
  const dispute = await labs[0].call(openDispute, { body: { orderId: id, hours: 5, words: '不符' } }, buyer)
  return { expert, buyer, id, dispute: dispute.id }
}

async function sumsOf(id: string, expert: string) {
  for (let i = 0; i < 2; i++) await labs[0].payment.work()
  const { rows } = await sql<{ state: string; refunded: bigint; cleared: bigint; hours: number; refunds: bigint }>`
    select o.state, o.refunded_fen as refunded, o.cleared_fen as cleared, h.returned_hours as hours,
      (select count(*) from order_refunds r where r.order_id = o.id) as refunds
    from orders o join talent_hires h on h.order_id = o.id where o.id = ${id}`.execute(labs[0].db)
  return { ...rows[0]!, earned: -(await labs[0].ledger.balance(labs[0].db, `payable:${expert}`)) }
}

test('30 rulings of different numbers at once: one is final, and nothing moves twice', async () => {
  const { expert, id, dispute } = await disputed()
  const rule = (i: number) =>
    either(i).call(
      ruleDispute,
      { params: { id: dispute }, body: { hours: i % 9, hoursLeft: 8, reason: `第 ${i} 个` } },
      `desk${i}`,
    )
  expect(await tally(Array.from({ length: 30 }, (_, i) => rule(i)))).toEqual({ done: 1, 'talent.dispute-over': 29 })
  const { refunded, cleared, hours, earned, refunds } = await sumsOf(id, expert)
  expect([refunded, cleared, earned]).toEqual([BigInt(hours) * PRICE, BigInt(8 - hours) * PRICE, cleared])
  expect(refunds).toBe(hours > 0 ? 1n : 0n)
})

test('a ruling against acceptance, agreement and withdrawal at once: one ends the dispute, and the sums are exact', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { expert, buyer, id, dispute } = await disputed()
    const params = { id: dispute }
    const steps = [
      (i: number) => either(i).call(ruleDispute, { params, body: { hours: 3, hoursLeft: 8, reason: '裁决' } }, 'desk'),
      (i: number) => either(i).call(acceptHire, { params: { id } }, buyer),
      (i: number) => either(i).call(agreeDispute, { params }, expert),
      (i: number) => either(i).call(withdrawDispute, { params }, buyer),
    ]
    await tally(Array.from({ length: 24 }, (_, i) => steps[(i + round) % steps.length]!(i >> 2)))
    const { state, refunded, cleared, hours, earned } = await sumsOf(id, expert)
    expect([0, 3, 5]).toContain(hours)
    expect(refunded).toBe(BigInt(hours) * PRICE)
    expect([cleared, earned]).toEqual(state === 'finished' ? [8n * PRICE - refunded, cleared] : [0n, 0n])
    const { rows } = await sql<{ state: string }>`select state from talent_disputes where id = ${dispute}`.execute(
      labs[0].db,
    )
    expect(rows).toEqual([{ state: hours === 3 ? 'ruled' : hours === 5 ? 'agreed' : expect.any(String) }])
    expect(rows[0]!.state).not.toBe('open')
  }
})

test('20 confirmations of one large ruling at once: it takes effect once', async () => {
  const { expert, id, dispute } = await disputed(DEAR)
  const params = { id: dispute }
  const body = { hours: 3, hoursLeft: 8, reason: '裁决' }
  const head = await labs[0].call(ruleDispute, { params, body }, 'first')
  const confirm = (i: number) =>
    either(i).call(confirmRuling, { params, body: { rulingId: head.rulings[0]!.id } }, `second${i}`)
  expect(await tally(Array.from({ length: 20 }, (_, i) => confirm(i)))).toEqual({ done: 1, 'talent.dispute-over': 19 })
  expect(await sumsOf(id, expert)).toMatchObject({ state: 'finished', hours: 3, earned: 5n * DEAR, refunds: 1n })
})
