import { UNCLEAR_REFUND } from '@trove/contract/payment/parked-refunds'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { PaymentProvider, RefundAnswer, TradeAnswer } from '../model/provider.ts'
import { PARKED_REASONS } from '../model/reasons.ts'
import {
  isToBeClosed,
  isToBeSentAgain,
  MOST_UNCLEAR_LOOKS,
  nextLateLook,
  nextLook,
  retryAfterMs,
  retryUnclearMs,
} from '../model/rules.ts'
import { hasPaidClaim } from '../stores/notify.ts'
import { parkRefund, planAsk, type Refund } from '../stores/refunds.ts'
import { type Attempt, bindTradeNo, planLook, planUnclearLook } from '../stores/store.ts'
import type { Settle } from './settle.ts'

const PARKED_MS = 10 * 60_000

/** `paid`: by this very question. `settled`: there is nothing more to learn. `undecided`: it is not paid so far. */
export type Looked = 'paid' | 'settled' | 'undecided'

/** Asking the provider, and believing nothing else. Every function may be repeated at any time by anyone. */
export type Asking = {
  /** Asks about an attempt and applies the answer; closes it when its time is over. */
  look(attempt: Attempt): Promise<Looked>
  /** Done when no question of this process about the number is under way; whether there was one. */
  untilQuiet(outTradeNo: string): Promise<boolean>
  /** Sends a refund, or asks what became of it; what the provider said last. */
  pursue(refund: Refund): Promise<RefundAnswer['outcome']>
}

type Deps = { db: Db; provider: PaymentProvider; settle: Settle; log: Log }

export function createAsking({ db, provider, settle, log }: Deps): Asking {
  /** Questions under way, so that a person and a notification at the same moment ask one. */
  const going = new Map<string, Promise<Looked>>()
  return { look, untilQuiet, pursue }

  function look(attempt: Attempt): Promise<Looked> {
    const earlier = going.get(attempt.outTradeNo)
    if (earlier) return earlier
    const looking = lookNow(attempt).finally(() => going.delete(attempt.outTradeNo))
    going.set(attempt.outTradeNo, looking)
    return looking
  }

  async function untilQuiet(outTradeNo: string): Promise<boolean> {
    const earlier = going.get(outTradeNo)
    // The caller that asked first gets the error.
    await earlier?.catch(() => undefined)
    return earlier !== undefined
  }

  async function lookNow(attempt: Attempt): Promise<Looked> {
    return apply(attempt, await provider.query(attempt.outTradeNo))
  }

  async function apply(attempt: Attempt, answer: TradeAnswer): Promise<Looked> {
    switch (answer.outcome) {
      case 'paid':
        return (await settle.paid(attempt, answer)) ? 'paid' : 'settled'
      case 'closed':
        if (answer.wasPaid) await settle.park(attempt, PARKED_REASONS.refunded)
        else if (await hasPaidClaim(db, attempt.outTradeNo)) return lookUnclear(attempt, 'closed')
        else await settle.closed(attempt, true)
        return 'settled'
      case 'unknown':
        log.warn({ ...aboutOf(attempt), reason: answer.reason }, 'the provider does not say how a payment stands')
        return lookUnclear(attempt, answer.reason)
      case 'waiting':
        if (attempt.tradeNo === null) await bindTradeNo(db, attempt.id, answer.tradeNo)
        return isToBeClosed(attempt, attempt.now) ? close(attempt) : plan(attempt)
      case 'absent':
        return attempt.state === 'open' && isToBeClosed(attempt, attempt.now) ? close(attempt) : plan(attempt)
    }
  }

  /** What is not known is not guessed: an open attempt is asked about as long as it takes, ever more slowly. */
  async function lookUnclear(attempt: Attempt, reason: string): Promise<Looked> {
    // A person looks after it already, and asked perhaps just now.
    if (attempt.isParked) return 'undecided'
    if (attempt.state === 'closed' && attempt.unclearLooks >= MOST_UNCLEAR_LOOKS) {
      await settle.park(attempt, `${PARKED_REASONS.unclear}: ${reason}`)
      return 'settled'
    }
    await planUnclearLook(db, attempt.id, retryUnclearMs(attempt.unclearLooks + 1))
    return 'undecided'
  }

  /**
   * Closes at the provider and asks once more, because a payment may have come in between. A trade the provider never saw
   * cannot be closed there; it is closed here, and looked at again later in case its buyer was faster than both clocks.
   * Nothing is closed while a notification says that it was paid: the question may have met a copy that lags behind.
   */
  async function close(attempt: Attempt): Promise<Looked> {
    if (await hasPaidClaim(db, attempt.outTradeNo)) return lookUnclear(attempt, 'not paid, against a notification')
    crashPoint('payment.close.before')
    const answer = await provider.close(attempt.outTradeNo)
    crashPoint('payment.close.after')
    const after = await provider.query(attempt.outTradeNo)
    if (after.outcome === 'paid' || after.outcome === 'closed') return apply(attempt, after)
    const isUnseen = after.outcome === 'absent' && answer.outcome === 'absent'
    if (!isUnseen || attempt.state !== 'open') return plan(attempt)
    await settle.closed(attempt, false)
    return 'undecided'
  }

  async function plan(attempt: Attempt): Promise<Looked> {
    const { state, closedAt, expiresAt, now } = attempt
    const isClosed = state === 'closed' && closedAt !== null
    await planLook(db, attempt, isClosed ? nextLateLook(closedAt, expiresAt, now) : nextLook(attempt, now))
    return 'undecided'
  }

  async function pursue(refund: Refund): Promise<RefundAnswer['outcome']> {
    let answer = refund.asks === 1 ? await send(refund) : await provider.refundQuery(refund)
    if (refund.asks > 1 && isToBeSentAgain(answer.outcome, refund.asks)) answer = await send(refund)
    if (answer.outcome === 'pending' && refund.asks === 1) answer = await provider.refundQuery(refund)
    const about = { orderId: refund.orderId, number: refund.number, asks: refund.asks }
    if (answer.outcome === 'done') {
      await settle.refunded(refund)
      return 'done'
    }
    if (answer.outcome === 'refused') {
      log.error({ ...about, reason: answer.reason, alarm: 'refund' }, 'the provider refuses a refund')
      await parkRefund(db, refund.number, answer, PARKED_MS)
      return 'refused'
    }
    log.warn({ ...about, outcome: answer.outcome }, 'the outcome of a refund is not known yet')
    // A person may find out what the provider does not say. It goes on being asked.
    if (answer.outcome === 'unknown' && refund.isOld && refund.state === 'waiting') {
      log.error(
        { ...about, reason: answer.reason, alarm: 'refund' },
        'the provider has not said for days what became of it',
      )
      await parkRefund(db, refund.number, { reason: UNCLEAR_REFUND }, PARKED_MS)
      return 'unknown'
    }
    await planAsk(db, refund.number, retryAfterMs(refund.asks))
    return answer.outcome
  }

  async function send(refund: Refund) {
    crashPoint('payment.refund.before-send')
    const answer = await provider.refund(refund)
    crashPoint('payment.refund.after-send')
    return answer
  }
}

function aboutOf({ orderId, id }: Attempt) {
  return { orderId, attemptId: id }
}
