import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Day, Id, Moment, Nothing, personText } from '../kit/shapes.ts'
import { ClearedByEither } from '../orders/shapes.ts'

/** What expert and buyer do of a hire: begin, write the time-sheet, deliver, accept, give hours back. */

const ORDER = '/api/order/order/manpower'

/**
 * What happens by itself, in days. `start`: not begun since the payment. `late`: not delivered since the agreed time, with
 * reminders of the expert. `accept`: silence of the buyer since the delivery. `answer`: silence of the expert since the buyer
 * asked for hours, which counts as agreement.
 */
export const HIRE_DAYS = {
  start: 3,
  late: 14,
  lateWarnAfter: [7, 13],
  accept: 7,
  warnAfter: [4, 6],
  answer: 7,
  answerWarnAfter: [4, 6],
} as const

/** Longest note of a time-sheet, of a delivery and of a reason. */
export const NOTE_MAX = 500
/** Most entries of one time-sheet. */
export const ENTRIES_MAX = 400

/** Days from the beginning in which so many hours are to be delivered: three for each working day. */
export function deliverDays(hours: number): number {
  return Math.ceil(hours / 8) * 3
}

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const OrderId = z.object({ id: Id })

export const getAgreement = route({
  id: 'talent.get-agreement',
  method: 'GET',
  path: '/api/manpower/agreement',
  summary:
    'The agreement buyers and experts accept with a hire, in the reader’s language: the one of today, or an accepted one by its hash',
  auth: 'none',
  query: z.object({ hash: z.preprocess((v) => (v === '' ? undefined : v), Sha256.optional()) }),
  ok: z.object({ version: z.string(), hash: Sha256, clauses: z.array(z.string()) }),
  errors: ['resource.not-found'],
})

/** How often a repository that cannot be reached is asked for a commit: over an hour in all. */
export const COMMIT_TRIES = 7
/**
 * A commit that an entry links to, as its public repository shows it. `asked`: nobody could tell so far; `found`: the repository has
 * it, and author, first line and time are what it says; `missing`: it has no such commit, or is not public; `refused`: its address
 * leads nowhere public; `unreachable`: given up after several tries.
 */
export const COMMIT_STATES = ['asked', 'found', 'missing', 'refused', 'unreachable'] as const
export const CommitEvidence = z.object({
  oid: z.string(),
  state: z.enum(COMMIT_STATES),
  author: z.string(),
  subject: z.string(),
  /** When its author says that it was made. */
  at: Moment.nullable(),
})

export const SheetEntry = z.object({
  id: Id,
  workDay: Day,
  minutes: z.number().int(),
  note: z.string(),
  link: z.string(),
  /** Of a link to a commit at GitHub, GitLab, Gitee, Bitbucket or a server of their kind; null of other links. */
  commit: CommitEvidence.nullable(),
})
const SheetEntryInput = z.strictObject({
  workDay: Day,
  minutes: z.number().int().min(1).max(1440),
  note: personText(1, NOTE_MAX),
  /** Where the work is to be seen, such as a commit. */
  link: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)]).default(''),
})

/** `lapsed`: the hire was over before anybody answered. */
export const REFUND_ASK_STATES = ['open', 'agreed', 'declined', 'lapsed'] as const
export const RefundAsk = z.object({
  id: Id,
  hours: z.number().int(),
  reason: z.string(),
  state: z.enum(REFUND_ASK_STATES),
  askedAt: Moment,
  /** When silence of the expert counts as agreement; null once it is answered. */
  endsAt: Moment.nullable(),
  /** When it was answered, or the hire was over; null while it is open. */
  answeredAt: Moment.nullable(),
})

/**
 * How a dispute stands: open, or how it ended. `agreed`: the expert gave the hours back; `accepted`: the buyer accepted;
 * `lapsed`: the hire was over otherwise.
 */
export const DISPUTE_ENDS = ['ruled', 'agreed', 'accepted', 'withdrawn', 'lapsed'] as const
export const DISPUTE_STATES = ['open', ...DISPUTE_ENDS] as const
const SIDE = z.enum(['buyer', 'expert'])
/** An open dispute, as its order says it; `isAnswered` once the other of the two said something about it. */
export const OpenDispute = z.object({ openedBy: SIDE, isAnswered: z.boolean() })
/** Hours that the buyer wants back and the expert has not answered for, as the order says it; from `until` on silence is agreement. */
export const OpenAsk = z.object({ hours: z.number().int(), until: Moment.nullable() })
/** A dispute as the two of a hire see it. */
export const Dispute = z.object({
  id: Id,
  /** Hours the buyer wants back. */
  hours: z.number().int(),
  state: z.enum(DISPUTE_STATES),
  openedBy: SIDE,
  openedAt: Moment,
  endedAt: Moment.nullable(),
  words: z.array(z.object({ by: SIDE, words: z.string(), saidAt: Moment })),
  /** What the staff ruled: so many of so many hours went back. */
  ruling: z.object({ hours: z.number().int(), ofHours: z.number().int(), reason: z.string(), at: Moment }).nullable(),
})

