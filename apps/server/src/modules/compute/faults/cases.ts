import { FAULT_TURN_HOURS, FAULTS_MOST } from '@trove/contract/compute/faults'
import { requireThat } from '@trove/contract/errors/codes'
import type { NoticeKind } from '@trove/contract/notices/routes'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { announce } from '../../../platform/live/announce.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { DowntimeStore } from '../downtime/store.ts'
import type { LeaseStore } from '../leases/store.ts'
import { createContests } from './contests.ts'
import * as store from './store.ts'
import { isOpenOrder, viewFaults, viewTurn } from './views.ts'

export type FaultNeeds = {
  db: Db
  leases: Pick<LeaseStore, 'find'>
  orders: Pick<Orders, 'find' | 'lock'>
  notices: Pick<Notices, 'tell'>
  silences: Pick<DowntimeStore, 'find'>
  log: Log
}
type Report = { orderId: string; userId: string; reason: store.FaultRow['reason']; words: string }
/** `isContest`: the step is one of a contest, and of nothing else. */
type Asked = { id: string; userId: string; side: 'buyer' | 'seller'; isContest?: boolean }
type CaseNotice = Extract<NoticeKind, `compute.${'fault' | 'contest'}-${string}`>

const ANSWERED = ['fixed', 'disputed'] as const
/** What the buyer reported: contests of the seller are counted apart. */
const reportsOf = (rows: store.FaultRow[]) => rows.filter(({ silenceAt }) => !silenceAt)
/** While a case is open nothing of its order is cleared: only the staff's ruling may be what is missing. */
const RULING_HOURS = 72

