import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, PersonCard, pageOf, paging, personText, YuanInput, YuanText } from '../kit/shapes.ts'

/**
 * Refunds the provider refuses. They are tried again now and then by themselves; one of the staff tries again at once, or
 * two of them put on record that the money was returned outside the provider.
 */

/** The code of a refund about which the provider gave no clear answer for three days. */
export const UNCLEAR_REFUND = 'trove.no-clear-answer'

export const OutsideProposal = z.object({
  id: Id,
  /** How the payment made by hand is found again, such as the number of a bank transfer. */
  reference: z.string(),
  reason: z.string(),
  proposer: PersonCard,
  proposedAt: Moment,
  agreedBy: PersonCard.nullable(),
  agreedAt: Moment.nullable(),
  /** What the second person found where the provider gave no clear answer. */
  evidence: z.string().nullable(),
  /** What the caller may do: another of the staff agrees or declines, the proposer withdraws. */
  mayAgree: z.boolean(),
  /** It waited for three days: `evidence` counts where the provider still gives no clear answer. */
  mayVouch: z.boolean(),
  mayWithdraw: z.boolean(),
})

export const ParkedRefund = z.object({
  /** Our number of the refund at the provider; the same at every try. */
  number: Id,
  orderId: Id,
  /** The payment's number at the provider, ours and theirs. */
  orderNumber: z.string(),
  tradeNumber: z.string().nullable(),
  amount: YuanText,
  /** `outside`: returned by hand, agreed to by two people. */
  state: z.enum(['parked', 'outside']),
  /** Of the buyer's name the first character and the last. */
  buyer: z.string(),
  /** Why the provider refuses: its code, and its words where it gave some. */
  code: z.string(),
  words: z.string().nullable(),
  parkedAt: Moment,
  /** While one waits the provider is sent nothing. */
  proposal: OutsideProposal.nullable(),
})

const OF_REFUND = z.object({ number: Id })
const OF_PROPOSAL = z.object({ id: Id })

export const listParkedRefunds = route({
  id: 'payment.list-parked-refunds',
  method: 'GET',
  path: '/api/admin/payment/refund/parked/page',
  summary: 'Refunds the provider refuses, the oldest first, then those returned outside it, newest first',
  auth: 'operator',
  staff: ['cashier'],
  query: z.object({ ...paging(20) }),
  ok: pageOf(ParkedRefund),
  errors: ['request.invalid'],
})

export const openParkedRefund = route({
  id: 'payment.open-parked-refund',
  method: 'GET',
  path: '/api/admin/payment/refund/parked/open/{number}',
  summary: 'A refund the provider refuses, or one that was returned outside it',
  auth: 'operator',
  staff: ['cashier'],
  params: OF_REFUND,
  ok: ParkedRefund,
  errors: ['payment.refund-not-parked', 'payment.refund-done'],
})

export const retryParkedRefund = route({
  id: 'payment.retry-refund',
  method: 'POST',
  path: '/api/admin/payment/refund/retry/{number}',
  summary:
    'Try a refused refund again under its number: the provider is asked first, and sent it only when it was not done',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: OF_REFUND,
  ok: z.object({
    /** `waiting`: the outcome is not known yet, or another refund of the trade comes first; it goes on by itself. */
    outcome: z.enum(['done', 'parked', 'waiting']),
    /** Why the provider still refuses. */
    code: z.string().nullable(),
  }),
  errors: [
    'payment.refund-not-parked',
    'payment.refund-held',
    'payment.refund-under-way',
    'payment.refund-done',
    'payment.unavailable',
  ],
})

export const OutsideReturn = z.strictObject({
  /** What was returned by hand; it has to be the refund's whole amount. */
  amount: YuanInput,
  reference: personText(1, 100),
  reason: personText(1, 500),
})

export const proposeOutsideRefund = route({
  id: 'payment.propose-outside-refund',
  method: 'POST',
  path: '/api/admin/payment/refund/outside/propose/{number}',
  summary:
    'Say that a refused refund was returned outside the provider; nothing is booked before another person agreed',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: OF_REFUND,
  body: OutsideReturn,
  ok: ParkedRefund,
  errors: [
    'payment.refund-not-parked',
    'payment.own-refund',
    'payment.refund-held',
    'payment.refund-amount',
    'payment.refund-done',
    'request.invalid',
  ],
})

export const OutsideAgreement = z.strictObject({
  /** Where the second person looked and what they saw, such as the provider's statement of the day. */
  evidence: personText(1, 500).optional(),
})

export const agreeOutsideRefund = route({
  id: 'payment.agree-outside-refund',
  method: 'POST',
  path: '/api/admin/payment/refund/outside/agree/{id}',
  summary:
    'Agree that a refund was returned outside the provider, which is asked first. Evidence counts in place of its answer when it gives none three days after the proposal',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: OF_PROPOSAL,
  body: OutsideAgreement,
  ok: ParkedRefund,
  errors: [
    'payment.outside-not-found',
    'payment.outside-decided',
    'payment.own-outside',
    'payment.own-refund',
    'payment.proposer-left',
    'payment.refund-done',
    'payment.refund-under-way',
    'payment.refund-unclear',
    'payment.unavailable',
    'request.invalid',
  ],
})

export const declineOutsideRefund = route({
  id: 'payment.decline-outside-refund',
  method: 'POST',
  path: '/api/admin/payment/refund/outside/decline/{id}',
  summary: 'Decline such a proposal, or withdraw one’s own; the refund is tried at the provider again',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: OF_PROPOSAL,
  body: z.strictObject({ reason: personText(1, 500) }),
  ok: z.object({ outcome: z.enum(['declined', 'withdrawn']) }),
  errors: ['payment.outside-not-found', 'payment.outside-decided'],
})

export const parkedRefundRoutes = [
  listParkedRefunds,
  openParkedRefund,
  retryParkedRefund,
  proposeOutsideRefund,
  agreeOutsideRefund,
  declineOutsideRefund,
] as const