export const HireSheet = z.object({
  /** Hours bought, and those of them given back. */
  hours: z.number().int(),
  returnedHours: z.number().int(),
  minutes: z.number().int(),
  entries: z.array(SheetEntry),
  deliveryNote: z.string().nullable(),
  /** When silence counts as an acceptance, or what else happens by itself; null when nothing does. */
  dueAt: Moment.nullable(),
  refundAsks: z.array(RefundAsk),
  /** Most hours a week that the buyer lets the expert write down; null without a limit. */
  weekHours: z.number().int().nullable(),
  /** Written down for this week, which began on Monday in Shanghai. */
  weekMinutes: z.number().int(),
  disputes: z.array(Dispute),
  /** Whether the caller may hand a dispute over now. */
  mayDispute: z.boolean(),
  agreement: z.object({ version: z.string(), hash: Sha256, acceptedAt: Moment }),
})

export const getHireSheet = route({
  id: 'talent.get-sheet',
  method: 'GET',
  path: `${ORDER}/sheet/{id}`,
  summary: 'Time-sheet, delivery and refunds of a hire of one’s own, as buyer or expert',
  auth: 'user',
  params: OrderId,
  ok: HireSheet,
  errors: ['orders.not-found'],
})

export const addSheetEntry = route({
  id: 'talent.add-sheet-entry',
  method: 'POST',
  path: `${ORDER}/sheet/{id}`,
  summary: 'Write down time worked, as the expert, while the hire goes on; not more than was bought',
  auth: 'user',
  params: OrderId,
  body: SheetEntryInput,
  ok: SheetEntry,
  errors: [
    'orders.not-found',
    'talent.step-not-now',
    'talent.in-dispute',
    'talent.hours-exceeded',
    'talent.day-ahead',
    'talent.day-before',
    'talent.sheet-full',
    'talent.link-inside',
    'talent.week-exceeded',
  ],
})

/** Hours of a whole week. */
export const WEEK_HOURS_MAX = 168

export const setWeekLimit = route({
  id: 'talent.set-week-limit',
  method: 'PUT',
  path: `${ORDER}/week-limit/{id}`,
  summary: 'Most hours a week that may be written down, as the buyer; null removes the limit, and the expert is told',
  auth: 'user',
  params: OrderId,
  body: z.strictObject({ hours: z.number().int().min(1).max(WEEK_HOURS_MAX).nullable() }),
  ok: Nothing,
  errors: ['orders.not-found', 'talent.step-not-now', 'request.too-frequent'],
})

export const removeSheetEntry = route({
  id: 'talent.remove-sheet-entry',
  method: 'DELETE',
  path: `${ORDER}/sheet/entry/{id}`,
  summary: 'Take an entry back, as the expert, before the delivery',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['resource.not-found', 'talent.step-not-now', 'talent.in-dispute'],
})

export const startHire = route({
  id: 'talent.start',
  method: 'POST',
  path: `${ORDER}/start/{id}`,
  summary: 'Begin a paid hire, as the expert, who accepts the agreement by it',
  auth: 'user',
  params: OrderId,
  ok: Nothing,
  errors: ['orders.not-found', 'talent.step-not-now'],
})

export const deliverHire = route({
  id: 'talent.deliver',
  method: 'POST',
  path: `${ORDER}/deliver/{id}`,
  summary: 'Hand in the work, as the expert; the buyer accepts, or is silent for seven days',
  auth: 'user',
  params: OrderId,
  body: z.strictObject({ note: personText(1, NOTE_MAX) }),
  ok: Nothing,
  errors: ['orders.not-found', 'talent.step-not-now', 'talent.in-dispute'],
})

export const acceptHire = route({
  id: 'talent.accept',
  method: 'POST',
  path: `${ORDER}/accept/{id}`,
  summary: 'Accept delivered work, as the buyer: the expert is paid all that was not given back',
  auth: 'user',
  params: OrderId,
  ok: ClearedByEither,
  errors: ['orders.not-found', 'talent.step-not-now', 'orders.held'],
})

/** Hours and, so that the same is not done twice, how many were left as the caller saw it. */
const Hours = { hours: z.number().int().min(1).max(2000), hoursLeft: z.number().int().min(1).max(2000) }

export const giveHoursBack = route({
  id: 'talent.give-back',
  method: 'POST',
  path: `${ORDER}/return/{id}`,
  summary: 'Give hours back to the buyer, as the expert: some, or all that are left',
  auth: 'user',
  params: OrderId,
  body: z.strictObject({ ...Hours, reason: personText(1, NOTE_MAX) }),
  ok: Nothing,
  errors: ['orders.not-found', 'orders.not-refundable', 'talent.in-dispute', 'talent.hours-changed'],
})

export const askRefund = route({
  id: 'talent.ask-refund',
  method: 'POST',
  path: '/api/order/refund/apply',
  summary: 'Ask the expert to give hours back, as the buyer; one question at a time',
  auth: 'user',
  body: z.strictObject({ orderId: Id, ...Hours, reason: personText(1, NOTE_MAX) }),
  ok: RefundAsk,
  errors: ['orders.not-found', 'talent.step-not-now', 'talent.in-dispute', 'talent.hours-changed', 'talent.ask-open'],
})

export const answerRefund = route({
  id: 'talent.answer-refund',
  method: 'POST',
  path: '/api/order/refund/answer/{id}',
  summary: 'Agree to give the hours back that a buyer asked for, or decline, as the expert',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({ isAgreed: z.boolean() }),
  ok: Nothing,
  errors: ['resource.not-found', 'orders.not-refundable', 'talent.ask-answered', 'talent.hours-changed'],
})

export const hireRoutes = [
  getAgreement,
  getHireSheet,
  addSheetEntry,
  setWeekLimit,
  removeSheetEntry,
  startHire,
  deliverHire,
  acceptHire,
  giveHoursBack,
  askRefund,
  answerRefund,
] as const
