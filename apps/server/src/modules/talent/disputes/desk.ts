import { requireThat } from '@trove/contract/errors/codes'
import { MOVED_ALONE_FEN } from '@trove/contract/kit/staff-roles'
import { formatYuan } from '@trove/units/money'
import { noteAct } from '../../../platform/audit.ts'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import {
  type DisputeRow,
  decideRuling,
  endDispute,
  findDispute,
  insertRuling,
  listRulings,
  type RulingRow,
} from '../hours/dispute-store.ts'
import { returnHours } from '../hours/steps.ts'
import { findHires, type HireRow } from '../hours/store.ts'
import type { HoursNeeds } from '../model/needs.ts'
import { announceBoth, isOf, tell } from './parties.ts'
import { viewHead } from './views.ts'

/** The staff's rulings. Whoever bought or worked rules about others only, and above 5,000 yuan it takes two. */

const subjectOf = (id: string) => ({ kind: 'dispute', id })

type Ruled = { id: string; operatorId: string; hours: number; hoursLeft: number; reason: string }

/**
 * Rules how many of the hours that are left go back; above 5,000 yuan it proposes so.
 * @throws ContractError the refusals of `ruleDispute`
 */
export async function rule(needs: HoursNeeds, ruled: Ruled) {
  const { id, operatorId, hours, hoursLeft, reason } = ruled
  await inTransaction(needs.db, async (tx) => {
    const { dispute, hire } = await lockOpen(needs, tx, ruled)
    const left = hire.hours - hire.returnedHours
    requireThat(left === hoursLeft && hours <= left, 'talent.hours-changed')
    const stakeFen = hire.hourFen * BigInt(left)
    const isAlone = stakeFen <= MOVED_ALONE_FEN
    const state = isAlone ? 'final' : 'proposed'
    const ruling = {
      id: newId(),
      disputeId: id,
      hours,
      ofHours: left,
      stakeFen,
      reason,
      state,
      ruledBy: operatorId,
    } as const
    requireThat(await insertRuling(tx, ruling), 'talent.ruling-waits')
    if (isAlone) await carryOut(needs, tx, { dispute, hire, hours, reason })
    else await tellOthers(needs, tx, { hire, ruling })
    await noteAct(tx, { operatorId, act: isAlone ? 'dispute.rule' : 'dispute.propose', subject: subjectOf(id), reason })
    crashPoint('talent.ruled.before-commit')
  })
  return viewHead(needs, id, operatorId)
}

type Proposal = { hire: HireRow; ruling: Pick<RulingRow, 'id' | 'ruledBy' | 'stakeFen'> }

/** Everybody who may be the second person of a proposed ruling learns that it waits, without a word of the dispute. */
async function tellOthers(
  { identity, notices, orders }: HoursNeeds,
  tx: Tx,
  { hire, ruling }: Proposal,
): Promise<void> {
  const order = await orders.lock(tx, hire.orderId)
  const params = { orderNumber: order?.outTradeNo ?? '', amount: formatYuan(ruling.stakeFen) }
  for (const userId of await identity.listStaff(tx, 'cashier')) {
    if (userId === ruling.ruledBy || isOf(hire, userId)) continue
    const key = `talent.ruling-waits:${ruling.id}`
    await notices.tell(tx, { userId, kind: 'talent.ruling-waits', params, link: { to: 'dispute-desk' }, key })
  }
}

type Decided = { id: string; operatorId: string; rulingId: string }

/** The second person: the proposed ruling takes effect. @throws ContractError the refusals of `confirmRuling` */
export async function confirm(needs: HoursNeeds, decided: Decided) {
  const { id, operatorId, rulingId } = decided
  await inTransaction(needs.db, async (tx) => {
    const { dispute, hire } = await lockOpen(needs, tx, decided)
    const ruling = (await listRulings(tx, [id])).find((one) => one.id === rulingId && one.state === 'proposed')
    requireThat(ruling, 'talent.ruling-gone')
    requireThat(ruling.ruledBy !== operatorId, 'talent.second-person-needed')
    const decision = { id: rulingId, disputeId: id, state: 'final', operatorId } as const
    requireThat(await decideRuling(tx, decision), 'talent.ruling-gone')
    // Whose role was taken meanwhile counts no more.
    const proposers = await needs.identity.findStaff(tx, [ruling.ruledBy], 'cashier')
    requireThat(proposers.has(ruling.ruledBy), 'talent.ruling-gone')
    requireThat(ruling.ofHours === hire.hours - hire.returnedHours, 'talent.hours-changed')
    await carryOut(needs, tx, { dispute, hire, hours: ruling.hours, reason: ruling.reason })
    await noteAct(tx, { operatorId, act: 'dispute.confirm', subject: subjectOf(id) })
    crashPoint('talent.ruling-confirmed.before-commit')
  })
  return viewHead(needs, id, operatorId)
}

/** Drops a proposed ruling; the dispute waits for another. @throws ContractError the refusals of `declineRuling` */
export async function decline(needs: HoursNeeds, decided: Decided) {
  const { id, operatorId, rulingId } = decided
  await inTransaction(needs.db, async (tx) => {
    await lockOpen(needs, tx, decided)
    const decision = { id: rulingId, disputeId: id, state: 'declined', operatorId } as const
    requireThat(await decideRuling(tx, decision), 'talent.ruling-gone')
    await noteAct(tx, { operatorId, act: 'dispute.decline', subject: subjectOf(id) })
  })
  return viewHead(needs, id, operatorId)
}

/**
 * A dispute under its order's lock, where neither an acceptance nor another ruling can come between.
 * @throws ContractError `resource.not-found`, `talent.own-dispute`, `talent.dispute-over`
 */
async function lockOpen(needs: HoursNeeds, tx: Tx, { id, operatorId }: { id: string; operatorId: string }) {
  const known = await findDispute(tx, id)
  requireThat(known, 'resource.not-found')
  await needs.orders.lock(tx, known.orderId)
  const [dispute, [hire]] = [await findDispute(tx, id), await findHires(tx, [known.orderId])]
  requireThat(dispute && hire, 'resource.not-found')
  requireThat(!isOf(hire, operatorId), 'talent.own-dispute')
  requireThat(dispute.state === 'open', 'talent.dispute-over')
  return { dispute, hire }
}

type Ending = { dispute: DisputeRow; hire: HireRow; hours: number; reason: string }

/** The same steps as without a dispute: hours given back, then the rest accepted. */
async function carryOut(needs: HoursNeeds, tx: Tx, { dispute, hire, hours, reason }: Ending): Promise<void> {
  requireThat(await endDispute(tx, dispute.id, 'ruled'), 'talent.dispute-over')
  const hoursLeft = hire.hours - hire.returnedHours
  if (hours > 0) await returnHours(needs, tx, hire, { hours, hoursLeft, reason })
  crashPoint('talent.ruled.returned')
  if (hours < hoursLeft) await needs.orders.endByRuling(tx, hire.orderId)
  const params = { hours: String(hours), ofHours: String(hoursLeft), reason }
  for (const to of [hire.buyerId, hire.expertUserId])
    await tell(needs, tx, { kind: 'talent.dispute-ruled', to, hire, dispute, params })
  announceBoth(tx, hire)
}
