import { z } from 'zod'
import { endedAs, narrowedList } from '../kit/case-list.ts'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, PersonCard, pageOf, personText } from '../kit/shapes.ts'
import { REPORT_REASONS, TAKEDOWN_STATES, Takedown, WORK_STATES } from './shapes.ts'

/** Reports of works, and takedowns by the staff, which an author may answer once. */

export const REPORT_CHARS = 1000
/** From a takedown: without an answer of the author by then, who bought the work lately gets the money back. */
export const TAKEDOWN_ANSWER_DAYS = 7
/** So many reports of a work are shown to the staff; all that were there then are settled together. */
export const REPORTS_SHOWN = 20

const WorkId = z.object({ id: Id })
const Reason = z.enum(REPORT_REASONS)
const words = personText(1, REPORT_CHARS)

export const reportWork = route({
  id: 'code.report',
  method: 'POST',
  path: '/api/codemart/product/report/{id}',
  summary: 'Tell the staff what is wrong with a work; one open report of a person and work',
  auth: 'user',
  params: WorkId,
  body: z.strictObject({ reason: Reason, words }),
  ok: Nothing,
  errors: ['resource.not-found', 'code.own-work', 'code.reported', 'request.too-frequent'],
})

export const answerTakedown = route({
  id: 'code.answer-takedown',
  method: 'POST',
  path: '/api/codemart/product/takedown/answer/{id}',
  summary: 'Answer the takedown of your work, once (counter-notice)',
  auth: 'user',
  params: WorkId,
  body: z.strictObject({ words }),
  ok: Nothing,
  errors: ['resource.not-found', 'code.takedown-answered', 'request.too-frequent'],
})

const WorkHead = z.object({ id: Id, title: z.string(), state: z.enum(WORK_STATES), author: PersonCard })

const ReportedWork = z.object({
  work: WorkHead,
  reportCount: z.number().int(),
  /** The newest: a decision settles the reports up to it, and none that comes after it was looked at. */
  lastReportId: Id,
  /** The oldest. */
  reports: z.array(
    z.object({
      reason: Reason,
      words: z.string(),
      at: Moment,
      /** Found by a scan of the market; the words name files and what is in them. */
      isByScan: z.boolean(),
    }),
  ),
})
const DownedWork = z.object({ work: WorkHead, takedown: Takedown })

export const listReportedWorks = route({
  id: 'code.list-reported',
  method: 'GET',
  path: '/api/admin/code/reports',
  summary: 'Works with open reports, those reported first before others',
  auth: 'operator',
  staff: ['reviewer'],
  /** The keyword is a part of a work's title or of its author's nickname. */
  query: z.object(narrowedList),
  ok: pageOf(ReportedWork),
})

export const openReportedWork = route({
  id: 'code.open-reported',
  method: 'GET',
  path: '/api/admin/code/reports/open/{id}',
  summary: 'A work with open reports, wherever it stands in the list',
  auth: 'operator',
  staff: ['reviewer'],
  params: WorkId,
  ok: ReportedWork,
  errors: ['resource.not-found'],
})

/** answered: those that wait for a decision, the oldest first; all: every takedown that was not undone, newest first. */
export const TAKEDOWN_VIEWS = ['answered', 'all'] as const

export const listTakedowns = route({
  id: 'code.list-takedowns',
  method: 'GET',
  path: '/api/admin/code/takedowns',
  summary: 'Works that are taken down, with what their authors answered',
  auth: 'operator',
  staff: ['reviewer'],
  /** The end leaves out of all takedowns those that stand otherwise. */
  query: z.object({ ...narrowedList, ...endedAs(TAKEDOWN_STATES), view: z.enum(TAKEDOWN_VIEWS) }),
  ok: pageOf(DownedWork),
})

export const openTakedown = route({
  id: 'code.open-takedown',
  method: 'GET',
  path: '/api/admin/code/takedowns/open/{id}',
  summary: 'A work that is taken down, wherever it stands in the list',
  auth: 'operator',
  staff: ['reviewer'],
  params: WorkId,
  ok: DownedWork,
  errors: ['resource.not-found'],
})

export const takeWorkDown = route({
  id: 'code.take-down',
  method: 'POST',
  path: '/api/admin/code/takedown/{id}',
  summary: 'Take a work down and settle its reports; as malware its downloads are frozen for everybody but its author',
  auth: 'operator',
  staff: ['reviewer'],
  needsFactor: true,
  params: WorkId,
  /** The words go to the author. Without a report all open ones are settled. */
  body: z.strictObject({ reason: Reason, words, lastReportId: Id.optional() }),
  ok: Nothing,
  errors: ['resource.not-found', 'code.own-work', 'code.own-purchase', 'code.settled-meanwhile'],
})

export const dismissReports = route({
  id: 'code.dismiss-reports',
  method: 'POST',
  path: '/api/admin/code/reports/dismiss/{id}',
  summary: 'Leave a reported work as it is; its open reports up to one are settled, and their reporters told',
  auth: 'operator',
  staff: ['reviewer'],
  params: WorkId,
  body: z.strictObject({ words, lastReportId: Id }),
  ok: Nothing,
  errors: ['resource.not-found', 'code.own-work', 'code.own-purchase', 'code.settled-meanwhile'],
})

export const decideTakedown = route({
  id: 'code.decide-takedown',
  method: 'POST',
  path: '/api/admin/code/takedown/decide/{id}',
  summary: 'Restore a work that is taken down, or uphold the takedown that its author answered',
  auth: 'operator',
  staff: ['reviewer'],
  needsFactor: true,
  params: WorkId,
  /** The words go to the author. */
  body: z.strictObject({ decision: z.enum(['restore', 'uphold']), words }),
  ok: Nothing,
  errors: ['resource.not-found', 'code.own-work', 'code.own-purchase', 'code.settled-meanwhile'],
})

export const codeReportRoutes = [
  reportWork,
  answerTakedown,
  listReportedWorks,
  openReportedWork,
  listTakedowns,
  openTakedown,
  takeWorkDown,
  dismissReports,
  decideTakedown,
] as const
