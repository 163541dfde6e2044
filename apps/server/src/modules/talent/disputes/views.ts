import { requireThat } from '@trove/contract/errors/codes'
import type { CaseQuery } from '@trove/contract/kit/case-list'
import { MOVED_ALONE_FEN } from '@trove/contract/kit/staff-roles'
import type { DisputeHead } from '@trove/contract/talent/disputes'
import type { DISPUTE_ENDS } from '@trove/contract/talent/hours'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import { noteAct } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { listEvidence } from '../hours/commits.ts'
import { sideOf, viewWords } from '../hours/dispute-rules.ts'
import {
  type DisputeRow,
  findDispute,
  listDisputes,
  listRulings,
  listWords,
  type RulingRow,
} from '../hours/dispute-store.ts'
import { minutesOf, viewAsk } from '../hours/sheet.ts'
import { findHires, type HireRow, listAsks } from '../hours/store.ts'
import type { HoursNeeds } from '../model/needs.ts'
import { isOf } from './parties.ts'

/** Disputes as the desk sees them. What was said opens only one by one, and each reading is on record. */

type Head = z.input<typeof DisputeHead>

export async function list(
  needs: HoursNeeds,
  query: CaseQuery & { end?: (typeof DISPUTE_ENDS)[number] | undefined },
  operatorId: string,
) {
  const meant = query.keyword === undefined ? undefined : await needs.orders.findMeant(query.keyword)
  const { disputes, total } = await listDisputes(needs.db, { ...query, operatorId, meant })
  return { content: await viewHeads(needs, disputes, operatorId), totalElements: total }
}

export async function viewHead(needs: HoursNeeds, id: string, operatorId: string): Promise<Head> {
  const dispute = await findDispute(needs.db, id)
  requireThat(dispute, 'resource.not-found')
  return (await viewHeads(needs, [dispute], operatorId))[0]!
}

/** Everything a ruling needs; noted as read. @throws ContractError `resource.not-found` */
export async function read(needs: HoursNeeds, id: string, operatorId: string) {
  await inTransaction(needs.db, async (tx) => {
    requireThat(await findDispute(tx, id), 'resource.not-found')
    await noteAct(tx, { operatorId, act: 'dispute.read', subject: { kind: 'dispute', id } })
  })
  const head = await viewHead(needs, id, operatorId)
  const { orderId } = head
  const [[hire], order, entries, asks, words] = await Promise.all([
    findHires(needs.db, [orderId]),
    needs.orders.find(orderId),
    listEvidence(needs.db, orderId),
    listAsks(needs.db, orderId),
    listWords(needs.db, [id]),
  ])
  requireThat(hire && order, 'resource.not-found')
  return {
    ...head,
    isDelivered: order.deliveredAt !== null,
    hourSalary: formatYuan(hire.hourFen),
    boughtHours: hire.hours,
    returnedHours: hire.returnedHours,
    requirement: hire.requirement,
    minutes: minutesOf(entries),
    entries,
    deliveryNote: hire.deliveryNote,
    refundAsks: asks.map(viewAsk),
    words: viewWords(hire, words),
  }
}

async function viewHeads(needs: HoursNeeds, disputes: DisputeRow[], operatorId: string): Promise<Head[]> {
  const orderIds = disputes.map(({ orderId }) => orderId)
  const [hires, rulings, orders] = await Promise.all([
    findHires(needs.db, orderIds),
    listRulings(
      needs.db,
      disputes.map(({ id }) => id),
    ),
    needs.orders.findAll(orderIds),
  ])
  const ids = [
    ...hires.flatMap(({ buyerId, expertUserId }) => [buyerId, expertUserId]),
    ...rulings.flatMap(({ ruledBy, decidedBy }) => (decidedBy ? [ruledBy, decidedBy] : [ruledBy])),
  ]
  const people = await needs.identity.findPeople([...new Set(ids)])
  const cardOf = (id: string) => people.get(id) ?? { id, nickName: '', headImgUrl: null, isDemo: false }
  return disputes.map((dispute) => {
    const hire = hires.find(({ orderId }) => orderId === dispute.orderId)
    const order = orders.get(dispute.orderId)
    if (!hire || !order) throw new Error(`dispute ${dispute.id} has no hire`)
    // One of the two may be of the staff as well: a proposal they could forestall is not for them.
    // Nothing waits for a signature once the dispute ended without it.
    const mayKnow = ({ state }: RulingRow) =>
      state === 'final' || (!isOf(hire, operatorId) && (state !== 'proposed' || dispute.state === 'open'))
    const own = rulings.filter((ruling) => ruling.disputeId === dispute.id && mayKnow(ruling))
    return {
      ...factsOf(dispute, hire, own),
      orderNumber: order.outTradeNo,
      buyer: cardOf(hire.buyerId),
      expert: cardOf(hire.expertUserId),
      rulings: own.map((ruling) => viewRuling(ruling, cardOf)),
      ...mayOf(dispute, hire, { rulings: own, operatorId }),
    }
  })
}

/** The stake is the ruling's once there is one: hours given back by it are no longer left. */
function factsOf(
  { id, orderId, hours, state, openedBy, openedAt, endedAt }: DisputeRow,
  hire: HireRow,
  all: RulingRow[],
) {
  const final = all.find((ruling) => ruling.state === 'final')
  const hoursLeft = final?.ofHours ?? hire.hours - hire.returnedHours
  const stakeFen = final?.stakeFen ?? hire.hourFen * BigInt(hoursLeft)
  return {
    ...{ id, orderId, hours, hoursLeft, state, openedBy: sideOf(hire, openedBy) },
    ...{ openedAt: openedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
    ...{ stake: formatYuan(stakeFen), needsTwo: stakeFen > MOVED_ALONE_FEN },
  }
}

type Card = Head['buyer']
function viewRuling(ruling: RulingRow, cardOf: (id: string) => Card): Head['rulings'][number] {
  const { id, hours, ofHours, reason, state, ruledBy, ruledAt, decidedBy, decidedAt } = ruling
  return {
    ...{ id, hours, ofHours, reason, state, by: cardOf(ruledBy), at: ruledAt.toISOString() },
    decidedBy: decidedBy === null ? null : cardOf(decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

/** What this person may do; the steps decide again under the lock. */
function mayOf(
  dispute: DisputeRow,
  hire: HireRow,
  { rulings, operatorId }: { rulings: RulingRow[]; operatorId: string },
) {
  const isOpen = dispute.state === 'open' && !isOf(hire, operatorId)
  const proposed = rulings.find((ruling) => ruling.state === 'proposed')
  return { mayRule: isOpen && !proposed, mayConfirm: isOpen && !!proposed && proposed.ruledBy !== operatorId }
}
