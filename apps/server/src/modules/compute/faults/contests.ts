import { isPaidBack } from '@trove/contract/compute/downtime'
import { requireThat } from '@trove/contract/errors/codes'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Orders } from '../../orders/module.ts'
import type { DowntimeStore } from '../downtime/store.ts'
import type { LeaseRow } from '../leases/store.ts'
import * as store from './store.ts'
import { isOpenOrder, type viewFaults } from './views.ts'

type Fault = store.FaultRow
type View = Awaited<ReturnType<typeof viewFaults>>[number]
type Needs = {
  db: Db
  orders: Pick<Orders, 'lock'>
  silences: Pick<DowntimeStore, 'find'>
  requireParty(orderId: string, userId: string): Promise<LeaseRow>
  inCase<T>(
    asked: { id: string; userId: string; side: 'buyer' | 'seller'; isContest: boolean },
    work: (tx: Tx, fault: Fault) => Promise<T>,
  ): Promise<T>
  tell(tx: Tx, fault: Fault, to: string, kind: 'compute.contest-opened' | 'compute.contest-answered'): Promise<void>
  say(tx: Tx, fault: Fault, userId: string, words: string): Promise<void>
  viewOne(tx: Tx, fault: Fault): Promise<View>
}
type Contested = { orderId: string; userId: string; from: Date; words: string }

/**
 * The seller contests a silence before it is paid back. It goes straight to the staff: seller and buyer cannot settle it, for
 * neither can show whose shutdown it was. While it is open the silence is not paid back and nothing of the order is cleared.
 */
export function createContests({ db, orders, silences, requireParty, inCase, tell, say, viewOne }: Needs) {
  return {
    /** Paying takes the same lock: whichever comes first stands. @throws ContractError the refusals of `contestSilence` */
    async contest({ orderId, userId, from, words }: Contested) {
      const lease = await requireParty(orderId, userId)
      requireThat(lease.seller_id === userId, 'orders.not-found')
      return inTransaction(db, async (tx) => {
        const order = await orders.lock(tx, orderId)
        const silence = await silences.find(tx, orderId, from)
        requireThat(silence, 'resource.not-found')
        requireThat(isPaidBack(silence.minutes), 'compute.silence-short')
        requireThat(!silence.is_contested, 'compute.silence-contested')
        requireThat(silence.state === 'open' || silence.state === 'over', 'compute.silence-settled')
        requireThat(isOpenOrder(order), 'compute.fault-not-now')
        const made = { id: newId(), orderId, buyerId: lease.buyer_id, sellerId: userId, silenceAt: from }
        const fault = await store.insertContest(tx, made)
        // It was contested and ruled to go back; it lasts, and is paid back when it is over.
        requireThat(fault, 'compute.silence-contested')
        await say(tx, fault, userId, words)
        await tell(tx, fault, fault.buyerId, 'compute.contest-opened')
        crashPoint('compute.contest-opened.before-commit')
        return viewOne(tx, fault)
      })
    },
    /** Once, while the staff has not ruled. @throws ContractError the refusals of `answerContest` */
    answerContest({ id, userId }: { id: string; userId: string }, words: string) {
      return inCase({ id, userId, side: 'buyer', isContest: true }, async (tx, fault) => {
        const said = await store.listFaultWords(tx, [id])
        const isNew = said.every((one) => one.userId !== userId)
        requireThat(fault.state === 'handed' && isNew, 'compute.fault-over')
        await say(tx, fault, userId, words)
        await tell(tx, fault, fault.sellerId, 'compute.contest-answered')
        return viewOne(tx, fault)
      })
    },
  }
}
