import { requireThat } from '@trove/contract/errors/codes'
import type { NoticeKind } from '@trove/contract/notices/routes'
import { DISPUTE_WORDS_COUNT } from '@trove/contract/talent/disputes'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { announce } from '../../../platform/live/announce.ts'
import { claimOf, DISPUTABLE, viewDisputes } from '../hours/dispute-rules.ts'
import { type DisputeRow, endDispute, findDispute, insertDispute, insertWords } from '../hours/dispute-store.ts'
import { returnHours } from '../hours/steps.ts'
import { findHires, type HireRow, listAsks } from '../hours/store.ts'
import type { HoursNeeds } from '../model/needs.ts'

/** What the two of a hire do of a dispute: hand it over, add to it, take it back, or give in. All under the order's lock. */

/** Of one hire by one of the two: each is heard of by the other, stops the clock and is read by the staff. */
const OPENED = { limit: 10, windowSeconds: 86_400 }

type Opening = { orderId: string; userId: string; hours: number; words: string }

/** Hands a dispute over; the hire stands still from now. @throws ContractError the refusals of `openDispute` */
export async function openDispute(needs: HoursNeeds, { orderId, userId, hours, words }: Opening) {
  const [known] = await findHires(needs.db, [orderId])
  requireThat(known && isOf(known, userId), 'orders.not-found')
  await needs.limiter.require('talent.dispute', `${orderId}:${userId}`, OPENED)
  return inTransaction(needs.db, async (tx) => {
    const order = await needs.orders.lock(tx, orderId)
    const [hire] = await findHires(tx, [orderId])
    requireThat(order && hire, 'orders.not-found')
    requireThat(!hire.openDispute, 'talent.in-dispute')
    const asks = await listAsks(tx, orderId)
    requireThat(asks.at(-1)?.state !== 'open', 'talent.ask-open')
    const claim = claimOf({ hire, state: order.state, asks, userId })
    requireThat(claim, 'talent.no-disagreement')
    requireThat(hours <= claim.most && (userId === hire.buyerId || hours === claim.hours), 'talent.hours-changed')
    const dispute = await insertDispute(tx, { id: newId(), orderId, openedBy: userId, hours })
    requireThat(dispute, 'talent.in-dispute')
    await insertWords(tx, { id: newId(), disputeId: dispute.id, userId, words }, DISPUTE_WORDS_COUNT)
    await needs.orders.pauseDue(tx, orderId, DISPUTABLE)
    await tell(needs, tx, { kind: 'talent.dispute-opened', to: otherOf(hire, userId), hire, dispute })
    announceBoth(tx, hire)
    crashPoint('talent.dispute-opened.before-commit')
    return (await viewDisputes(tx, hire)).at(-1)!
  })
}

type Asked = { id: string; userId: string }

/** Says something more. @throws ContractError the refusals of `addDisputeWords` */
export async function addWords(needs: HoursNeeds, asked: Asked, words: string) {
  return inDispute(needs, asked, async (tx, hire, dispute) => {
    const id = newId()
    const isRoom = await insertWords(
      tx,
      { id, disputeId: dispute.id, userId: asked.userId, words },
      DISPUTE_WORDS_COUNT,
    )
    requireThat(isRoom, 'talent.words-full', { count: DISPUTE_WORDS_COUNT })
    const to = otherOf(hire, asked.userId)
    await tell(needs, tx, { kind: 'talent.dispute-words', to, hire, dispute, number: id })
    announceBoth(tx, hire)
    return (await viewDisputes(tx, hire)).find((one) => one.id === dispute.id)!
  })
}

/** Takes one's own dispute back: the clock goes on where it stood. @throws ContractError the refusals of `withdrawDispute` */
export async function withdraw(needs: HoursNeeds, asked: Asked): Promise<void> {
  await inDispute(needs, asked, async (tx, hire, dispute) => {
    requireThat(dispute.openedBy === asked.userId, 'resource.not-found')
    requireThat(await endDispute(tx, dispute.id, 'withdrawn'), 'talent.dispute-over')
    await needs.orders.resumeDue(tx, hire.orderId)
    await tell(needs, tx, { kind: 'talent.dispute-withdrawn', to: otherOf(hire, asked.userId), hire, dispute })
    announceBoth(tx, hire)
  })
}

/** The expert gives the hours in question back. @throws ContractError the refusals of `agreeDispute` */
export async function agree(needs: HoursNeeds, asked: Asked): Promise<void> {
  await inDispute(needs, asked, async (tx, hire, dispute) => {
    requireThat(hire.expertUserId === asked.userId, 'resource.not-found')
    requireThat(await endDispute(tx, dispute.id, 'agreed'), 'talent.dispute-over')
    const hoursLeft = hire.hours - hire.returnedHours
    await returnHours(needs, tx, hire, { hours: dispute.hours, hoursLeft, reason: 'agreed in a dispute' })
    await needs.orders.resumeDue(tx, hire.orderId)
    await tell(needs, tx, { kind: 'talent.dispute-agreed', to: hire.buyerId, hire, dispute })
    announceBoth(tx, hire)
    crashPoint('talent.dispute-agreed.before-commit')
  })
}

/**
 * Runs under the order's lock, in which a dispute that is open stays open.
 * @throws ContractError `resource.not-found` for everybody but the two, `talent.dispute-over`
 */
async function inDispute<T>(
  needs: HoursNeeds,
  { id, userId }: Asked,
  work: (tx: Tx, hire: HireRow, dispute: DisputeRow) => Promise<T>,
): Promise<T> {
  const known = await findDispute(needs.db, id)
  const [party] = known ? await findHires(needs.db, [known.orderId]) : []
  requireThat(known && party && isOf(party, userId), 'resource.not-found')
  return inTransaction(needs.db, async (tx) => {
    await needs.orders.lock(tx, known.orderId)
    const dispute = await findDispute(tx, id)
    requireThat(dispute?.state === 'open', 'talent.dispute-over')
    const [hire] = await findHires(tx, [known.orderId])
    return work(tx, hire!, dispute)
  })
}

export const isOf = ({ buyerId, expertUserId }: Pick<HireRow, 'buyerId' | 'expertUserId'>, userId: string) =>
  buyerId === userId || expertUserId === userId

const otherOf = ({ buyerId, expertUserId }: HireRow, userId: string) => (userId === buyerId ? expertUserId : buyerId)

/** The open pages of both show at once how the hire stands. */
export function announceBoth(tx: Tx, { orderId, buyerId, expertUserId }: HireRow): void {
  for (const userId of [buyerId, expertUserId]) announce(tx, { userId, message: { type: 'order', id: orderId } })
}

type Told = {
  kind: Extract<NoticeKind, `talent.dispute-${string}`>
  to: string
  hire: HireRow
  dispute: DisputeRow
  params?: Record<string, string>
  number?: string
}

/** Tells one of the two, once for each event. */
export async function tell(
  { notices, orders }: HoursNeeds,
  tx: Tx,
  { kind, to, hire, dispute, params = {}, number = '' }: Told,
): Promise<void> {
  const order = await orders.lock(tx, hire.orderId)
  await notices.tell(tx, {
    userId: to,
    kind,
    params: { orderNumber: order?.outTradeNo ?? '', hours: String(dispute.hours), ...params },
    link: { to: 'order', id: hire.orderId, kind: 'manpower' },
    key: `${kind}:${dispute.id}:${to}:${number}`,
    aboutId: otherOf(hire, to),
  })
}
