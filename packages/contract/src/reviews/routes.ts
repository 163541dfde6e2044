import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, pageOf, paging, personText, queryInt } from '../kit/shapes.ts'
import { PRODUCT_TYPES } from '../order-lists/kinds.ts'
import { reviewDeskRoutes } from './desk.ts'
import { Review } from './shapes.ts'

/** Reviews of both sides of an order: hidden until both wrote, or the fourteen days to write are over. */

/** From the end of the service; then nobody writes any more, and what was written shows. */
export const REVIEW_DAYS = 14
export const REVIEW_CHARS = 1000

const Order = { kind: z.enum(PRODUCT_TYPES), orderId: Id }
const ONE = z.object({ id: Id })

export const writeReview = route({
  id: 'reviews.write',
  method: 'POST',
  path: '/api/review/write',
  summary: 'Review the other side of an order whose service ended, once, within fourteen days',
  auth: 'user',
  body: z.strictObject({ ...Order, stars: z.number().int().min(1).max(5), text: personText(0, REVIEW_CHARS) }),
  ok: Review,
  errors: ['resource.not-found', 'reviews.not-open', 'reviews.written', 'request.too-frequent'],
})

export const getOrderReviews = route({
  id: 'reviews.of-order',
  method: 'GET',
  path: '/api/review/order',
  summary: 'One’s own review of an order, the other side’s once both wrote or time is over, and whether one may write',
  auth: 'user',
  query: z.object(Order),
  ok: z.object({
    own: Review.nullable(),
    other: Review.nullable(),
    mayWrite: z.boolean(),
    /** Until when both may write; null before the service ended. */
    until: Moment.nullable(),
  }),
  errors: ['resource.not-found'],
})

export const listReviews = route({
  id: 'reviews.list',
  method: 'GET',
  path: '/api/review/page',
  summary: 'What buyers wrote about an offer, newest first, with how many stars they gave',
  auth: 'none',
  query: z.object({ kind: z.enum(PRODUCT_TYPES), aboutId: Id, ...paging(10), stars: queryInt(1, 5) }),
  ok: pageOf(Review).extend({
    /** How many gave one to five stars. */
    counts: z.array(z.number().int()),
  }),
})

export const listSellerReviews = route({
  id: 'reviews.of-seller',
  method: 'GET',
  path: '/api/review/seller',
  summary: 'What buyers wrote about a seller over all they sold, newest first, with how many stars they gave',
  auth: 'none',
  query: z.object({ sellerId: Id, ...paging(10), stars: queryInt(1, 5) }),
  ok: pageOf(Review).extend({ counts: z.array(z.number().int()) }),
})

export const replyToReview = route({
  id: 'reviews.reply',
  method: 'POST',
  path: '/api/review/reply/{id}',
  summary: 'Reply once to a review of oneself that shows',
  auth: 'user',
  params: ONE,
  body: z.strictObject({ text: personText(1, REVIEW_CHARS) }),
  ok: Review,
  errors: ['resource.not-found', 'reviews.replied'],
})

export const reportReview = route({
  id: 'reviews.report',
  method: 'POST',
  path: '/api/review/report/{id}',
  summary: 'Tell the staff of a review that shows and should not; one open report of a person and review',
  auth: 'user',
  params: ONE,
  body: z.strictObject({ reason: personText(1, 200) }),
  ok: Nothing,
  errors: ['resource.not-found', 'reviews.reported', 'request.too-frequent'],
})

export const reviewRoutes = [
  writeReview,
  getOrderReviews,
  listReviews,
  listSellerReviews,
  replyToReview,
  reportReview,
  ...reviewDeskRoutes,
] as const
