import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Ledger, Posting } from '../../ledger/module.ts'
import type { PaymentListener } from '../model/listener.ts'
import { sourcesOf, unservableNumber } from '../model/rules.ts'
import { insertRefund } from '../stores/refunds.ts'
import { type Attempt, findOpen, markPaid, markRefunding } from '../stores/store.ts'
import { createGroups, togetherOrAlone } from './group.ts'

export const REFUND_JOB = 'payment.refund'

/** Money the provider confirmed, for an attempt of that amount. */
export type PaidTrade = { attempt: Attempt; tradeNo: string }
/** `known`: this call changed nothing; the attempt was settled before, or is bound to another trade. */
export type PaidOutcome = 'accepted' | 'refund' | 'known'

/** Large enough that a crowd shares its commits, small enough that its locks are short. */
const GROUP = { most: 40, atOnce: 3 }

type Deps = { db: Db; ledger: Ledger; jobs: Jobs; listener: () => PaymentListener }

/**
 * Takes payments in, each once: many that come at a time share one transaction of guarded steps, postings and what the
 * orders do. If it fails, each is taken in by itself.
 */
export function createPaid({ db, ledger, jobs, listener }: Deps): (paid: PaidTrade) => Promise<PaidOutcome> {
  return createGroups(GROUP, (items) => togetherOrAlone(items, takeIn))

  async function takeIn(items: PaidTrade[]): Promise<PaidOutcome[]> {
    crashPoint('payment.paid.before')
    const outcomes = await inTransaction(db, async (tx) => {
      const paid = items.map(({ attempt, tradeNo }) => ({ id: attempt.id, tradeNo }))
      const moved = await markPaid(tx, paid, sourcesOf('paid'))
      const answers = await settleMoved(tx, moved)
      crashPoint('payment.paid.before-commit')
      return answers
    })
    crashPoint('payment.paid.after-commit')
    return items.map(({ attempt }) => outcomes.get(attempt.id) ?? 'known')
  }

  async function settleMoved(tx: Tx, moved: Attempt[]): Promise<ReadonlyMap<string, 'accepted' | 'refund'>> {
    if (moved.length === 0) return new Map()
    const events = moved.map(({ id: attemptId, orderId, amountFen }) => ({ orderId, attemptId, amountFen }))
    const answers = await listener().paid(tx, events)
    const isKept = ({ id }: Attempt) => answers.get(id) === 'accepted'
    for (const attempt of moved) if (!isKept(attempt)) await giveBack(tx, attempt)
    await ledger.postIncoming(tx, moved.filter(isKept).map(heldPosting))
    return answers
  }

  /** One key per order: the ledger itself refuses to hold an order's price twice (I6). */
  function heldPosting(attempt: Attempt): Posting {
    const { orderId, amountFen } = attempt
    return {
      kind: 'payment',
      key: `pay:${orderId}`,
      orderId,
      entries: [
        { account: 'alipay', amountFen },
        { account: `escrow:${orderId}`, amountFen: -amountFen },
      ],
      bill: [{ userId: attempt.buyerId, type: 'payment', amountFen: -amountFen, reference: attempt.outTradeNo }],
    }
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
    // An order that waited for another amount would wait for ever.
    if (!(await findOpen(tx, orderId))) await listener().closed(tx, { orderId })
  }
}
