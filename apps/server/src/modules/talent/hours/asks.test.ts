import { getOrder } from '@trove/contract/order-lists/routes'
import {
  acceptHire,
  answerRefund,
  askRefund,
  deliverHire,
  getHireSheet,
  giveHoursBack,
  HIRE_DAYS,
  startHire,
} from '@trove/contract/talent/hours'
import { HumanOrderDetail } from '@trove/contract/talent/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExpert, type HireLab, hire, openHireLab, payHire } from '../../../../test/labs/hire-lab.ts'
import { days, minutes } from '../../../../test/labs/orders-lab.ts'
import { onOwnDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { insertNotice } from '../../notices/store.ts'
import { defineAskSweep } from './sweep.ts'
import { listTurnsOf } from './turns.ts'

/** A buyer's question for hours: it stops the clock of the acceptance, and silence of the expert ends it. */

let lab: HireLab
let count = 0
beforeAll(async () => {
  lab = await onOwnDatabase(openHireLab)
})
afterAll(async () => {
  // Refunds of one trade go one after the other.
  for (let i = 0; i < 3; i++) await lab.payment.work()
  expect(await lab.ledger.verify()).toEqual([])
  await lab.close()
})

const DAY = 86_400_000
const PRICE = 10000n
type Hired = { expert: string; buyer: string; id: string }
async function paid(): Promise<Hired> {
  const [expert, buyer] = [`expert${++count}`, `buyer${count}`]
  await addExpert(lab.db, expert, PRICE)
  const id = await hire(lab, expert, buyer)
  await payHire(lab, id)
  return { expert, buyer, id }
}
async function serving(): Promise<Hired> {
  const hired = await paid()
  await lab.call(startHire, { params: { id: hired.id } }, hired.expert)
  return hired
}
const deliver = ({ id, expert }: Hired) => lab.call(deliverHire, { params: { id }, body: { note: '完成' } }, expert)
async function delivered(): Promise<Hired> {
  const hired = await serving()
  await deliver(hired)
  return hired
}
const ask = ({ id, buyer }: Hired, hours: number, hoursLeft = 8) =>
  lab.call(askRefund, { body: { orderId: id, hours, hoursLeft, reason: '需求变小' } }, buyer)
const answer = ({ expert }: Hired, id: string, isAgreed: boolean) =>
  lab.call(answerRefund, { params: { id }, body: { isAgreed } }, expert)
const sheet = ({ id, buyer }: Hired) => lab.call(getHireSheet, { params: { id } }, buyer)
const statusOf = async ({ id, buyer }: Hired) =>
  HumanOrderDetail.parse(await lab.call(getOrder, { params: { id } }, buyer)).manStatus
const notices = async (userId: string, kind: string) =>
  (await sql`select from notices where user_id = ${userId} and kind = ${kind}`.execute(lab.db)).rows.length
async function pass(passed: number): Promise<void> {
  await lab.advance(days(passed) + minutes(1))
  await lab.sweep()
}
const stateOf = async (hired: Hired) => (await sheet(hired)).refundAsks.at(-1)?.state

test('an open question is no silence of the buyer: nothing is accepted over it, and the days go on where they stood', async () => {
  const hired = await delivered()
  await pass(5)
  expect(await notices(hired.buyer, 'orders.accept-soon')).toBe(1)
  const { id, endsAt } = await ask(hired, 3)
  expect(Date.parse(endsAt!)).toBeGreaterThan(Date.now())
  expect((await sheet(hired)).dueAt).toBeNull()
  await pass(5)
  expect([await statusOf(hired), await notices(hired.buyer, 'orders.accept-soon')]).toEqual([2, 1])
  await answer(hired, id, false)
  expect((await sheet(hired)).dueAt).not.toBeNull()
  await lab.sweep()
  // Five days of the seven were over; the second reminder comes a day later, the acceptance another day later.
  expect([await statusOf(hired), await notices(hired.buyer, 'orders.accept-soon')]).toEqual([2, 1])
  await pass(1)
  expect([await statusOf(hired), await notices(hired.buyer, 'orders.accept-soon')]).toEqual([2, 2])
  await pass(1)
  expect(await statusOf(hired)).toBe(3)
})

test('a question asked before the delivery stops the clock of the acceptance too', async () => {
  const hired = await serving()
  const { id } = await ask(hired, 3)
  await deliver(hired)
  await pass(5)
  expect([await statusOf(hired), await notices(hired.buyer, 'orders.accept-soon')]).toEqual([2, 0])
  await answer(hired, id, true)
  for (const passed of [4, 2, 1]) await pass(passed)
  expect(await statusOf(hired)).toBe(3)
  expect(await lab.ledger.balance(lab.db, `payable:${hired.expert}`)).toBe(-5n * PRICE)
})

test('seven days of silence of the expert agree by themselves, after two reminders; then the hire goes on', async () => {
  const hired = await delivered()
  await ask(hired, 3)
  const {
    answerWarnAfter: [first, second],
    answer: last,
  } = HIRE_DAYS
  for (const [passed, reminders] of [
    [first, 1],
    [second - first, 2],
  ] as const) {
    await pass(passed)
    expect([await stateOf(hired), await notices(hired.expert, 'talent.hours-answer-soon')]).toEqual(['open', reminders])
  }
  await pass(last - second)
  await lab.sweep()
  expect(await sheet(hired)).toMatchObject({ returnedHours: 3, refundAsks: [{ state: 'agreed', endsAt: null }] })
  expect(await notices(hired.expert, 'talent.hours-unanswered')).toBe(1)
  for (const passed of [4, 2, 1]) await pass(passed)
  await lab.payment.work()
  expect(await statusOf(hired)).toBe(3)
  expect(await lab.ledger.balance(lab.db, `payable:${hired.expert}`)).toBe(-5n * PRICE)
})

test('after a reminder that came late question and reminders say until when it can be answered now', async () => {
  const hired = await delivered()
  await ask(hired, 3)
  await pass(HIRE_DAYS.answer)
  await pass(1)
  expect([await stateOf(hired), await notices(hired.expert, 'talent.hours-answer-soon')]).toEqual(['open', 2])
  const { endsAt } = (await sheet(hired)).refundAsks.at(-1)!
  const { rows } = await sql<{ due: Date }>`select due_at as due from talent_refund_asks
    where order_id = ${hired.id}`.execute(lab.db)
  expect(endsAt).toBe(rows[0]!.due.toISOString())
  const { rows: told } = await sql<{ days: number }>`select (params ->> 'days')::int as days from notices
    where user_id = ${hired.expert} and kind = 'talent.hours-answer-soon' order by seq`.execute(lab.db)
  expect(told.map(({ days }) => days)).toEqual([2, 1])
  await pass(1)
  expect(await stateOf(hired)).toBe('agreed')
})

test('of more hours than are left by then, what is left goes back, by silence and by agreement', async () => {
  for (const isSilent of [true, false]) {
    const hired = await delivered()
    const { id } = await ask(hired, 8)
    const body = { hours: 6, hoursLeft: 8, reason: '提前完成' }
    await lab.call(giveHoursBack, { params: { id: hired.id }, body }, hired.expert)
    if (isSilent) for (const passed of [4, 2, 1]) await pass(passed)
    else await answer(hired, id, true)
    await lab.payment.work()
    await lab.payment.work()
    expect(await sheet(hired)).toMatchObject({ returnedHours: 8, refundAsks: [{ state: 'agreed' }] })
    expect(await statusOf(hired)).toBeNull()
  }
})

test('a question lapses with the hire: accepted by the buyer, given back whole, or never delivered', async () => {
  const [accepted, returned, late] = [await delivered(), await delivered(), await serving()]
  for (const hired of [accepted, returned]) await ask(hired, 2)
  await lab.call(acceptHire, { params: { id: accepted.id } }, accepted.buyer)
  const body = { hours: 8, hoursLeft: 8, reason: '不做了' }
  await lab.call(giveHoursBack, { params: { id: returned.id }, body }, returned.expert)
  for (const passed of [3, 7, 6]) await pass(passed)
  await ask(late, 2)
  await pass(1)
  expect([await stateOf(accepted), await stateOf(returned), await stateOf(late)]).toEqual(Array(3).fill('lapsed'))
  const [question] = (await sheet(accepted)).refundAsks
  await expect(answer(accepted, question!.id, true)).rejects.toMatchObject({ code: 'talent.ask-answered' })
})

test('questions with which nobody can go on keep none after them from its turn', async () => {
  const hired = await delivered()
  await ask(hired, 3)
  for (const passed of [4, 2]) await pass(passed)
  // Hires without an order: what would go back of them cannot. Their questions are due with ours, and sort before it.
  await sql`insert into talent_hires select (jsonb_populate_record(h, jsonb_build_object('order_id', '00-stuck-' || n))).*
    from talent_hires h, generate_series(1, 5) n where h.order_id = ${hired.id}`.execute(lab.db)
  await sql`insert into talent_refund_asks (id, order_id, hours, reason, due_at, due_count)
    select order_id, order_id, 1, 'test', (select due_at from talent_refund_asks where order_id = ${hired.id}),
      ${HIRE_DAYS.answerWarnAfter.length}::int
    from talent_hires where order_id like '00-stuck-%'`.execute(lab.db)
  await lab.advance(days(1) + minutes(1))
  const runs: (() => Promise<void>)[] = []
  const needs = {
    ...{ db: lab.db, orders: lab.orders, log: openLog('silent'), notices: { tell: insertNotice } },
    jobs: { every: (_name: string, _seconds: number, run: () => Promise<void>) => void runs.push(run) },
  }
  // The fifth stuck one and ours are a page of their own.
  defineAskSweep(needs, { atOnce: 2, forMs: 60_000 })
  await runs[0]!()
  expect(await stateOf(hired)).toBe('agreed')
  const { rows } =
    await sql`select from talent_refund_asks where order_id like '00-stuck-%' and due_at is not null`.execute(lab.db)
  expect(rows).toHaveLength(5)
  await sql`delete from talent_refund_asks where order_id like '00-stuck-%'`.execute(lab.db)
  await sql`delete from talent_hires where order_id like '00-stuck-%'`.execute(lab.db)
})

test('says that a paid hire waits for its expert to begin, until they do', async () => {
  const { id, buyer, expert } = await paid()
  const [turn, ...more] = await lab.orders.findTurns(expert, [id])
  expect([turn!.keys, more, await lab.orders.findTurns(buyer, [id])]).toEqual([[`orders.paid:${id}`], [], []])
  const { rows } = await sql<{ now: Date; n: number }>`select business_now() as now,
    (select count(*)::int from notices where user_id = ${expert} and key = ${turn!.keys[0]!}) as n`.execute(lab.db)
  expect([Math.round((turn!.until!.getTime() - rows[0]!.now.getTime()) / DAY), rows[0]!.n]).toEqual([
    HIRE_DAYS.start,
    1,
  ])
  await lab.call(startHire, { params: { id } }, expert)
  expect(await lab.orders.findTurns(expert, [id])).toEqual([])
})

test('says whose turn it is: the expert to answer, and the buyer to accept once nothing is open', async () => {
  const hired = await delivered()
  const { id: orderId, buyer, expert } = hired
  /** Kinds of the notices that wait for somebody, with the days until silence counts. */
  const waiting = async (userId: string) => {
    const all = [await lab.orders.findTurns(userId, [orderId]), await listTurnsOf(lab.db, userId, [orderId])].flat()
    const { rows } = await sql<{ kind: string; now: Date }>`select distinct kind, business_now() as now from notices
      where user_id = ${userId} and key = any(${all.flatMap(({ keys }) => keys)}::text[]) order by kind`.execute(lab.db)
    return rows.map(({ kind, now }) => [kind, Math.round((all[0]!.until!.getTime() - now.getTime()) / DAY)])
  }
  expect([await waiting(buyer), await waiting(expert)]).toEqual([[['orders.delivered', HIRE_DAYS.accept]], []])
  const openAsk = async () =>
    HumanOrderDetail.parse(await lab.call(getOrder, { params: { id: orderId } }, buyer)).openAsk
  expect(await openAsk()).toBeNull()
  const { id } = await ask(hired, 3)
  expect([await waiting(buyer), await waiting(expert)]).toEqual([[], [['talent.hours-asked', HIRE_DAYS.answer]]])
  const [turn] = await listTurnsOf(lab.db, expert, [orderId])
  expect(await openAsk()).toEqual({ hours: 3, until: turn!.until!.toISOString() })
  await pass(HIRE_DAYS.answerWarnAfter[0])
  const left = HIRE_DAYS.answer - HIRE_DAYS.answerWarnAfter[0]
  expect(await waiting(expert)).toEqual([
    ['talent.hours-answer-soon', left],
    ['talent.hours-asked', left],
  ])
  await answer(hired, id, false)
  expect(await openAsk()).toBeNull()
  expect([(await waiting(buyer)).map(([kind]) => kind), await waiting(expert)]).toEqual([['orders.delivered'], []])
})