/** What the two of a lease do about a fault of its machine, and about a silence that is contested. All under the order's lock. */
export function createFaultCases({ db, leases, orders, notices, silences, log }: FaultNeeds) {
  async function requireParty(orderId: string, userId: string) {
    const lease = await leases.find(orderId)
    requireThat(lease && [lease.buyer_id, lease.seller_id].includes(userId), 'orders.not-found')
    return lease
  }

  async function tell(tx: Tx, fault: store.FaultRow, to: string, kind: CaseNotice) {
    const order = await orders.lock(tx, fault.orderId)
    await notices.tell(tx, {
      userId: to,
      kind,
      params: { orderNumber: order?.outTradeNo ?? '' },
      link: { to: 'order', id: fault.orderId, kind: 'superPoints' },
      key: `${kind}:${fault.id}:${to}`,
      aboutId: to === fault.buyerId ? fault.sellerId : fault.buyerId,
    })
    for (const userId of [fault.buyerId, fault.sellerId])
      announce(tx, { userId, message: { type: 'order', id: fault.orderId } })
  }

  /**
   * Runs under the order's lock, in which a case keeps its state.
   * @throws ContractError `resource.not-found` for everybody but that side, and of the other sort of case
   */
  async function inCase<T>(
    { id, userId, side, isContest = false }: Asked,
    work: (tx: Tx, fault: store.FaultRow) => Promise<T>,
  ): Promise<T> {
    const known = await store.findFault(db, id)
    requireThat(known && (side === 'buyer' ? known.buyerId : known.sellerId) === userId, 'resource.not-found')
    requireThat((known.silenceAt !== null) === isContest, 'resource.not-found')
    return inTransaction(db, async (tx) => {
      await orders.lock(tx, known.orderId)
      const fault = await store.findFault(tx, id)
      return work(tx, fault!)
    })
  }

  async function say(tx: Tx, fault: store.FaultRow, userId: string, words: string) {
    await store.insertFaultWords(tx, { id: newId(), faultId: fault.id, userId, words })
  }

  const viewOne = async (tx: Tx, fault: store.FaultRow) => (await viewFaults(tx, [fault]))[0]!

  async function goOn(fault: store.FaultRow): Promise<void> {
    await inTransaction(db, async (tx) => {
      await orders.lock(tx, fault.orderId)
      const isSellers = fault.state === 'open'
      const step = { id: fault.id, from: [fault.state], to: isSellers ? ('handed' as const) : ('accepted' as const) }
      const moved = await store.moveFault(tx, step)
      if (!moved) return
      await tell(tx, moved, moved.sellerId, isSellers ? 'compute.fault-handed' : 'compute.fault-closed')
      await tell(tx, moved, moved.buyerId, isSellers ? 'compute.fault-unanswered' : 'compute.fault-closed')
    })
  }

  return {
    ...createContests({ db, orders, silences, requireParty, inCase, tell, say, viewOne }),
    /** @throws ContractError `orders.not-found` to anyone but its buyer and seller */
    async list(userId: string, orderId: string) {
      const lease = await requireParty(orderId, userId)
      const [rows, order] = await Promise.all([store.listFaultsOf(db, orderId), orders.find(orderId)])
      const own = reportsOf(rows)
      const isFree = own.length < FAULTS_MOST && own.every(({ endedAt }) => endedAt)
      const mayReport = lease.buyer_id === userId && isOpenOrder(order) && isFree
      return { faults: await viewFaults(db, rows), mayReport }
    },
    /** Opens a case; nothing of the order is cleared from now. @throws ContractError the refusals of `reportFault` */
    async report({ orderId, userId, reason, words }: Report) {
      const lease = await requireParty(orderId, userId)
      requireThat(lease.buyer_id === userId, 'orders.not-found')
      return inTransaction(db, async (tx) => {
        requireThat(isOpenOrder(await orders.lock(tx, orderId)), 'compute.fault-not-now')
        const own = reportsOf(await store.listFaultsOf(tx, orderId))
        requireThat(own.length < FAULTS_MOST, 'compute.fault-limit')
        const made = { id: newId(), orderId, buyerId: userId, sellerId: lease.seller_id, reason }
        const fault = await store.insertFault(tx, made, FAULT_TURN_HOURS)
        requireThat(fault, 'compute.fault-open')
        await say(tx, fault, userId, words)
        await tell(tx, fault, fault.sellerId, 'compute.fault-opened')
        crashPoint('compute.fault-opened.before-commit')
        return viewOne(tx, fault)
      })
    },
    /** @throws ContractError the refusals of `answerFault` */
    answer(asked: Omit<Asked, 'side'>, { isFixed, words }: { isFixed: boolean; words: string }) {
      return inCase({ ...asked, side: 'seller' }, async (tx, { id }) => {
        const step = { id, from: ['open'], to: isFixed ? 'fixed' : 'disputed' } as const
        const fault = await store.moveFault(tx, step, FAULT_TURN_HOURS)
        requireThat(fault, 'compute.fault-over')
        await say(tx, fault, asked.userId, words)
        await tell(tx, fault, fault.buyerId, 'compute.fault-answered')
        return viewOne(tx, fault)
      })
    },
    /** @throws ContractError the refusals of `acceptFault` */
    accept(asked: Omit<Asked, 'side'>) {
      return inCase({ ...asked, side: 'buyer' }, async (tx, { id }) => {
        const step = { id, from: ['open', ...ANSWERED, 'handed'], to: 'accepted' } as const
        const fault = await store.moveFault(tx, step)
        requireThat(fault, 'compute.fault-over')
        await tell(tx, fault, fault.sellerId, 'compute.fault-closed')
      })
    },
    /** @throws ContractError the refusals of `handFault` */
    hand(asked: Omit<Asked, 'side'>, words: string) {
      return inCase({ ...asked, side: 'buyer' }, async (tx, { id }) => {
        const fault = await store.moveFault(tx, { id, from: ANSWERED, to: 'handed' })
        requireThat(fault, 'compute.fault-over')
        await say(tx, fault, asked.userId, words)
        await tell(tx, fault, fault.sellerId, 'compute.fault-handed')
        return viewOne(tx, fault)
      })
    },
    /** A silent seller hands it over, a silent buyer accepts. One that fails stops no other. */
    async goOnWithDue(): Promise<void> {
      for (const fault of await store.listDueFaults(db))
        await goOn(fault).catch((error: unknown) =>
          log.error({ err: error, orderId: fault.orderId }, 'a case could not go on and will be tried again'),
        )
    },
    /** Raises the alarm over cases nobody rules about. */
    async warnOfWaiting(): Promise<void> {
      const waiting = await store.countWaiting(db, RULING_HOURS, FAULT_TURN_HOURS)
      if (waiting > 0) log.error({ waiting, alarm: 'fault' }, 'reported faults wait too long for a ruling')
    },
    listOrdersWithOpen: (sellerId: string) => store.listOrdersWithOpen(db, sellerId),
    /** For each of these orders that has an open case, whose turn it is; one statement for all of them. */
    async findOpenOf(orderIds: string[]) {
      const turns = await store.listTurns(db, orderIds)
      return new Map(turns.map((turn) => [turn.orderId, viewTurn(turn)]))
    },
    findTurns: (userId: string, orderIds: string[]) => store.listTurnsOf(db, userId, orderIds),
    listRuledShares: store.listRuledShares,
    /** Whether one of the order is open; the caller holds its lock. */
    isOpen: async (tx: Tx, orderId: string) => (await store.listOpenFaults(tx, orderId)).length > 0,
    /** Everything went back for another reason: there is nothing left to decide. */
    async lapse(tx: Tx, orderId: string): Promise<void> {
      for (const fault of await store.listOpenFaults(tx, orderId))
        await store.moveFault(tx, { id: fault.id, from: [fault.state], to: 'lapsed' })
    },
  }
}

export type FaultCases = ReturnType<typeof createFaultCases>
