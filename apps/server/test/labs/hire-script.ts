import { ContractError } from '@trove/contract/errors/codes'
import { agreeDispute, confirmRuling, listDisputes, openDispute, ruleDispute } from '@trove/contract/talent/disputes'
import {
  acceptHire,
  askRefund,
  deliverDays,
  deliverHire,
  getHireSheet,
  giveHoursBack,
  HIRE_DAYS,
  startHire,
} from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import { type HireLab, hire, openHireLab, payHire } from './hire-lab.ts'
import { days, minutes } from './orders-lab.ts'

/** The life of a hire that a kill test cuts off anywhere: 8 hours, 3 of them given back, accepted. It may be run again from the start. */
async function runHire(lab: HireLab, expert: string): Promise<void> {
  const { buyer, id } = await begin(lab, expert)
  const params = { id }
  await orRefused(lab.call(deliverHire, { params, body: { note: '完成' } }, expert))
  await orRefused(lab.call(giveHoursBack, { params, body: { hours: 3, hoursLeft: 8, reason: '提前完成' } }, expert))
  await lab.payment.work()
  await orRefused(lab.call(acceptHire, { params }, buyer))
  await lab.payment.work()
}

const HOURS = 8

/** 8 hours, delivered and accepted whole. */
async function runWholeHire(lab: HireLab, expert: string): Promise<void> {
  const { buyer, id } = await begin(lab, expert)
  await orRefused(lab.call(deliverHire, { params: { id }, body: { note: '完成' } }, expert))
  await orRefused(lab.call(acceptHire, { params: { id } }, buyer))
  await lab.payment.work()
}

/** The same, yet the buyer says nothing for seven days and is reminded twice. */
async function runUnacceptedHire(lab: HireLab, expert: string): Promise<void> {
  const { id } = await begin(lab, expert)
  await orRefused(lab.call(deliverHire, { params: { id }, body: { note: '完成' } }, expert))
  await passDays(lab, [4, 2, 1])
}

/** The same by silence alone: the expert does not answer the question for 3 hours, and the buyer does not accept. */
async function runSilentHire(lab: HireLab, expert: string): Promise<void> {
  const { buyer, id } = await begin(lab, expert)
  await orRefused(lab.call(deliverHire, { params: { id }, body: { note: '完成' } }, expert))
  await orRefused(lab.call(askRefund, { body: { orderId: id, hours: 3, hoursLeft: HOURS, reason: '提前完成' } }, buyer))
  await passDays(lab, [4, 2, 1, 4, 2, 1])
}

/** A hire that is begun and never delivered. */
async function runLateHire(lab: HireLab, expert: string): Promise<void> {
  await begin(lab, expert)
  await passDays(lab, [deliverDays(HOURS), HIRE_DAYS.lateWarnAfter[0], 6, 1])
}

/** The same by a ruling: delivered work is not accepted, and 3 hours go back. */
async function runRuledHire(lab: HireLab, expert: string): Promise<void> {
  const { buyer, id } = await begin(lab, expert)
  await orRefused(lab.call(deliverHire, { params: { id }, body: { note: '完成' } }, expert))
  await orRefused(lab.call(openDispute, { body: { orderId: id, hours: 5, words: '不是约定的内容' } }, buyer))
  await ruleOpen(lab, 3)
  await lab.payment.work()
  await lab.payment.work()
}

/** A hire of more than 5,000 yuan: one proposes the ruling, another one confirms it. */
async function runConfirmedHire(lab: HireLab, expert: string): Promise<void> {
  await sql`update talent_experts set hour_fen = 62501 where id = ${expert}`.execute(lab.db)
  await runRuledHire(lab, expert)
  for (const { id, rulings } of (await waiting(lab)).filter(({ state }) => state === 'open'))
    await orRefused(lab.call(confirmRuling, { params: { id }, body: { rulingId: rulings.at(-1)!.id } }, 'second'))
  await lab.payment.work()
  await lab.payment.work()
}

/** The expert gives in and returns the 3 hours in question; then the buyer accepts. */
async function runAgreedHire(lab: HireLab, expert: string): Promise<void> {
  const { buyer, id } = await begin(lab, expert)
  await orRefused(lab.call(deliverHire, { params: { id }, body: { note: '完成' } }, expert))
  const { disputes } = await lab.call(getHireSheet, { params: { id } }, buyer)
  if (disputes.length === 0)
    await orRefused(lab.call(openDispute, { body: { orderId: id, hours: 3, words: '不是约定的内容' } }, buyer))
  for (const dispute of (await lab.call(getHireSheet, { params: { id } }, buyer)).disputes)
    await orRefused(lab.call(agreeDispute, { params: { id: dispute.id } }, expert))
  await lab.payment.work()
  await orRefused(lab.call(acceptHire, { params: { id } }, buyer))
  await lab.payment.work()
}

const waiting = async (lab: HireLab) =>
  (await lab.call(listDisputes, { query: { page: 0, size: 100 } }, 'first')).content

async function ruleOpen(lab: HireLab, hours: number): Promise<void> {
  for (const { id } of await waiting(lab)) {
    const body = { hours, hoursLeft: HOURS, reason: '双方各有责任' }
    await orRefused(lab.call(ruleDispute, { params: { id }, body }, 'first'))
  }
}

export const HIRE_LIVES = {
  whole: runWholeHire,
  unaccepted: runUnacceptedHire,
  accepted: runHire,
  silent: runSilentHire,
  late: runLateHire,
  ruled: runRuledHire,
  confirmed: runConfirmedHire,
  agreed: runAgreedHire,
} as const
export type HireLife = keyof typeof HIRE_LIVES

async function begin(lab: HireLab, expert: string): Promise<{ buyer: string; id: string }> {
  const buyer = `buyer-of-${expert}`
  const id = (await findOrder(lab, expert)) ?? (await hire(lab, expert, buyer))
  await payHire(lab, id)
  await orRefused(lab.call(startHire, { params: { id } }, expert))
  return { buyer, id }
}

async function passDays(lab: HireLab, steps: number[]): Promise<void> {
  for (const step of steps) {
    await lab.advance(days(step) + minutes(1))
    await lab.sweep()
  }
  await lab.payment.work()
  await lab.payment.work()
}

async function findOrder(lab: HireLab, expert: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from orders where product_id = ${expert}`.execute(lab.db)
  return rows[0]?.id
}

/** Done again after a crash, a step may find that it was done. */
async function orRefused(work: Promise<unknown>): Promise<void> {
  const done = [
    'talent.step-not-now',
    'talent.hours-changed',
    'orders.nothing-to-clear',
    'orders.not-refundable',
    'talent.ask-open',
    'talent.in-dispute',
    'talent.no-disagreement',
    'talent.dispute-over',
    'talent.ruling-waits',
  ]
  await work.catch((error: unknown) => {
    if (!(error instanceof ContractError && done.includes(error.code))) throw error
  })
}

/** As a process of its own: database address and expert come as arguments, the crash point as TROVE_CRASH_AT. */
if (import.meta.main) {
  const [url, expert, life] = process.argv.slice(2)
  const lab = await openHireLab(url!)
  await HIRE_LIVES[life as HireLife](lab, expert!)
  await lab.close()
}
