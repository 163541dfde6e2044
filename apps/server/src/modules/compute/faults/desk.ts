import { requireThat } from '@trove/contract/errors/codes'
import type { CaseQuery } from '@trove/contract/kit/case-list'
import { MOVED_ALONE_FEN } from '@trove/contract/kit/staff-roles'
import type { NoticeKind } from '@trove/contract/notices/routes'
import { formatYuan } from '@trove/units/money'
import { noteAct } from '../../../platform/audit.ts'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { announce } from '../../../platform/live/announce.ts'
import type { Identity } from '../../identity/module.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { DowntimePaying } from '../downtime/paying.ts'
import * as store from './store.ts'
import { isOf, restOf, viewHeads, viewWords } from './views.ts'

export type FaultDeskNeeds = {
  db: Db
  orders: Pick<Orders, 'findAll' | 'findMeant' | 'lock' | 'refund'>
  notices: Pick<Notices, 'tell'>
  identity: Pick<Identity, 'findPeople' | 'findStaff' | 'listStaff'>
  downtime: Pick<DowntimePaying, 'read' | 'rule'>
}
type Ruled = { id: string; operatorId: string; refundFen: bigint; restFen: bigint; reason: string }
type ContestRuled = { id: string; operatorId: string; goesBack: boolean; reason: string }
type Ruling = Pick<store.RulingRow, 'refundFen' | 'goesBack' | 'reason'>
type Told = { kind: NoticeKind; params: Record<string, string> }
type Decided = { id: string; operatorId: string; rulingId: string }

