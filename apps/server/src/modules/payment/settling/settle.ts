import { formatYuan } from '@trove/units/money'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Ledger } from '../../ledger/module.ts'
import type { PaymentListener } from '../model/listener.ts'
import { PARKED_REASONS } from '../model/reasons.ts'
import { nextLateLook, sourcesOf } from '../model/rules.ts'
import { findRefund, insertRefund, markRefundDone, type Refund } from '../stores/refunds.ts'
import {
  type Attempt,
  findOpen,
  isOtherTrade,
  lockPaid,
  markClosed,
  markParked,
  markRefundedIfWhole,
  planLook,
} from '../stores/store.ts'
import { createPaid, REFUND_JOB } from './paid.ts'

/** The moments in which money changes its place: each one transaction of state, ledger and jobs, each done once. */
export type Settle = {
  /** Whether this call had the order paid. Of another amount or trade than the attempt's it is parked. */
  paid(attempt: Attempt, trade: { tradeNo: string; amountFen: bigint }): Promise<boolean>
  /** `isSeen`: the provider knew the trade, so it is closed for good; otherwise it is looked at again later. */
  closed(attempt: Attempt, isSeen: boolean): Promise<void>
  /** Ends an attempt that only a person can make sense of, with an alarm; an open one's order is told that it is closed. */
  park(attempt: Attempt, reason: string): Promise<void>
  requestRefund(tx: Tx, refund: { orderId: string; amountFen: bigint; number: string; reason: string }): Promise<void>
  refunded(refund: Refund): Promise<void>
  /**
   * Books money that two of the staff gave back by another way, in the transaction that ended the refund: what the
   * provider holds for us stays as it is.
   */
  refundedOutside(tx: Tx, refund: Refund, reference: string): Promise<void>
}

type Deps = { db: Db; ledger: Ledger; jobs: Jobs; log: Log; listener: () => PaymentListener }

export function createSettle({ db, ledger, jobs, log, listener }: Deps): Settle {
  const takeIn = createPaid({ db, ledger, jobs, listener })
  return { paid, park, closed, requestRefund, refunded, refundedOutside }

  async function paid(attempt: Attempt, { tradeNo, amountFen }: { tradeNo: string; amountFen: bigint }) {
    if (amountFen !== attempt.amountFen) {
      await park(attempt, `${PARKED_REASONS.amount} ${formatYuan(amountFen)} yuan`)
      return false
    }
    try {
      const outcome = await takeIn({ attempt, tradeNo })
      if (outcome === 'known' && (await isOtherTrade(db, attempt.id, tradeNo)))
        await park(attempt, PARKED_REASONS.trade)
      return outcome === 'accepted'
    } catch (error) {
      if (!isUniqueViolation(error, 'payment_attempt_trade_no_key')) throw error
      await park(attempt, PARKED_REASONS.trade)
      return false
    }
  }

  async function park(attempt: Attempt, reason: string): Promise<void> {
    const parked = await inTransaction(db, async (tx) => {
      const moved = await markParked(tx, attempt.id, reason)
      if (moved?.wasOpen) await tellClosed(tx, attempt.orderId)
      return moved
    })
    const about = { orderId: attempt.orderId, attemptId: attempt.id, outTradeNo: attempt.outTradeNo }
    if (parked) log.error({ ...about, reason, alarm: 'payment' }, 'a payment attempt is parked: a person has to look')
  }

  async function closed(attempt: Attempt, isSeen: boolean): Promise<void> {
    crashPoint('payment.closed.before')
    await inTransaction(db, async (tx) => {
      const late = isSeen ? null : nextLateLook(attempt.now, attempt.expiresAt, attempt.now)
      const moved = await markClosed(tx, attempt.id, late)
      // Closed here before, and now there too: that was the last question.
      if (!moved) return isSeen ? planLook(tx, attempt, null) : undefined
      await tellClosed(tx, attempt.orderId)
      crashPoint('payment.closed.before-commit')
    })
    crashPoint('payment.closed.after-commit')
  }

  async function tellClosed(tx: Tx, orderId: string): Promise<void> {
    if (!(await findOpen(tx, orderId))) await listener().closed(tx, { orderId })
  }

  /** The money leaves escrow now, so that it cannot be cleared while it is on its way back. */
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
    crashPoint('payment.refunded.before')
    await inTransaction(db, async (tx) => {
      if (!(await markRefundDone(tx, refund.number))) return
      await bookRefund(tx, refund)
      crashPoint('payment.refunded.before-commit')
    })
    crashPoint('payment.refunded.after-commit')
  }

  /** One key for both ways: the ledger itself refuses to give a refund back twice. */
  async function bookRefund(tx: Tx, refund: Refund, outside?: { reference: string }): Promise<void> {
    const { number, orderId, amountFen, isUnservable } = refund
    // The order before the ledger and the attempt: whoever holds the order and asks for a refund takes them in this order too.
    await listener().refunded(tx, { orderId, number, amountFen, isUnservable, ...(outside && { outside }) })
    await ledger.post(tx, {
      kind: 'refund',
      key: `refund:${number}`,
      orderId,
      entries: [
        { account: 'suspense', amountFen },
        { account: outside ? 'adjustment' : 'alipay', amountFen: -amountFen },
      ],
      bill: [{ userId: refund.buyerId, type: 'refund', amountFen, reference: refund.outTradeNo }],
    })
    await markRefundedIfWhole(tx, refund.attemptId, sourcesOf('refunded'))
  }

  async function refundedOutside(tx: Tx, refund: Refund, reference: string): Promise<void> {
    await bookRefund(tx, refund, { reference })
  }
}
