import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { formatYuan } from '@trove/units/money'
import { noteAct } from '../../../platform/audit.ts'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../identity/module.ts'
import type { PaymentProvider } from '../model/provider.ts'
import type { Settle } from '../settling/settle.ts'
import { findRefund, type Refund } from '../stores/refunds.ts'
import {
  findOutsides,
  findParkedRefund,
  insertDecision,
  insertOutside,
  isQuiet,
  markReturnedOutside,
  type Outside,
  release,
} from './store.ts'

type Deps = {
  db: Db
  log: Log
  /** Absent while no provider is configured: nothing can be agreed to then, because it has to be asked first. */
  provider: PaymentProvider | undefined
  settle: Settle
  findStaff: Identity['findStaff']
}

export type OutsideAsk = { amountFen: bigint; reference: string; reason: string }

/**
 * The way out for a refund the provider refuses for good: one of the staff says that the money was returned by another
 * way, another confirms it; neither is the buyer. From the proposal on the provider is sent nothing, so that the money
 * cannot go back twice.
 */
export function createOutside({ db, log, provider, settle, findStaff }: Deps) {
  return { propose, agree, decline }

  /**
   * @throws ContractError `payment.refund-not-parked`, `payment.refund-done`, `payment.own-refund`, `payment.refund-held`,
   * `payment.refund-amount`
   */
  async function propose(number: string, ask: OutsideAsk, operatorId: string): Promise<void> {
    const found = await findParkedRefund(db, number)
    requireThat(found, 'payment.refund-not-parked')
    requireThat(found.state === 'parked', 'payment.refund-done')
    requireThat(found.buyerId !== operatorId, 'payment.own-refund')
    requireThat(ask.amountFen === found.amountFen, 'payment.refund-amount', { amount: formatYuan(found.amountFen) })
    const id = newId()
    await inTransaction(db, async (tx) => {
      requireThat(await insertOutside(tx, { ...ask, id, number, proposerId: operatorId }), 'payment.refund-held')
      const subject = { kind: 'refund', id: number }
      await noteAct(tx, { operatorId, act: 'refund.propose-outside', subject, reason: ask.reason })
    })
    log.warn({ number, outsideId: id, operatorId }, 'a refund was proposed to be settled by hand')
  }

  /**
   * The provider is asked first: what it did is not done again, and what is not known is not guessed. If it gives no
   * answer three days after the proposal, since which it was sent nothing, what the second person found out counts.
   * @returns the refund's number
   * @throws ContractError `payment.outside-not-found`, `payment.own-outside`, `payment.own-refund`, `payment.outside-decided`,
   * `payment.proposer-left`, `payment.refund-done`, `payment.refund-under-way`, `payment.refund-unclear`, `payment.unavailable`
   */
  async function agree(id: string, operatorId: string, evidence: string | null = null): Promise<string> {
    const outside = await getOpen(id)
    requireThat(outside.proposerId !== operatorId, 'payment.own-outside')
    const refund = (await findRefund(db, outside.number))!
    requireThat(refund.buyerId !== operatorId, 'payment.own-refund')
    requireThat(refund.state !== 'done', 'payment.refund-done')
    requireThat(await isQuiet(db, id), 'payment.refund-under-way')
    await requireNotDone(refund, outside.mayVouch && evidence !== null)
    crashPoint('payment.outside.before')
    await inTransaction(db, async (tx) => {
      const { proposerId, reference } = outside
      requireThat((await findStaff(tx, [proposerId], 'cashier')).has(proposerId), 'payment.proposer-left')
      const decision = { id, proposerId, operatorId, decision: 'agreed' as const, reason: evidence }
      requireThat(await insertDecision(tx, decision), 'payment.outside-decided')
      requireThat(await markReturnedOutside(tx, id), 'payment.refund-done')
      await settle.refundedOutside(tx, refund, reference)
      const subject = { kind: 'refund', id: refund.number }
      await noteAct(tx, { operatorId, act: 'refund.agree-outside', subject, ...(evidence && { reason: evidence }) })
      crashPoint('payment.outside.before-commit')
    })
    crashPoint('payment.outside.after-commit')
    log.warn({ number: refund.number, outsideId: id, operatorId }, 'a refund was settled by hand')
    return refund.number
  }

  /** Books what the provider did after all, and refuses; refuses as well while it gives no clear answer, unless vouched for. */
  async function requireNotDone(refund: Refund, isVouched: boolean): Promise<void> {
    if (!provider) throw new ContractError('payment.unavailable')
    const answer = await provider.refundQuery(refund)
    if (answer.outcome === 'done') {
      await settle.refunded(refund)
      throw new ContractError('payment.refund-done')
    }
    // One that the provider says is on its way may still arrive, whatever a person saw.
    const isNoAnswer = answer.outcome === 'unknown' || answer.outcome === 'refused'
    requireThat(answer.outcome === 'absent' || (isNoAnswer && isVouched), 'payment.refund-unclear')
  }

  /** Its proposer takes it back, anybody else declines it. @throws ContractError `payment.outside-not-found`, `payment.outside-decided` */
  async function decline(id: string, operatorId: string, reason: string): Promise<'declined' | 'withdrawn'> {
    const { proposerId, number } = await getOpen(id)
    const decision = proposerId === operatorId ? ('withdrawn' as const) : ('declined' as const)
    await inTransaction(db, async (tx) => {
      const isDecided = await insertDecision(tx, { id, proposerId, operatorId, decision, reason })
      requireThat(isDecided, 'payment.outside-decided')
      await release(tx, id)
      const act = decision === 'withdrawn' ? 'refund.withdraw-outside' : 'refund.decline-outside'
      await noteAct(tx, { operatorId, act, subject: { kind: 'refund', id: number }, reason })
    })
    log.warn({ number, outsideId: id, operatorId, decision }, 'a refund is not settled by hand')
    return decision
  }

  async function getOpen(id: string): Promise<Outside> {
    const [outside] = await findOutsides(db, [id])
    requireThat(outside, 'payment.outside-not-found')
    requireThat(outside.decision === null, 'payment.outside-decided')
    return outside
  }
}
