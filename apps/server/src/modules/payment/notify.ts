import { crashPoint } from '../../platform/crash-point.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Asking } from './asking.ts'
import type { Notification, PaymentProvider } from './provider.ts'
import { type Attempt, findByNumber } from './store.ts'
import { findNotify, insertNotify, markHandled } from './store-notify.ts'
import { claimRefunds, planAsk } from './store-refunds.ts'

const HANDLE_JOB = 'payment.handle-notify'

/** The provider's notifications: kept when they are right, then only a reason to ask (money and safety, C.2). */
export type Inbox = {
  /** Answers what the provider wants to read: exactly `success` once the message is kept, otherwise `failure`. */
  receive(raw: string | undefined, contentType: string | undefined): Promise<'success' | 'failure'>
}

type Deps = {
  db: Db
  jobs: Jobs
  log: Log
  provider: PaymentProvider
  asking: Asking
  onNotify: (result: 'kept' | 'duplicate' | 'refused') => void
}

export function createInbox({ db, jobs, log, provider, asking, onNotify }: Deps): Inbox {
  jobs.define(HANDLE_JOB, (payload) => handle(String(payload.notifyId)))
  return { receive }

  async function receive(raw: string | undefined, contentType: string | undefined): Promise<'success' | 'failure'> {
    const bytes = Buffer.from(raw ?? '', 'utf8')
    const reading = provider.verifyNotify(bytes, contentType)
    const reason = reading.isValid ? await findMismatch(reading.notification) : reading.reason
    if (!reading.isValid || reason !== undefined) {
      // Never the fields: a forged message may carry anything.
      log.warn({ security: 'notify-refused', reason, bytes: bytes.length }, 'a notification was turned away')
      onNotify('refused')
      return 'failure'
    }
    const isNew = await keep(reading.notification, bytes)
    onNotify(isNew ? 'kept' : 'duplicate')
    return 'success'
  }

  /** Steps 5 to 8: ours, and about a trade of ours of that amount. */
  async function findMismatch(notification: Notification): Promise<string | undefined> {
    if (notification.appIds.some((appId) => appId !== provider.appId)) return 'another app'
    if (notification.sellerId !== provider.sellerId) return 'another seller'
    const attempt = await findByNumber(db, notification.outTradeNo)
    if (!attempt) return 'no trade of ours'
    if (attempt.tradeNo !== null && attempt.tradeNo !== notification.tradeNo) return 'another trade_no'
    if (attempt.amountFen !== notification.amountFen) return 'another amount'
    return undefined
  }

  async function keep(notification: Notification, raw: Buffer): Promise<boolean> {
    const { notifyId } = notification
    crashPoint('payment.notify.before-keep')
    const isNew = await inTransaction(db, async (tx) => {
      if (!(await insertNotify(tx, notification, raw))) return false
      await jobs.enqueue(tx, HANDLE_JOB, { notifyId }, { key: `${HANDLE_JOB}:${notifyId}` })
      return true
    })
    crashPoint('payment.notify.after-keep')
    return isNew
  }

  async function handle(notifyId: string): Promise<void> {
    const kept = await findNotify(db, notifyId)
    if (!kept || kept.isHandled) return
    const attempt = await findByNumber(db, kept.outTradeNo)
    const outcome = kept.refundNumber === null ? await handleTrade(attempt) : await handleRefund(kept.refundNumber)
    crashPoint('payment.notify.before-handled')
    await markHandled(db, notifyId, outcome)
  }

  async function handleTrade(attempt: Attempt | undefined): Promise<string> {
    if (!attempt || (attempt.state !== 'open' && attempt.state !== 'closed')) return 'nothing to do'
    await asking.look(attempt)
    return 'asked'
  }

  async function handleRefund(number: string): Promise<string> {
    await planAsk(db, number, 0)
    const claimed = await claimRefunds(db, { number })
    if (claimed.length === 0) return 'refund done, asked about elsewhere, or not ours'
    for (const refund of claimed) await asking.pursue(refund)
    return 'refund asked'
  }
}
