import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { NoticeKind } from '@trove/contract/notices/routes'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { HoursNeeds } from '../model/needs.ts'
import { findOpenDispute } from './dispute-store.ts'
import {
  type AskRow,
  addReturned,
  findAsk,
  findDueAsk,
  findHires,
  type HireRow,
  hasOpenAsk,
  insertAsk,
  planNextAsk,
  setDeliveryNote,
  settleAsk,
} from './store.ts'

/** What expert and buyer do of a hire. Each is for one of the two alone; for everybody else there is no such order. */

type Who = { orderId: string; userId: string }

/** @throws ContractError `orders.not-found` for everybody but the expert */
export async function requireOwnHire(needs: HoursNeeds, { orderId, userId }: Who): Promise<HireRow> {
  const [hire] = await findHires(needs.db, [orderId])
  requireThat(hire?.expertUserId === userId, 'orders.not-found')
  return hire
}

/** Begins a paid hire. @throws ContractError `orders.not-found`, `talent.step-not-now` */
export async function start(needs: HoursNeeds, who: Who): Promise<void> {
  await requireOwnHire(needs, who)
  await inTransaction(needs.db, async (tx) => {
    requireThat(await needs.orders.start(tx, who.orderId), 'talent.step-not-now')
  })
}

/** Of clearing, which accepting is to a seller's income: the order is not delivered, or not any more. */
const NOT_NOW = ['orders.not-clearable', 'orders.nothing-to-clear']

/**
 * Accepts delivered work, as its buyer, who is to read of the hire and not of the expert's income.
 * @throws ContractError `orders.not-found`, `talent.step-not-now`
 */
export async function accept(
  { orders }: HoursNeeds,
  { orderId, userId }: Who,
): ReturnType<HoursNeeds['orders']['clear']> {
  try {
    return await orders.clear(userId, orderId, 'manpower')
  } catch (error) {
    requireThat(!(error instanceof ContractError && NOT_NOW.includes(error.code)), 'talent.step-not-now')
    throw error
  }
}

/**
 * What stands still while the staff is to rule: the two may give in, and nothing else. Takes the order's lock.
 * @throws ContractError `talent.in-dispute`
 */
export async function requireNoDispute({ orders }: Pick<HoursNeeds, 'orders'>, tx: Tx, orderId: string): Promise<void> {
  await orders.lock(tx, orderId)
  requireThat(!(await findOpenDispute(tx, orderId)), 'talent.in-dispute')
}

/** Hands the work in. @throws ContractError `orders.not-found`, `talent.step-not-now`, `talent.in-dispute` */
export async function deliver(needs: HoursNeeds, who: Who, note: string): Promise<void> {
  await requireOwnHire(needs, who)
  await inTransaction(needs.db, async (tx) => {
    await requireNoDispute(needs, tx, who.orderId)
    requireThat(await needs.orders.deliver(tx, who.orderId), 'talent.step-not-now')
    await setDeliveryNote(tx, who.orderId, note)
    if (await hasOpenAsk(tx, who.orderId)) await needs.orders.pauseDue(tx, who.orderId)
    crashPoint('talent.delivered.before-commit')
  })
}

export type Hours = { hours: number; hoursLeft: number; reason: string }

/** Gives hours back. @throws ContractError the refusals of `giveHoursBack` */
export async function giveBack(needs: HoursNeeds, who: Who, ask: Hours): Promise<void> {
  const hire = await requireOwnHire(needs, who)
  await inTransaction(needs.db, async (tx) => {
    await requireNoDispute(needs, tx, who.orderId)
    await returnHours(needs, tx, hire, ask)
  })
}

/** The hours and their money move together; of many at once that saw the same hours left, one does it. */
export async function returnHours(
  { orders }: Pick<HoursNeeds, 'orders'>,
  tx: Tx,
  hire: HireRow,
  { hours, hoursLeft, reason }: Hours,
): Promise<void> {
  // The order's lock first, as everything else that moves its money takes it.
  requireThat(await orders.lock(tx, hire.orderId), 'orders.not-found')
  requireThat(await addReturned(tx, hire.orderId, hours, hoursLeft), 'talent.hours-changed')
  crashPoint('talent.returned.counted')
  const key = `hours:${hoursLeft - hours}`
  await orders.refund(tx, hire.orderId, { key, amountFen: hire.hourFen * BigInt(hours), reason })
  crashPoint('talent.returned.before-commit')
}

