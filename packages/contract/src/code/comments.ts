import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, PersonCard, pageOf, paging, personText } from '../kit/shapes.ts'

/** Evaluations of works: by who has the work, with replies of its author and of others who have it. */

export const COMMENT_MAX = 1000
/** Replies of one evaluation that a page shows. */
export const REPLIES_SHOWN = 50

const Stars = z.number().int().min(1).max(5)

const Reply = z.object({
  id: Id,
  author: PersonCard,
  /** Written by the work's author. */
  isByAuthor: z.boolean(),
  words: z.string(),
  createTime: Moment,
})
export const Comment = Reply.extend({
  /** Null: words only. */
  stars: Stars.nullable(),
  replies: z.array(Reply),
})

export const listComments = route({
  id: 'code.list-comments',
  method: 'GET',
  path: '/api/codemart/comment/page',
  summary: 'Evaluations of a work that the caller may see, newest first, each with its replies, oldest first',
  auth: 'optional',
  query: z.object({ productId: Id, ...paging(10) }),
  ok: pageOf(Comment),
})

export const addComment = route({
  id: 'code.add-comment',
  method: 'POST',
  path: '/api/codemart/comment/add',
  summary: 'Evaluate a work that you have, or reply to an evaluation of a work that you have or wrote',
  auth: 'user',
  /** Stars belong to evaluations; of several a person's last ones count for the rating. */
  body: z
    .strictObject({
      productId: Id,
      words: personText(1, COMMENT_MAX),
      stars: Stars.optional(),
      replyTo: Id.optional(),
    })
    .refine(({ stars, replyTo }) => stars === undefined || replyTo === undefined, { path: ['stars'] }),
  ok: z.object({ id: Id }),
  errors: ['resource.not-found', 'code.not-purchased', 'request.too-frequent'],
})

export const codeCommentRoutes = [listComments, addComment] as const
