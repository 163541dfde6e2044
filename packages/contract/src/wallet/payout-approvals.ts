import { z } from 'zod'
import { caseListOf } from '../kit/case-list.ts'
import { route } from '../kit/route.ts'
import { Id, Moment, PersonCard, pageOf, personText, YuanText } from '../kit/shapes.ts'

/** Payouts above 5,000 yuan wait until two people of the staff agreed; one is enough to decline. */

/** How a payout stands that was decided about. */
export const PAYOUT_ENDS = ['in-flight', 'paid', 'failed', 'declined'] as const

export const PayoutDecision = z.object({
  operator: PersonCard,
  decision: z.enum(['approved', 'declined']),
  reason: z.string().nullable(),
  decidedAt: Moment,
})

export const PayoutToDecide = z.object({
  id: Id,
  number: z.string(),
  amount: YuanText,
  state: z.enum(['awaiting-approval', ...PAYOUT_ENDS]),
  payee: PersonCard,
  createdAt: Moment,
  approvalsNeeded: z.number().int(),
  decisions: z.array(PayoutDecision),
  /** Of the caller: false for one's own payout, and after one has agreed. */
  mayApprove: z.boolean(),
  mayDecline: z.boolean(),
})

const ONE = z.object({ id: Id })

export const listPayoutsToDecide = route({
  id: 'wallet.list-payouts-to-decide',
  method: 'GET',
  path: '/api/admin/payout/page',
  summary: 'Payouts that wait for approval, oldest first, or those decided about, newest first',
  auth: 'operator',
  staff: ['cashier'],
  query: z.object(caseListOf(PAYOUT_ENDS)),
  ok: pageOf(PayoutToDecide),
  errors: ['request.invalid'],
})

export const openPayout = route({
  id: 'wallet.open-payout',
  method: 'GET',
  path: '/api/admin/payout/open/{id}',
  summary: 'A payout that waits for approval or was decided about',
  auth: 'operator',
  staff: ['cashier'],
  params: ONE,
  ok: PayoutToDecide,
  errors: ['wallet.payout-not-found'],
})

export const approvePayout = route({
  id: 'wallet.approve-payout',
  method: 'POST',
  path: '/api/admin/payout/approve/{id}',
  summary: 'Agree to a payout above 5,000 yuan; the second person to agree sends it',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  ok: PayoutToDecide,
  errors: ['wallet.payout-not-found', 'wallet.own-payout', 'wallet.payout-not-waiting', 'wallet.second-person-needed'],
})

export const declinePayout = route({
  id: 'wallet.decline-payout',
  method: 'POST',
  path: '/api/admin/payout/decline/{id}',
  summary: 'Decline a payout that waits for approval; the money is payable again',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  body: z.strictObject({ reason: personText(1, 200) }),
  ok: PayoutToDecide,
  errors: ['wallet.payout-not-found', 'wallet.own-payout', 'wallet.payout-not-waiting'],
})

export const payoutApprovalRoutes = [listPayoutsToDecide, openPayout, approvePayout, declinePayout] as const
