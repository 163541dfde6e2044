import { z } from 'zod'
import { caseList } from '../kit/case-list.ts'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, PersonCard, pageOf, personText, YuanInput, YuanText } from '../kit/shapes.ts'
import { Downtime } from './downtime.ts'

/**
 * Faults of leased machines: the buyer reports one, the seller answers, and what they cannot settle the staff rules. A seller
 * contests a silence of the machine that is to be paid back: that case goes straight to the staff (ADR 19).
 */

const ORDER = '/api/computing/fault'
const DESK = '/api/admin/fault'
const ONE = z.object({ id: Id })

export const FAULT_REASONS = ['unreachable', 'downtime', 'slow', 'differs', 'login', 'other'] as const
/** Of a case: what the buyer reports, or `silence`, which the seller contests. */
export const CASE_REASONS = [...FAULT_REASONS, 'silence'] as const
/** `open`: the seller answers. `fixed`, `disputed`: the buyer accepts or hands over. `handed`: the staff rules. A contest begins there. */
export const FAULT_STATES = ['open', 'fixed', 'disputed', 'handed', 'ruled', 'accepted', 'lapsed'] as const
/** Longest text of one contribution, and of the reason of a ruling. */
export const FAULT_WORDS_MAX = 2000
export const REASON_MAX = 500
/** Hours within which each side acts. A silent seller hands the case to the staff, a silent buyer accepts. */
export const FAULT_TURN_HOURS = 48
/** Reports of one order: what a buyer reports holds the seller's money, so it has an end. */
export const FAULTS_MOST = 5

const Words = personText(1, FAULT_WORDS_MAX)

/** The contested silence, by its first minute. */
const Silence = z.object({ from: Moment, minutes: z.number().int() })

export const Fault = z.object({
  id: Id,
  reason: z.enum(CASE_REASONS),
  state: z.enum(FAULT_STATES),
  openedAt: Moment,
  /** Until when the one whose turn it is acts. */
  dueAt: Moment.nullable(),
  endedAt: Moment.nullable(),
  /** Null for what a buyer reported. */
  silence: Silence.nullable(),
  words: z.array(z.object({ by: z.enum(['buyer', 'seller']), words: z.string(), saidAt: Moment })),
  /** `goesBack`: of a contest, whether the silence is paid back; null for what a buyer reported. */
  ruling: z
    .object({ refundAmount: YuanText, goesBack: z.boolean().nullable(), reason: z.string(), at: Moment })
    .nullable(),
})

export const listFaults = route({
  id: 'compute.list-faults',
  method: 'GET',
  path: `${ORDER}/of/{id}`,
  summary: 'The reported faults of a lease of one’s own, as its buyer or seller, by the id of its order, oldest first',
  auth: 'user',
  params: ONE,
  ok: z.object({ faults: z.array(Fault), mayReport: z.boolean() }),
  errors: ['orders.not-found'],
})

export const reportFault = route({
  id: 'compute.report-fault',
  method: 'POST',
  path: `${ORDER}/open`,
  summary:
    'Report a fault of a machine one rents or rented, while not all of its price was cleared; nothing more of it is cleared meanwhile',
  auth: 'user',
  body: z.strictObject({ orderId: Id, reason: z.enum(FAULT_REASONS), words: Words }),
  ok: Fault,
  errors: ['orders.not-found', 'compute.fault-not-now', 'compute.fault-open', 'compute.fault-limit'],
})

export const answerFault = route({
  id: 'compute.answer-fault',
  method: 'POST',
  path: `${ORDER}/answer/{id}`,
  summary: 'Answer a reported fault as the seller: it is fixed, or it is disputed',
  auth: 'user',
  params: ONE,
  body: z.strictObject({ isFixed: z.boolean(), words: Words }),
  ok: Fault,
  errors: ['resource.not-found', 'compute.fault-over'],
})

export const contestSilence = route({
  id: 'compute.contest-silence',
  method: 'POST',
  path: `${ORDER}/contest`,
  summary:
    'Contest a silence of a machine one leases out before it is paid back, once; it is held, nothing is cleared, and the staff rules',
  auth: 'user',
  /** `from`: the first minute of the silence, as `compute.get-downtime` answers it. */
  body: z.strictObject({ orderId: Id, from: Moment, words: Words }),
  ok: Fault,
  errors: [
    'orders.not-found',
    'resource.not-found',
    'compute.silence-short',
    'compute.silence-settled',
    'compute.silence-contested',
    'compute.fault-not-now',
  ],
})

export const answerContest = route({
  id: 'compute.answer-contest',
  method: 'POST',
  path: `${ORDER}/contest/answer/{id}`,
  summary: 'Answer what the seller said about a contested silence, as the buyer, once; the staff reads both',
  auth: 'user',
  params: ONE,
  body: z.strictObject({ words: Words }),
  ok: Fault,
  errors: ['resource.not-found', 'compute.fault-over'],
})

export const acceptFault = route({
  id: 'compute.accept-fault',
  method: 'POST',
  path: `${ORDER}/accept/{id}`,
  summary: 'End a case one opened, as the buyer: it is settled, and the seller is paid as before',
  auth: 'user',
  params: ONE,
  ok: Nothing,
  errors: ['resource.not-found', 'compute.fault-over'],
})

