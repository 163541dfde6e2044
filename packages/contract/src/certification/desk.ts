import { z } from 'zod'
import { caseListOf } from '../kit/case-list.ts'
import { route } from '../kit/route.ts'
import { Id, Moment, PersonCard, pageOf, personText } from '../kit/shapes.ts'
import { ProvenCode } from './code-proofs.ts'
import { ChosenField, ChosenWord, Paper } from './shapes.ts'

/** Reviewers decide about certifications. What identifies a person wants a second factor, and every reading is on record. */

export const REASON_CHARS = 200
export const APPLICATION_ENDS = ['approved', 'refused'] as const
const APPLICATION_STATES = ['submitted', ...APPLICATION_ENDS] as const
const ONE = z.object({ id: Id })
const ReviewersNeeded = z.number().int().min(1).max(2)

const ApplicationHead = z.object({
  id: Id,
  person: PersonCard,
  state: z.enum(APPLICATION_STATES),
  identity: ChosenWord,
  workExp: ChosenWord,
  fields: z.array(ChosenField),
  submittedAt: Moment,
  decidedAt: Moment.nullable(),
  decidedBy: PersonCard.nullable(),
  reason: z.string().nullable(),
  /** Who approved it, first to last; whoever decided is the last. */
  approvals: z.array(z.object({ by: PersonCard, at: Moment })),
})

export const listApplications = route({
  id: 'certification.list-applications',
  method: 'GET',
  path: '/api/admin/certification/page',
  summary: 'Applications: those that wait, longest first, or those decided, newest first; without real names',
  auth: 'operator',
  staff: ['reviewer'],
  query: z.object(caseListOf(APPLICATION_ENDS)),
  /** `reviewersNeeded`: how many reviewers certify somebody, as the staff is now. */
  ok: pageOf(ApplicationHead).extend({ reviewersNeeded: ReviewersNeeded }),
})

export const openApplication = route({
  id: 'certification.open-application',
  method: 'POST',
  path: '/api/admin/certification/open/{id}',
  summary:
    'An application with the real name, the list of its papers and what was decided before; the reading is on record',
  auth: 'operator',
  staff: ['reviewer'],
  needsFactor: true,
  params: ONE,
  ok: ApplicationHead.extend({
    realName: z.string(),
    realHeadImgUrl: z.string(),
    papers: z.array(Paper),
    /** Public repositories that the person proved to write to. */
    codeProofs: z.array(ProvenCode),
    history: z.array(ApplicationHead),
    /** One’s own: others decide about it. */
    isOwn: z.boolean(),
    /** This reviewer approved it, and another one has to as well. */
    waitsForOther: z.boolean(),
  }),
  errors: ['resource.not-found'],
})

export const ticketForPaper = route({
  id: 'certification.ticket-for-paper',
  method: 'POST',
  path: '/api/admin/certification/paper/{id}/{filename}',
  summary: 'An address that gives a paper of an application once, for 30 seconds; the reading is on record',
  auth: 'operator',
  staff: ['reviewer'],
  needsFactor: true,
  params: ONE.extend({ filename: Id }),
  ok: z.object({ url: z.string() }),
  errors: ['resource.not-found'],
})

export const readPaperByTicket = route({
  id: 'certification.read-paper-by-ticket',
  method: 'GET',
  path: '/api/manpower/paper/{ticket}',
  summary: 'The paper a reviewer’s ticket opens',
  auth: 'none',
  envelope: 'raw',
  params: z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{16,100}$/) }),
  ok: z.any(),
  errors: ['resource.not-found', 'files.range'],
})

export const decideApplication = route({
  id: 'certification.decide',
  method: 'POST',
  path: '/api/admin/certification/decide/{id}',
  summary:
    'Approve, or refuse with a reason the person is told. The last reviewer needed certifies, one is enough to refuse; once',
  auth: 'operator',
  staff: ['reviewer'],
  needsFactor: true,
  params: ONE,
  body: z.discriminatedUnion('decision', [
    z.strictObject({ decision: z.literal('approve') }),
    z.strictObject({ decision: z.literal('refuse'), reason: personText(1, REASON_CHARS) }),
  ]),
  /** Still `submitted` after the first of two approvals. */
  ok: z.object({ state: z.enum(APPLICATION_STATES) }),
  errors: ['resource.not-found', 'certification.decided', 'certification.own', 'certification.second-needed'],
})

export const certificationDeskRoutes = [
  listApplications,
  openApplication,
  ticketForPaper,
  readPaperByTicket,
  decideApplication,
] as const
