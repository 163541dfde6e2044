import { crashPoint } from '../../platform/crash-point.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Ledger } from '../ledger/module.ts'
import type { PaymentListener } from './listener.ts'
import { nextLateLook, sourcesOf, unservableNumber } from './rules.ts'
import { type Attempt, findOpen, lockPaid, markClosed, markPaid, markRefundedIfWhole, markRefunding } from './store.ts'
import { findRefund, insertRefund, markRefundDone, type Refund } from './store-refunds.ts'

export const REFUND_JOB = 'payment.refund'

/** The moments in which money changes its place: each one transaction of state, ledger and jobs, each done once. */
export type Settle = {
  /** Whether this call had the order paid. */
  paid(attempt: Attempt, trade: { tradeNo: string; amountFen: bigint }): Promise<boolean>
  /** `isSeen`: the provider knew the trade, so it is closed for good; otherwise it is looked at again later. */
  closed(attempt: Attempt, isSeen: boolean): Promise<void>
  requestRefund(tx: Tx, refund: { orderId: string; amountFen: bigint; number: string; reason: string }): Promise<void>
  refunded(refund: Refund): Promise<void>
}

type Deps = { db: Db; ledger: Ledger; jobs: Jobs; log: Log; listener: () => PaymentListener }

export function createSettle({ db, ledger, jobs, log, listener }: Deps): Settle {
  return { paid, closed, requestRefund, refunded }

  async function paid(attempt: Attempt, trade: { tradeNo: string; amountFen: bigint }): Promise<boolean> {
    const about = { orderId: attempt.orderId, attemptId: attempt.id }
    if (trade.amountFen !== attempt.amountFen) {
      log.error({ ...about, alarm: 'payment', got: String(trade.amountFen) }, 'the provider names another amount')
      return false
    }
    crashPoint('payment.paid.before')
    const isAccepted = await inTransaction(db, async (tx) => {
      const moved = await markPaid(tx, attempt.id, trade.tradeNo, sourcesOf('paid'))
      if (!moved) return false
      const answer = await listener().paid(tx, { ...about, amountFen: moved.amountFen })
      if (answer === 'accepted') await hold(tx, moved)
      else await giveBack(tx, moved)
      crashPoint('payment.paid.before-commit')
      return answer === 'accepted'
    })
    crashPoint('payment.paid.after-commit')
    return isAccepted
  }

  /** One key per order: the ledger itself refuses to hold an order's price twice (I6). */
  async function hold(tx: Tx, attempt: Attempt): Promise<void> {
    const { orderId, amountFen } = attempt
    await ledger.postOnce(tx, {
      kind: 'payment',
      key: `pay:${orderId}`,
      orderId,
      entries: [
        { account: 'alipay', amountFen },
        { account: `escrow:${orderId}`, amountFen: -amountFen },
      ],
      bill: [{ userId: attempt.buyerId, type: 'payment', amountFen: -amountFen, reference: attempt.outTradeNo }],
    })
  }

  /** The money came but nobody can be served for it: it waits in suspense for its way back. */
  async function giveBack(tx: Tx, attempt: Attempt): Promise<void> {
    const { orderId, amountFen } = attempt
    await ledger.post(tx, {
      kind: 'payment',
      key: `pay-unservable:${attempt.id}`,
      orderId,
      entries: [
        { account: 'alipay', amountFen },
        { account: 'suspense', amountFen: -amountFen },
      ],
      bill: [{ userId: attempt.buyerId, type: 'payment', amountFen: -amountFen, reference: attempt.outTradeNo }],
    })
    await markRefunding(tx, attempt.id)
    const number = unservableNumber(orderId, attempt.id)
    await insertRefund(tx, { number, attempt, amountFen, reason: 'cannot be served', isUnservable: true })
    await jobs.enqueue(tx, REFUND_JOB, { number }, { key: `${REFUND_JOB}:${number}` })
  }

  async function closed(attempt: Attempt, isSeen: boolean): Promise<void> {
    crashPoint('payment.closed.before')
    await inTransaction(db, async (tx) => {
      const late = isSeen ? null : nextLateLook(attempt.now, attempt.expiresAt, attempt.now)
      const moved = await markClosed(tx, attempt.id, late)
      if (!moved || (await findOpen(tx, attempt.orderId))) return
      await listener().closed(tx, { orderId: attempt.orderId })
      crashPoint('payment.closed.before-commit')
    })
    crashPoint('payment.closed.after-commit')
  }

  /** The money leaves escrow now, so that nobody can clear it while it is on its way back. */
  async function requestRefund(
    tx: Tx,
    { orderId, amountFen, number, reason }: { orderId: string; amountFen: bigint; number: string; reason: string },
  ): Promise<void> {
    const attempt = await lockPaid(tx, orderId)
    const known = await findRefund(tx, number)
    if (known) {
      if (known.orderId !== orderId || known.amountFen !== amountFen) throw new Error(`refund ${number} is another one`)
      return
    }
    if (!attempt) throw new Error(`order ${orderId} holds no payment to refund`)
    await insertRefund(tx, { number, attempt, amountFen, reason, isUnservable: false })
    await ledger.post(tx, {
      kind: 'suspense',
      key: `refund-begun:${number}`,
      orderId,
      entries: [
        { account: `escrow:${orderId}`, amountFen },
        { account: 'suspense', amountFen: -amountFen },
      ],
    })
    await jobs.enqueue(tx, REFUND_JOB, { number }, { key: `${REFUND_JOB}:${number}` })
  }

  async function refunded(refund: Refund): Promise<void> {
    const { number, orderId, amountFen, isUnservable } = refund
    crashPoint('payment.refunded.before')
    await inTransaction(db, async (tx) => {
      if (!(await markRefundDone(tx, number))) return
      await ledger.post(tx, {
        kind: 'refund',
        key: `refund:${number}`,
        orderId,
        entries: [
          { account: 'suspense', amountFen },
          { account: 'alipay', amountFen: -amountFen },
        ],
        bill: [{ userId: refund.buyerId, type: 'refund', amountFen, reference: refund.outTradeNo }],
      })
      // The order before the attempt: whoever holds the order and asks for a refund takes them in this order too.
      await listener().refunded(tx, { orderId, amountFen, isUnservable })
      await markRefundedIfWhole(tx, refund.attemptId, sourcesOf('refunded'))
      crashPoint('payment.refunded.before-commit')
    })
    crashPoint('payment.refunded.after-commit')
  }
}
