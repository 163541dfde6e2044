import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, PersonCard, pageOf, paging, personText, queryText, YuanInput, YuanText } from '../kit/shapes.ts'

/** Putting the books right: one of the staff proposes, another agrees, and only then it is posted. For good in the trail. */

/**
 * What may be moved by hand; no person's own money is among it. `alipay`: what Alipay holds for us; `suspense`: money whose
 * owner is looked for; `fee`: what the provider kept, and what we keep; `adjustment`: gains and losses found later.
 */
export const ADJUSTABLE_ACCOUNTS = ['alipay', 'suspense', 'fee', 'adjustment'] as const

/** A debit adds to what an account holds, a credit takes from it. */
export const Adjustment = z.object({
  id: Id,
  debit: z.enum(ADJUSTABLE_ACCOUNTS),
  credit: z.enum(ADJUSTABLE_ACCOUNTS),
  amount: YuanText,
  /** The order, trade or payout it is about. */
  reference: z.string().nullable(),
  differenceId: Id.nullable(),
  reason: z.string(),
  proposer: PersonCard,
  proposedAt: Moment,
  state: z.enum(['proposed', 'agreed', 'declined', 'withdrawn']),
  decidedBy: PersonCard.nullable(),
  decidedAt: Moment.nullable(),
  /** Why it was declined or withdrawn. */
  decisionReason: z.string().nullable(),
  /** What the caller may do: another of the staff agrees or declines, the proposer withdraws. */
  mayAgree: z.boolean(),
  mayWithdraw: z.boolean(),
})

const ONE = z.object({ id: Id })

export const listAdjustments = route({
  id: 'payment.list-adjustments',
  method: 'GET',
  path: '/api/admin/adjustment/page',
  summary: 'Adjustments of the books, those that wait for another person first, then newest first',
  auth: 'operator',
  staff: ['cashier'],
  query: z.object({ ...paging(20) }),
  ok: pageOf(Adjustment),
  errors: ['request.invalid'],
})

export const openAdjustment = route({
  id: 'payment.open-adjustment',
  method: 'GET',
  path: '/api/admin/adjustment/open/{id}',
  summary: 'An adjustment of the books, wherever it stands in the list',
  auth: 'operator',
  staff: ['cashier'],
  params: ONE,
  ok: Adjustment,
  errors: ['payment.adjustment-not-found'],
})

export const AdjustmentProposal = z.strictObject({
  debit: z.enum(ADJUSTABLE_ACCOUNTS),
  credit: z.enum(ADJUSTABLE_ACCOUNTS),
  amount: YuanInput.refine((fen) => fen >= 1n && fen <= 100_000_000_00n, { params: { error: 'amount' } }),
  reference: queryText(64),
  differenceId: Id.optional(),
  reason: personText(1, 500),
})

export const proposeAdjustment = route({
  id: 'payment.propose-adjustment',
  method: 'POST',
  path: '/api/admin/adjustment/propose',
  summary: 'Propose to put the books right; nothing is posted before another person agreed',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  body: AdjustmentProposal,
  ok: Adjustment,
  errors: ['payment.adjustment-accounts', 'payment.difference-not-found', 'payment.difference-settled'],
})

export const agreeAdjustment = route({
  id: 'payment.agree-adjustment',
  method: 'POST',
  path: '/api/admin/adjustment/agree/{id}',
  summary: 'Agree to an adjustment somebody else proposed: it is posted, and its difference is settled',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  ok: Adjustment,
  errors: [
    'payment.adjustment-not-found',
    'payment.adjustment-decided',
    'payment.own-adjustment',
    'payment.proposer-left',
    'payment.difference-settled',
  ],
})

export const declineAdjustment = route({
  id: 'payment.decline-adjustment',
  method: 'POST',
  path: '/api/admin/adjustment/decline/{id}',
  summary: 'Decline an adjustment, or withdraw one’s own; nothing is posted',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  body: z.strictObject({ reason: personText(1, 500) }),
  ok: Adjustment,
  errors: ['payment.adjustment-not-found', 'payment.adjustment-decided'],
})

export const adjustmentRoutes = [
  listAdjustments,
  openAdjustment,
  proposeAdjustment,
  agreeAdjustment,
  declineAdjustment,
] as const
