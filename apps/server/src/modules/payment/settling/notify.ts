import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Notification, PaymentProvider } from '../model/provider.ts'
import { PARKED_REASONS } from '../model/reasons.ts'
import { retryClaimMs } from '../model/rules.ts'
import {
  type KeptNotify,
  keepNotify,
  listUnhandled,
  markHandled,
  markSettled,
  postponeNotify,
} from '../stores/notify.ts'
import { claimRefunds, planAsk } from '../stores/refunds.ts'
import { findByNumber } from '../stores/store.ts'
import type { Asking } from './asking.ts'
import { drain } from './drain.ts'
import { createGroups, togetherOrAlone } from './group.ts'
import type { Settle } from './settle.ts'

const INBOX_SWEEP = 'payment.inbox'
const SWEEP_SECONDS = 2
const FINISHED = { most: 100, atOnce: 1 }

/** The provider's notifications: kept when they are right, then only a reason to ask (money.md C.2). */
export type Inbox = {
  /** Answers what the provider wants to read: exactly `success` once the message is kept, otherwise `failure`. */
  receive(raw: string | undefined, contentType: string | undefined): Promise<'success' | 'failure'>
}

/** Why a message was turned away, or that it is kept, now or before. */
type Kept = { refusal: string } | { refusal: undefined; isNew: boolean }

type Deps = {
  db: Db
  jobs: Jobs
  log: Log
  provider: PaymentProvider
  asking: Asking
  settle: Settle
  onNotify: (result: 'kept' | 'duplicate' | 'refused') => void
}

export function createInbox({ db, jobs, log, provider, asking, settle, onNotify }: Deps): Inbox {
  const finish = createGroups(FINISHED, (handled: { notifyId: string; outcome: string }[]) =>
    togetherOrAlone(handled, async (some) => {
      await markHandled(db, some)
      return some.map(() => undefined)
    }),
  )
  jobs.every(INBOX_SWEEP, SWEEP_SECONDS, handleKept, { lane: 'money' })
  return { receive }

  async function receive(raw: string | undefined, contentType: string | undefined): Promise<'success' | 'failure'> {
    const bytes = Buffer.from(raw ?? '', 'utf8')
    const reading = provider.verifyNotify(bytes, contentType)
    const kept = reading.isValid ? await keep(reading.notification) : { refusal: reading.reason }
    if (kept.refusal !== undefined) {
      // Never the fields: a forged message may carry anything.
      log.warn(
        { security: 'notify-refused', reason: kept.refusal, bytes: bytes.length },
        'a notification was turned away',
      )
      onNotify('refused')
      return 'failure'
    }
    onNotify(kept.isNew ? 'kept' : 'duplicate')
    return 'success'
  }

  /** Steps 5 to 9: ours, about a trade of ours of that amount, and then kept once. */
  async function keep(notification: Notification): Promise<Kept> {
    if (notification.appIds.some((appId) => appId !== provider.appId)) return { refusal: 'another app' }
    if (notification.sellerId !== provider.sellerId) return { refusal: 'another seller' }
    crashPoint('payment.notify.before-keep')
    const keeping = await keepNotify(db, notification)
    if (!keeping) return { refusal: 'no trade of ours' }
    if (!keeping.isTradeNoRight) return { refusal: 'another trade_no' }
    if (!keeping.isAmountRight) return { refusal: 'another amount' }
    crashPoint('payment.notify.after-keep')
    if (keeping.isNew) jobs.soon(INBOX_SWEEP)
    return { refusal: undefined, isNew: keeping.isNew }
  }

  /** Acts on every kept notification. The rows are the queue: one that fails stays and comes again with the next sweep. */
  async function handleKept(): Promise<void> {
    await markSettled(db)
    const failed: string[] = []
    await drain<KeptNotify>(
      { provider, log },
      (limit, underWay) => listUnhandled(db, [...failed, ...underWay.map(({ notifyId }) => notifyId)], limit),
      (kept) =>
        handle(kept).catch((error: unknown) => {
          failed.push(kept.notifyId)
          throw error
        }),
    )
  }

  async function handle(kept: KeptNotify): Promise<void> {
    const { notifyId, refundNumber } = kept
    const outcome = refundNumber === null ? await handleTrade(kept) : await handleRefund(refundNumber)
    if (outcome === undefined) return
    crashPoint('payment.notify.before-handled')
    await finish({ notifyId, outcome })
  }

  /** What came of it; undefined when it is to be asked about again. */
  async function handleTrade({ notifyId, claimsPaid, receivedAt, attempt: read }: KeptNotify) {
    // A person at the result page may be asking the same this moment.
    const wasBusy = await asking.untilQuiet(read.outTradeNo)
    const attempt = wasBusy ? await findByNumber(db, read.outTradeNo) : read
    if (!attempt || (attempt.state !== 'open' && attempt.state !== 'closed')) return 'nothing to do'
    const looked = await asking.look(attempt)
    if (looked !== 'undecided' || !claimsPaid) return 'asked'
    const afterMs = retryClaimMs(receivedAt, attempt.now)
    if (afterMs !== null) return postponeNotify(db, notifyId, afterMs)
    await settle.park(attempt, PARKED_REASONS.denied)
    return 'denied'
  }

  async function handleRefund(number: string): Promise<string> {
    await planAsk(db, number, 0)
    const claimed = await claimRefunds(db, { number })
    if (claimed.length === 0) return 'refund done, asked about elsewhere, or not ours'
    for (const refund of claimed) await asking.pursue(refund)
    return 'refund asked'
  }
}
