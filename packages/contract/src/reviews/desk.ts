import { z } from 'zod'
import { endedAs, narrowedList } from '../kit/case-list.ts'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, pageOf, personText } from '../kit/shapes.ts'
import { Review } from './shapes.ts'

/** What reviewers of the staff decide about reviews, and about the replies to them. */

/** What is hidden apart. While a review is hidden its reply is not seen either. */
export const REVIEW_PARTS = ['review', 'reply'] as const
/** So many reports of a review are shown to the staff, the oldest; a decision settles no others. */
export const REVIEW_REPORTS_SHOWN = 20
export const REVIEW_DECISION_CHARS = 200

/** A review with its reply, whether hidden or not. */
export const HiddenReview = Review.extend({
  /** Who was reviewed, and who replied. */
  targetId: Id,
  isHidden: z.boolean(),
  isReplyHidden: z.boolean(),
  /** How many decisions the staff took about it: one that follows says how many it knows of. */
  decisions: z.number().int(),
})

export const ReportedReview = HiddenReview.extend({
  /** All that are open. */
  reportCount: z.number().int(),
  reports: z.array(z.object({ reason: z.string(), at: Moment })),
  /** The newest of those in `reports`: a decision settles the reports up to it. */
  lastReport: z.number().int(),
})

const ONE = z.object({ id: Id })
const seen = { decisions: z.int32().min(0), reason: personText(1, REVIEW_DECISION_CHARS) }

export const listReviewReports = route({
  id: 'reviews.list-reports',
  method: 'GET',
  path: '/api/admin/review/reports',
  summary: 'Reviews with open reports, those reported first before others',
  auth: 'operator',
  staff: ['reviewer'],
  /** The keyword is a part of the nickname of who wrote it, or of who was reviewed. */
  query: z.object(narrowedList),
  ok: pageOf(ReportedReview),
})

export const openReportedReview = route({
  id: 'reviews.open-reported',
  method: 'GET',
  path: '/api/admin/review/reports/open/{id}',
  summary: 'A review with open reports, wherever it stands in the list',
  auth: 'operator',
  staff: ['reviewer'],
  params: ONE,
  ok: ReportedReview,
  errors: ['resource.not-found'],
})

export const listHiddenReviews = route({
  id: 'reviews.list-hidden',
  method: 'GET',
  path: '/api/admin/review/hidden',
  summary: 'Reviews that are hidden, or whose reply is, what was hidden last first',
  auth: 'operator',
  staff: ['reviewer'],
  /** The end says which part is hidden. */
  query: z.object({ ...narrowedList, ...endedAs(REVIEW_PARTS) }),
  ok: pageOf(HiddenReview),
})

export const openHiddenReview = route({
  id: 'reviews.open-hidden',
  method: 'GET',
  path: '/api/admin/review/hidden/open/{id}',
  summary: 'A review that is hidden, or whose reply is, wherever it stands in the list',
  auth: 'operator',
  staff: ['reviewer'],
  params: ONE,
  ok: HiddenReview,
  errors: ['resource.not-found'],
})

export const settleReviewReports = route({
  id: 'reviews.settle-reports',
  method: 'POST',
  path: '/api/admin/review/settle/{id}',
  summary: 'Hide a reported review, its reply, both or neither; the reports up to one are settled',
  auth: 'operator',
  staff: ['reviewer'],
  params: ONE,
  body: z.strictObject({
    ...seen,
    hide: z.array(z.enum(REVIEW_PARTS)).max(REVIEW_PARTS.length),
    lastReport: z.int32().min(1),
  }),
  ok: Nothing,
  errors: ['resource.not-found', 'reviews.own', 'reviews.settled-meanwhile'],
})

export const showReviewAgain = route({
  id: 'reviews.show-again',
  method: 'POST',
  path: '/api/admin/review/show/{id}',
  summary: 'Show a review again that was hidden, or its reply',
  auth: 'operator',
  staff: ['reviewer'],
  params: ONE,
  body: z.strictObject({ ...seen, part: z.enum(REVIEW_PARTS) }),
  ok: Nothing,
  errors: ['resource.not-found', 'reviews.own', 'reviews.settled-meanwhile'],
})

export const reviewDeskRoutes = [
  listReviewReports,
  openReportedReview,
  listHiddenReviews,
  openHiddenReview,
  settleReviewReports,
  showReviewAgain,
] as const
