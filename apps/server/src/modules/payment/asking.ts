import { crashPoint } from '../../platform/crash-point.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Log } from '../../platform/log.ts'
import type { PaymentProvider, TradeAnswer } from './provider.ts'
import { isToBeClosed, nextLateLook, nextLook, retryAfterMs } from './rules.ts'
import type { Settle } from './settle.ts'
import { type Attempt, bindTradeNo, planLook } from './store.ts'
import { parkRefund, planAsk, type Refund } from './store-refunds.ts'

/** A question without an answer is asked again this soon. */
const UNKNOWN_MS = 15_000
const PARKED_MS = 10 * 60_000

/** Asking the provider, and believing nothing else. Every function may be repeated at any time by anyone. */
export type Asking = {
  /** Asks about an attempt and applies the answer; closes it when its time is over. Whether its order is paid by that. */
  look(attempt: Attempt): Promise<boolean>
  /** Done when no question of this process about the number is under way. */
  untilQuiet(outTradeNo: string): Promise<void>
  /** Sends a refund, or asks what became of it. */
  pursue(refund: Refund): Promise<void>
}

type Deps = { db: Db; provider: PaymentProvider; settle: Settle; log: Log }

export function createAsking({ db, provider, settle, log }: Deps): Asking {
  /** Questions under way, so that a person and a notification at the same moment ask one. */
  const going = new Map<string, Promise<boolean>>()
  return { look, untilQuiet, pursue }

  function look(attempt: Attempt): Promise<boolean> {
    const earlier = going.get(attempt.outTradeNo)
    if (earlier) return earlier
    const looking = lookNow(attempt).finally(() => going.delete(attempt.outTradeNo))
    going.set(attempt.outTradeNo, looking)
    return looking
  }

  async function untilQuiet(outTradeNo: string): Promise<void> {
    // Whoever asked is told what went wrong.
    await going.get(outTradeNo)?.catch(() => false)
  }

  async function lookNow(attempt: Attempt): Promise<boolean> {
    const answer = await provider.query(attempt.outTradeNo)
    if (answer.outcome === 'paid') return settle.paid(attempt, answer)
    await lookUnpaid(attempt, answer)
    return false
  }

  async function lookUnpaid(attempt: Attempt, answer: Exclude<TradeAnswer, { outcome: 'paid' }>): Promise<void> {
    const about = { orderId: attempt.orderId, attemptId: attempt.id }
    switch (answer.outcome) {
      case 'unknown':
        log.warn({ ...about, reason: answer.reason }, 'the provider does not say how a payment stands')
        return planLook(db, attempt.id, new Date(attempt.now.getTime() + UNKNOWN_MS))
      case 'closed':
        if (answer.wasPaid) log.error({ ...about, alarm: 'payment' }, 'a trade was paid and refunded behind our back')
        return settle.closed(attempt, true)
      case 'waiting':
        if (attempt.tradeNo === null) await bindTradeNo(db, attempt.id, answer.tradeNo)
        return attempt.state === 'open' && isToBeClosed(attempt, attempt.now) ? close(attempt) : plan(attempt)
      case 'absent':
        return attempt.state === 'open' && isToBeClosed(attempt, attempt.now) ? close(attempt) : plan(attempt)
    }
  }

  /**
   * Closes at the provider and asks once more, because a payment may have come in between. A trade the provider never saw
   * cannot be closed there; it is closed here, and looked at again later in case its buyer was faster than both clocks.
   */
  async function close(attempt: Attempt): Promise<void> {
    crashPoint('payment.close.before')
    const answer = await provider.close(attempt.outTradeNo)
    crashPoint('payment.close.after')
    const after = await provider.query(attempt.outTradeNo)
    if (after.outcome === 'paid') return void (await settle.paid(attempt, after))
    if (after.outcome === 'closed') return settle.closed(attempt, true)
    if (after.outcome === 'absent' && answer.outcome === 'absent') return settle.closed(attempt, false)
    return plan(attempt)
  }

  async function plan(attempt: Attempt): Promise<void> {
    if (attempt.state === 'open') return planLook(db, attempt.id, nextLook(attempt, attempt.now))
    if (attempt.closedAt === null) return
    return planLook(db, attempt.id, nextLateLook(attempt.closedAt, attempt.expiresAt, attempt.now))
  }

  async function pursue(refund: Refund): Promise<void> {
    let answer = refund.asks === 1 ? await send(refund) : await provider.refundQuery(refund)
    if (refund.asks > 1 && (answer.outcome === 'absent' || answer.outcome === 'refused')) answer = await send(refund)
    if (answer.outcome === 'pending' && refund.asks === 1) answer = await provider.refundQuery(refund)
    const about = { orderId: refund.orderId, number: refund.number, asks: refund.asks }
    if (answer.outcome === 'done') return settle.refunded(refund)
    if (answer.outcome === 'refused') {
      log.error({ ...about, reason: answer.reason, alarm: 'refund' }, 'the provider refuses a refund')
      return parkRefund(db, refund.number, answer.reason, PARKED_MS)
    }
    log.warn({ ...about, outcome: answer.outcome }, 'the outcome of a refund is not known yet')
    return planAsk(db, refund.number, retryAfterMs(refund.asks))
  }

  async function send(refund: Refund) {
    crashPoint('payment.refund.before-send')
    const answer = await provider.refund(refund)
    crashPoint('payment.refund.after-send')
    return answer
  }
}