/** The staff's rulings about reported faults and contested silences. Whoever rents or lets rules about others only, and above 5,000 yuan it takes two. */
export function createFaultDesk(needs: FaultDeskNeeds) {
  const { db, orders, notices, identity, downtime } = needs
  const subjectOf = (id: string) => ({ kind: 'fault', id })

  /**
   * A case under its order's lock, and what is left of the price.
   * @throws ContractError `resource.not-found`, `compute.fault-own`, `compute.fault-over`
   */
  async function lockHanded(tx: Tx, { id, operatorId }: { id: string; operatorId: string }) {
    const known = await store.findFault(tx, id)
    requireThat(known, 'resource.not-found')
    const order = await orders.lock(tx, known.orderId)
    const fault = await store.findFault(tx, id)
    requireThat(fault && order, 'resource.not-found')
    requireThat(!isOf(fault, operatorId), 'compute.fault-own')
    requireThat(fault.state === 'handed', 'compute.fault-over')
    return { fault, restFen: restOf(order), orderNumber: order.outTradeNo }
  }

  type Locked = Awaited<ReturnType<typeof lockHanded>>
  /**
   * The case ends, and so much goes back as a refund of a part; all that is left ends the lease, too. A silence that was
   * contested is paid back as any other, or never.
   */
  async function carryOut(tx: Tx, { fault, orderNumber }: Locked, { refundFen, goesBack, reason }: Ruling) {
    const { id, orderId, buyerId, sellerId, silenceAt } = fault
    requireThat(await store.moveFault(tx, { id, from: ['handed'], to: 'ruled' }), 'compute.fault-over')
    crashPoint('compute.fault-ruled.before-refund')
    if (silenceAt) await downtime.rule(tx, orderId, silenceAt, goesBack === true)
    else if (refundFen > 0n)
      await orders.refund(tx, orderId, { key: `fault:${id}`, amountFen: refundFen, reason: 'a ruling about a fault' })
    crashPoint('compute.fault-ruled.refunded')
    for (const userId of [buyerId, sellerId]) {
      await notices.tell(tx, {
        userId,
        ...ruledWords({ refundFen, goesBack, reason }, orderNumber),
        link: { to: 'order', id: orderId, kind: 'superPoints' },
        key: `compute.fault-ruled:${id}:${userId}`,
        aboutId: userId === buyerId ? sellerId : buyerId,
      })
      announce(tx, { userId, message: { type: 'order', id: orderId } })
    }
  }

  /** Everybody who may be the second person learns that a ruling waits, without a word of the case. */
  async function tellOthers(
    tx: Tx,
    fault: store.FaultRow,
    ruling: { id: string; ruledBy: string },
    params: Record<string, string>,
  ) {
    for (const userId of await identity.listStaff(tx, 'cashier')) {
      if (userId === ruling.ruledBy || isOf(fault, userId)) continue
      const key = `compute.fault-ruling-waits:${ruling.id}`
      await notices.tell(tx, { userId, kind: 'compute.fault-ruling-waits', params, link: { to: 'fault-desk' }, key })
    }
  }

  /** Takes effect at once, or above 5,000 yuan left of the price is proposed. */
  async function writeRuling(tx: Tx, locked: Locked, operatorId: string, given: Ruling): Promise<void> {
    const { fault, restFen, orderNumber } = locked
    const isAlone = restFen <= MOVED_ALONE_FEN
    const state = isAlone ? ('final' as const) : ('proposed' as const)
    const ruling = { id: newId(), faultId: fault.id, ...given, restFen, state, ruledBy: operatorId }
    requireThat(await store.insertFaultRuling(tx, ruling), 'compute.fault-ruling-waits')
    if (isAlone) await carryOut(tx, locked, given)
    else await tellOthers(tx, fault, ruling, { orderNumber, amount: formatYuan(restFen) })
    const act = isAlone ? 'fault.rule' : 'fault.propose'
    await noteAct(tx, { operatorId, act, subject: subjectOf(fault.id), reason: given.reason })
    crashPoint('compute.fault-ruled.before-commit')
  }

  async function viewHead(id: string, operatorId: string) {
    const fault = await store.findFault(db, id)
    requireThat(fault, 'resource.not-found')
    return (await viewHeads(needs, [fault], operatorId))[0]!
  }

  return {
    async page(query: CaseQuery, operatorId: string) {
      const meant = query.keyword === undefined ? undefined : await orders.findMeant(query.keyword)
      const { faults, total } = await store.pageOfFaults(db, { ...query, operatorId, meant })
      return { content: await viewHeads(needs, faults, operatorId), totalElements: total }
    },
    /** Everything a ruling needs; noted as read. @throws ContractError `resource.not-found` */
    async read(id: string, operatorId: string) {
      const fault = await store.findFault(db, id)
      requireThat(fault, 'resource.not-found')
      await inTransaction(db, (tx) => noteAct(tx, { operatorId, act: 'fault.read', subject: subjectOf(id) }))
      const [head, words, found] = await Promise.all([
        viewHead(id, operatorId),
        store.listFaultWords(db, [id]),
        downtime.read(fault.buyerId, fault.orderId),
      ])
      return { ...head, words: viewWords(fault, words), downtime: found }
    },
    /** Rules, or above 5,000 yuan proposes. @throws ContractError the refusals of `ruleFault` */
    async rule(ruled: Ruled) {
      const { id, operatorId, refundFen, reason } = ruled
      await inTransaction(db, async (tx) => {
        const locked = await lockHanded(tx, ruled)
        requireThat(!locked.fault.silenceAt, 'resource.not-found')
        requireThat(locked.restFen === ruled.restFen && refundFen <= locked.restFen, 'compute.fault-changed')
        await writeRuling(tx, locked, operatorId, { refundFen, goesBack: null, reason })
      })
      crashPoint('compute.fault-ruled.after-commit')
      return viewHead(id, operatorId)
    },
    /** The same of a contest, whose money is that of its silence. @throws ContractError the refusals of `ruleContest` */
    async ruleContest({ id, operatorId, goesBack, reason }: ContestRuled) {
      await inTransaction(db, async (tx) => {
        const locked = await lockHanded(tx, { id, operatorId })
        requireThat(locked.fault.silenceAt, 'resource.not-found')
        await writeRuling(tx, locked, operatorId, { refundFen: 0n, goesBack, reason })
      })
      return viewHead(id, operatorId)
    },
    /** The second person: the proposed ruling takes effect. @throws ContractError the refusals of `confirmFaultRuling` */
    async confirm(decided: Decided) {
      const { id, operatorId, rulingId } = decided
      await inTransaction(db, async (tx) => {
        const locked = await lockHanded(tx, decided)
        const ruling = (await store.listFaultRulings(tx, [id])).find(
          (one) => one.id === rulingId && one.state === 'proposed',
        )
        requireThat(ruling, 'compute.fault-ruling-gone')
        requireThat(ruling.ruledBy !== operatorId, 'compute.fault-second-person')
        const decision = { id: rulingId, faultId: id, state: 'final', operatorId } as const
        requireThat(await store.decideFaultRuling(tx, decision), 'compute.fault-ruling-gone')
        // Whose role was taken meanwhile counts no more.
        const proposers = await identity.findStaff(tx, [ruling.ruledBy], 'cashier')
        requireThat(proposers.has(ruling.ruledBy), 'compute.fault-ruling-gone')
        // What of a contest goes back is no part of the rest that somebody chose.
        requireThat(locked.fault.silenceAt || ruling.restFen === locked.restFen, 'compute.fault-changed')
        await carryOut(tx, locked, ruling)
        await noteAct(tx, { operatorId, act: 'fault.confirm', subject: subjectOf(id) })
        crashPoint('compute.fault-confirmed.before-commit')
      })
      return viewHead(id, operatorId)
    },
    /** @throws ContractError the refusals of `declineFaultRuling` */
    async decline(decided: Decided) {
      const { id, operatorId, rulingId } = decided
      await inTransaction(db, async (tx) => {
        await lockHanded(tx, decided)
        const decision = { id: rulingId, faultId: id, state: 'declined', operatorId } as const
        requireThat(await store.decideFaultRuling(tx, decision), 'compute.fault-ruling-gone')
        await noteAct(tx, { operatorId, act: 'fault.decline', subject: subjectOf(id) })
      })
      return viewHead(id, operatorId)
    },
  }
}

export type FaultDesk = ReturnType<typeof createFaultDesk>

/** What both are told of a ruling; of a silence that goes back the sum is on the order. */
function ruledWords({ refundFen, goesBack, reason }: Ruling, orderNumber: string): Told {
  if (goesBack === null)
    return { kind: 'compute.fault-ruled', params: { orderNumber, amount: formatYuan(refundFen), reason } }
  return { kind: goesBack ? 'compute.contest-returned' : 'compute.contest-kept', params: { orderNumber, reason } }
}