export const handFault = route({
  id: 'compute.hand-fault',
  method: 'POST',
  path: `${ORDER}/hand/{id}`,
  summary: 'Hand a case over to the staff, as the buyer, once the seller answered',
  auth: 'user',
  params: ONE,
  body: z.strictObject({ words: Words }),
  ok: Fault,
  errors: ['resource.not-found', 'compute.fault-over'],
})

const Ruling = z.object({
  id: Id,
  /** So much of what was left goes back. */
  refundAmount: YuanText,
  restAmount: YuanText,
  /** Of a contest: whether the silence is paid back, as any other would be. Null for what a buyer reported. */
  goesBack: z.boolean().nullable(),
  reason: z.string(),
  state: z.enum(['proposed', 'final', 'declined']),
  by: PersonCard,
  at: Moment,
  decidedBy: PersonCard.nullable(),
})

export const FaultHead = z.object({
  id: Id,
  orderId: Id,
  /** The machine: its certificate says what was declared and measured. */
  productId: Id,
  orderNumber: z.string(),
  reason: z.enum(CASE_REASONS),
  state: z.enum(FAULT_STATES),
  openedAt: Moment,
  endedAt: Moment.nullable(),
  buyer: PersonCard,
  seller: PersonCard,
  /** What a seller contests, and what its minutes cost by now. */
  silence: Silence.extend({ amount: YuanText }).nullable(),
  price: YuanText,
  /** What was neither cleared nor given back: the most that can go back. */
  restAmount: YuanText,
  needsTwo: z.boolean(),
  rulings: z.array(Ruling),
  /** Of the caller: false where they are one of the two, or proposed it themselves. */
  mayRule: z.boolean(),
  mayConfirm: z.boolean(),
})

const DESK_ROUTE = { auth: 'operator', staff: ['cashier'] } as const
const DECIDED = { ...DESK_ROUTE, needsFactor: true, params: ONE } as const
const REFUSALS = ['resource.not-found', 'compute.fault-own', 'compute.fault-over'] as const

export const pageFaults = route({
  ...DESK_ROUTE,
  id: 'compute.page-faults',
  method: 'GET',
  path: `${DESK}/page`,
  summary: 'Cases that wait for a ruling, longest first, or those that were ruled, newest first; without what was said',
  query: z.object(caseList),
  ok: pageOf(FaultHead),
  errors: ['request.invalid'],
})

export const readFault = route({
  ...DECIDED,
  id: 'compute.read-fault',
  method: 'POST',
  path: `${DESK}/open/{id}`,
  summary: 'A case with what both said and what the probes found; the reading is on record',
  ok: FaultHead.extend({ words: Fault.shape.words, downtime: Downtime }),
  errors: ['resource.not-found'],
})

export const ruleFault = route({
  ...DECIDED,
  id: 'compute.rule-fault',
  method: 'POST',
  path: `${DESK}/rule/{id}`,
  summary:
    'Rule how much of what is left of the price goes back to the buyer, with a reason both are told. Above 5,000 yuan left this proposes',
  /** `restAmount`: what was left as the caller saw it. */
  body: z.strictObject({ refundAmount: YuanInput, restAmount: YuanInput, reason: personText(1, REASON_MAX) }),
  ok: FaultHead,
  errors: [...REFUSALS, 'compute.fault-changed', 'compute.fault-ruling-waits'],
})

export const ruleContest = route({
  ...DECIDED,
  id: 'compute.rule-contest',
  method: 'POST',
  path: `${DESK}/rule-contest/{id}`,
  summary:
    'Rule whether a contested silence goes back to the buyer or stays earned by the seller, with a reason both are told. Above 5,000 yuan left of the price this proposes',
  body: z.strictObject({ goesBack: z.boolean(), reason: personText(1, REASON_MAX) }),
  ok: FaultHead,
  errors: [...REFUSALS, 'compute.fault-ruling-waits'],
})

const PROPOSAL = z.strictObject({ rulingId: Id })

export const confirmFaultRuling = route({
  ...DECIDED,
  id: 'compute.confirm-fault-ruling',
  method: 'POST',
  path: `${DESK}/confirm/{id}`,
  summary: 'Confirm the ruling another one of the staff proposed; it takes effect',
  body: PROPOSAL,
  ok: FaultHead,
  errors: [...REFUSALS, 'compute.fault-ruling-gone', 'compute.fault-second-person', 'compute.fault-changed'],
})

export const declineFaultRuling = route({
  ...DECIDED,
  id: 'compute.decline-fault-ruling',
  method: 'POST',
  path: `${DESK}/decline/{id}`,
  summary: 'Drop a proposed ruling, one’s own or another’s; the case waits for a new one',
  body: PROPOSAL,
  ok: FaultHead,
  errors: [...REFUSALS, 'compute.fault-ruling-gone'],
})

export const faultRoutes = [
  listFaults,
  reportFault,
  answerFault,
  contestSilence,
  answerContest,
  acceptFault,
  handFault,
  pageFaults,
  readFault,
  ruleFault,
  ruleContest,
  confirmFaultRuling,
  declineFaultRuling,
] as const