/** States in which a buyer may ask for hours. */
const ASKABLE: readonly string[] = ['paid', 'serving', 'delivered']

/** @throws ContractError the refusals of `askRefund` */
export async function askForHours(needs: HoursNeeds, who: Who, { hours, hoursLeft, reason }: Hours) {
  const [known] = await findHires(needs.db, [who.orderId])
  requireThat(known?.buyerId === who.userId, 'orders.not-found')
  return inTransaction(needs.db, async (tx) => {
    const order = await needs.orders.lock(tx, who.orderId)
    requireThat(order && ASKABLE.includes(order.state), 'talent.step-not-now')
    requireThat(!(await findOpenDispute(tx, who.orderId)), 'talent.in-dispute')
    const [hire] = await findHires(tx, [who.orderId])
    const left = hire!.hours - hire!.returnedHours
    requireThat(left === hoursLeft && hours <= left, 'talent.hours-changed')
    const ask = await insertAsk(tx, { id: newId(), orderId: who.orderId, hours, reason })
    requireThat(ask, 'talent.ask-open')
    // What the buyer waits for is no silence of the buyer.
    await needs.orders.pauseDue(tx, who.orderId)
    await tell(needs, tx, { kind: 'talent.hours-asked', userId: hire!.expertUserId, hours, ask })
    return ask
  })
}

/** @throws ContractError `resource.not-found`, `talent.ask-answered`, `talent.hours-changed`, `orders.not-refundable` */
export async function answer(needs: HoursNeeds, userId: string, id: string, isAgreed: boolean): Promise<void> {
  const ask = await findAsk(needs.db, id)
  const [known] = ask ? await findHires(needs.db, [ask.orderId]) : []
  requireThat(ask && known?.expertUserId === userId, 'resource.not-found')
  await inTransaction(needs.db, async (tx) => {
    requireThat(await needs.orders.lock(tx, ask.orderId), 'resource.not-found')
    requireThat(await settleAsk(tx, id, isAgreed ? 'agreed' : 'declined'), 'talent.ask-answered')
    const [hire] = await findHires(tx, [ask.orderId])
    const hoursLeft = hire!.hours - hire!.returnedHours
    // The expert may have given some of them back already.
    const hours = Math.min(ask.hours, hoursLeft)
    if (isAgreed) await returnHours(needs, tx, hire!, { hours, hoursLeft, reason: ask.reason })
    else await tell(needs, tx, { kind: 'talent.hours-declined', userId: hire!.buyerId, hours: ask.hours, ask })
    await needs.orders.resumeDue(tx, ask.orderId)
  })
}

/** Does what is due of an open question: reminds the expert, or takes the silence for agreement. Safe to repeat. */
export async function actOnAsk(
  needs: Pick<HoursNeeds, 'db' | 'orders' | 'notices'>,
  { id, orderId }: Pick<AskRow, 'id' | 'orderId'>,
): Promise<void> {
  await inTransaction(needs.db, async (tx) => {
    await needs.orders.lock(tx, orderId)
    const ask = await findDueAsk(tx, id)
    if (!ask) return
    const [hire] = await findHires(tx, [orderId])
    const { expertUserId: userId } = hire!
    const days = await planNextAsk(tx, ask)
    if (days !== undefined)
      return tell(needs, tx, { kind: 'talent.hours-answer-soon', userId, hours: ask.hours, ask, days })
    const hoursLeft = hire!.hours - hire!.returnedHours
    const hours = Math.min(ask.hours, hoursLeft)
    await settleAsk(tx, id, 'agreed')
    await returnHours(needs, tx, hire!, { hours, hoursLeft, reason: ask.reason })
    await needs.orders.resumeDue(tx, orderId)
    await tell(needs, tx, { kind: 'talent.hours-unanswered', userId, hours, ask })
  })
}

type Told = { kind: Extract<NoticeKind, `talent.${string}`>; userId: string; hours: number; days?: number }

function tell(
  { notices }: Pick<HoursNeeds, 'notices'>,
  tx: Tx,
  { kind, userId, hours, ask, days = 0 }: Told & { ask: { id: string; orderId: string } },
) {
  const link = { to: 'order', id: ask.orderId, kind: 'manpower' } as const
  const params = { hours: String(hours), days: String(days) }
  return notices.tell(tx, { userId, kind, params, link, key: `${kind}:${ask.id}:${days}` })
}
