import { z } from 'zod'
import { caseListOf } from '../kit/case-list.ts'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, PersonCard, pageOf, personText, YuanText } from '../kit/shapes.ts'
import { DISPUTE_ENDS, DISPUTE_STATES, Dispute, RefundAsk, SheetEntry } from './hours.ts'

/** Disputes about hires: either side hands one over, and the staff rules how many hours go back. */

const ORDER = '/api/order/dispute'
const DESK = '/api/admin/dispute'
const ONE = z.object({ id: Id })

/** Longest text of one contribution, and of the reason of a ruling. */
export const DISPUTE_WORDS_MAX = 2000
export const RULING_REASON_MAX = 500
/** Most contributions of one person to a dispute. */
export const DISPUTE_WORDS_COUNT = 10

const Words = personText(1, DISPUTE_WORDS_MAX)

export const openDispute = route({
  id: 'talent.open-dispute',
  method: 'POST',
  path: `${ORDER}/open`,
  summary:
    'Hand a dispute about a hire over to the staff, as buyer or expert: hours were declined, or delivered work is not accepted',
  auth: 'user',
  /** `hours`: how many the buyer wants back. Of an expert those that were declined last. */
  body: z.strictObject({ orderId: Id, hours: z.number().int().min(1).max(2000), words: Words }),
  ok: Dispute,
  errors: [
    'orders.not-found',
    'talent.no-disagreement',
    'talent.in-dispute',
    'talent.ask-open',
    'talent.hours-changed',
    'request.too-frequent',
  ],
})

export const addDisputeWords = route({
  id: 'talent.add-dispute-words',
  method: 'POST',
  path: `${ORDER}/words/{id}`,
  summary: 'Say something about a dispute of one’s own, as buyer or expert, while it is open',
  auth: 'user',
  params: ONE,
  body: z.strictObject({ words: Words }),
  ok: Dispute,
  errors: ['resource.not-found', 'talent.dispute-over', 'talent.words-full'],
})

export const withdrawDispute = route({
  id: 'talent.withdraw-dispute',
  method: 'POST',
  path: `${ORDER}/withdraw/{id}`,
  summary: 'Take a dispute back that one handed over; the hire goes on',
  auth: 'user',
  params: ONE,
  ok: Nothing,
  errors: ['resource.not-found', 'talent.dispute-over'],
})

export const agreeDispute = route({
  id: 'talent.agree-dispute',
  method: 'POST',
  path: `${ORDER}/agree/{id}`,
  summary: 'Give back the hours a dispute is about, as the expert; it ends, and the hire goes on',
  auth: 'user',
  params: ONE,
  ok: Nothing,
  errors: ['resource.not-found', 'talent.dispute-over', 'orders.not-refundable'],
})

const Ruling = z.object({
  id: Id,
  /** So many of so many hours go back to the buyer. */
  hours: z.number().int(),
  ofHours: z.number().int(),
  reason: z.string(),
  state: z.enum(['proposed', 'final', 'declined']),
  by: PersonCard,
  at: Moment,
  decidedBy: PersonCard.nullable(),
  decidedAt: Moment.nullable(),
})

export const DisputeHead = z.object({
  id: Id,
  orderId: Id,
  orderNumber: z.string(),
  state: z.enum(DISPUTE_STATES),
  openedBy: z.enum(['buyer', 'expert']),
  openedAt: Moment,
  endedAt: Moment.nullable(),
  buyer: PersonCard,
  expert: PersonCard,
  /** Hours the buyer wants back, those not given back so far, and what these cost. */
  hours: z.number().int(),
  hoursLeft: z.number().int(),
  stake: YuanText,
  /** Another person of the staff has to confirm. */
  needsTwo: z.boolean(),
  rulings: z.array(Ruling),
  /** Of the caller: false where they are one of the two, or proposed it themselves. */
  mayRule: z.boolean(),
  mayConfirm: z.boolean(),
})

export const listDisputes = route({
  id: 'talent.list-disputes',
  method: 'GET',
  path: `${DESK}/page`,
  summary: 'Disputes that wait for a ruling, longest first, or those that ended, newest first; without what was said',
  auth: 'operator',
  staff: ['cashier'],
  query: z.object(caseListOf(DISPUTE_ENDS)),
  ok: pageOf(DisputeHead),
  errors: ['request.invalid'],
})

export const readDispute = route({
  id: 'talent.read-dispute',
  method: 'POST',
  path: `${DESK}/open/{id}`,
  summary:
    'A dispute with requirement, time-sheet, delivery, questions for hours and what both said; the reading is on record',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  ok: DisputeHead.extend({
    isDelivered: z.boolean(),
    hourSalary: YuanText,
    boughtHours: z.number().int(),
    returnedHours: z.number().int(),
    requirement: z.string(),
    minutes: z.number().int(),
    entries: z.array(SheetEntry),
    deliveryNote: z.string().nullable(),
    refundAsks: z.array(RefundAsk),
    words: Dispute.shape.words,
  }),
  errors: ['resource.not-found'],
})

export const ruleDispute = route({
  id: 'talent.rule-dispute',
  method: 'POST',
  path: `${DESK}/rule/{id}`,
  summary:
    'Rule how many hours go back to the buyer, with a reason both are told; the rest is the expert’s, and the hire is over. Above 5,000 yuan this proposes',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  body: z.strictObject({
    hours: z.number().int().min(0).max(2000),
    /** How many were left as the caller saw it. */
    hoursLeft: z.number().int().min(1).max(2000),
    reason: personText(1, RULING_REASON_MAX),
  }),
  ok: DisputeHead,
  errors: [
    'resource.not-found',
    'talent.own-dispute',
    'talent.dispute-over',
    'talent.hours-changed',
    'talent.ruling-waits',
  ],
})

const PROPOSAL = z.strictObject({ rulingId: Id })
const decideErrors = ['resource.not-found', 'talent.own-dispute', 'talent.dispute-over', 'talent.ruling-gone'] as const

export const confirmRuling = route({
  id: 'talent.confirm-ruling',
  method: 'POST',
  path: `${DESK}/confirm/{id}`,
  summary: 'Confirm the ruling another one of the staff proposed; it takes effect',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  body: PROPOSAL,
  ok: DisputeHead,
  errors: [...decideErrors, 'talent.second-person-needed', 'talent.hours-changed'],
})

export const declineRuling = route({
  id: 'talent.decline-ruling',
  method: 'POST',
  path: `${DESK}/decline/{id}`,
  summary: 'Drop a proposed ruling, one’s own or another’s; the dispute waits for a new one',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  body: PROPOSAL,
  ok: DisputeHead,
  errors: [...decideErrors],
})

export const disputeRoutes = [
  openDispute,
  addDisputeWords,
  withdrawDispute,
  agreeDispute,
  listDisputes,
  readDispute,
  ruleDispute,
  confirmRuling,
  declineRuling,
] as const
