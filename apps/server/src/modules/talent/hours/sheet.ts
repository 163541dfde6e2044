import { requireThat } from '@trove/contract/errors/codes'
import { ENTRIES_MAX, HIRE_DAYS, type HireSheet, type SheetEntry } from '@trove/contract/talent/hours'
import type { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { HoursNeeds } from '../model/needs.ts'
import { keepCommit, listEvidence } from './commits.ts'
import { claimOf, viewDisputes } from './dispute-rules.ts'
import { findOpenDispute } from './dispute-store.ts'
import { requireOwnHire } from './steps.ts'
import * as store from './store.ts'
import { readWeek, requireWithinWeek } from './week-limit.ts'

type Entry = z.input<typeof SheetEntry>

export const minutesOf = (entries: Pick<store.EntryRow, 'minutes'>[]) =>
  entries.reduce((sum, { minutes }) => sum + minutes, 0)

/** Everything about a hire that its order does not say. @throws ContractError `orders.not-found` for everybody but the two */
export async function viewSheet(
  needs: HoursNeeds,
  orderId: string,
  userId: string,
): Promise<z.input<typeof HireSheet>> {
  const [[hire], order, entries, asks, week] = await Promise.all([
    store.findHires(needs.db, [orderId]),
    needs.orders.find(orderId),
    listEvidence(needs.db, orderId),
    store.listAsks(needs.db, orderId),
    readWeek(needs.db, orderId),
  ])
  requireThat(order && hire && (hire.buyerId === userId || hire.expertUserId === userId), 'orders.not-found')
  return {
    hours: hire.hours,
    returnedHours: hire.returnedHours,
    minutes: minutesOf(entries),
    entries,
    deliveryNote: hire.deliveryNote,
    dueAt: dueOf(order)?.toISOString() ?? null,
    weekHours: week.hours,
    weekMinutes: week.minutes,
    refundAsks: asks.map(viewAsk),
    disputes: await viewDisputes(needs.db, hire),
    mayDispute: claimOf({ hire, state: order.state, asks, userId }) !== undefined,
    agreement: {
      version: hire.agreementVersion,
      hash: hire.agreementHash,
      acceptedAt: hire.acceptedAt.toISOString(),
    },
  }
}

/** When it counts that nobody did anything; after a delivery that is the end of the days to accept, not the next reminder. */
function dueOf(order: NonNullable<Awaited<ReturnType<HoursNeeds['orders']['find']>>>) {
  const { state, deliveredAt, dueAt, duePausedAt, dueShiftMs } = order
  if (duePausedAt) return null
  if (state !== 'delivered' || !deliveredAt || !dueAt) return dueAt
  return new Date(
    Math.max(dueAt.getTime(), deliveredAt.getTime() + Number(dueShiftMs) + HIRE_DAYS.accept * store.DAY_MS),
  )
}

export function viewAsk(ask: store.AskRow) {
  const { id, hours, reason, state, askedAt, answeredAt } = ask
  return {
    id,
    hours,
    reason,
    state,
    askedAt: askedAt.toISOString(),
    endsAt: store.endOfAsk(ask)?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

/** Writes time down. @throws ContractError the refusals of `addSheetEntry` */
export async function addEntry(
  needs: HoursNeeds,
  orderId: string,
  userId: string,
  entry: Omit<Entry, 'id' | 'commit'>,
) {
  await requireOwnHire(needs, { orderId, userId })
  requireThat(entry.link === '' || needs.repositories.isPublicHost(entry.link), 'talent.link-inside')
  return inTransaction(needs.db, async (tx) => {
    await requireServing(needs, tx, orderId)
    const [[hire], entries] = [await store.findHires(tx, [orderId]), await store.listEntries(tx, orderId)]
    requireThat(entries.length < ENTRIES_MAX, 'talent.sheet-full', { count: ENTRIES_MAX })
    const hours = hire!.hours - hire!.returnedHours
    requireThat(minutesOf(entries) + entry.minutes <= hours * 60, 'talent.hours-exceeded', { hours })
    const row = { ...entry, id: newId() }
    const day = await store.judgeDay(tx, orderId, entry.workDay)
    requireThat(day !== 'ahead', 'talent.day-ahead')
    requireThat(day !== 'before', 'talent.day-before')
    await requireWithinWeek(tx, orderId, entry)
    await store.insertEntry(tx, orderId, row)
    return { ...row, commit: await keepCommit(tx, row.id, row.link) }
  })
}

/** Takes an entry back. @throws ContractError `resource.not-found`, `talent.step-not-now` */
export async function removeEntry(needs: HoursNeeds, id: string, userId: string): Promise<void> {
  const orderId = await store.findEntryOrder(needs.db, id)
  const [hire] = orderId === undefined ? [] : await store.findHires(needs.db, [orderId])
  requireThat(hire?.expertUserId === userId, 'resource.not-found')
  await inTransaction(needs.db, async (tx) => {
    await requireServing(needs, tx, hire.orderId)
    await store.deleteEntry(tx, id)
  })
}

/** Under the order's lock: what is delivered does not change any more, and sums are those that were read. */
async function requireServing({ orders }: HoursNeeds, tx: Tx, orderId: string): Promise<void> {
  const order = await orders.lock(tx, orderId)
  requireThat(order?.state === 'serving', 'talent.step-not-now')
  requireThat(!(await findOpenDispute(tx, orderId)), 'talent.in-dispute')
}
