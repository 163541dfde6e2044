import { ContractError } from '@trove/contract/errors/codes'
import { acceptHire, deliverHire, giveHoursBack, startHire } from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import { type HireLab, hire, openHireLab, payHire } from './hire-lab.ts'

/** The life of a hire that a kill test cuts off anywhere: 8 hours, 3 of them given back, accepted. It may be run again from the start. */
export async function runHire(lab: HireLab, expert: string): Promise<void> {
  const buyer = `buyer-of-${expert}`
  const id = (await findOrder(lab, expert)) ?? (await hire(lab, expert, buyer))
  await payHire(lab, id)
  const params = { id }
  await orRefused(lab.call(startHire, { params }, expert))
  await orRefused(lab.call(deliverHire, { params, body: { note: '完成' } }, expert))
  await orRefused(lab.call(giveHoursBack, { params, body: { hours: 3, hoursLeft: 8, reason: '提前完成' } }, expert))
  await lab.payment.work()
  await orRefused(lab.call(acceptHire, { params }, buyer))
  await lab.payment.work()
}

async function findOrder(lab: HireLab, expert: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from orders where product_id = ${expert}`.execute(lab.db)
  return rows[0]?.id
}

/** Done again after a crash, a step may find that it was done. */
async function orRefused(work: Promise<unknown>): Promise<void> {
  const done = ['talent.step-not-now', 'talent.hours-changed', 'orders.nothing-to-clear', 'orders.not-refundable']
  await work.catch((error: unknown) => {
    if (!(error instanceof ContractError && done.includes(error.code))) throw error
  })
}

/** As a process of its own: database address and expert come as arguments, the crash point as TROVE_CRASH_AT. */
if (import.meta.main) {
  const [url, expert] = process.argv.slice(2)
  const lab = await openHireLab(url!)
  await runHire(lab, expert!)
  await lab.close()
}
