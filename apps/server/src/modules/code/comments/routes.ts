import { addComment, listComments, REPLIES_SHOWN } from '@trove/contract/code/comments'
import { requireThat } from '@trove/contract/errors/codes'
import { newId } from '../../../platform/base/id.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { hasGrant } from '../grants/store.ts'
import { holdWork } from '../model/hold-work.ts'
import { COMMENTS_WRITTEN } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { findSeen } from '../works/service.ts'
import { findWork } from '../works/store.ts'
import { countComments, insertComment, listReplies, listTop } from './store.ts'

/** Evaluations of works. */
export function commentRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db, identity, limiter } = needs
  return [
    serve(listComments, async ({ query: { productId, page, size } }, { caller }) => {
      // What is said of a work is seen by who sees the work.
      const { work } = (await findSeen(needs, productId, caller?.userId)) ?? {}
      if (!work) return { content: [], totalElements: 0 }
      const top = await listTop(db, { workId: productId, page, size })
      const replies = await listReplies(
        db,
        top.map(({ id }) => id),
        REPLIES_SHOWN,
      )
      const people = await identity.findPeople([...top, ...replies].map(({ userId }) => userId))
      const wire = ({ id, userId, words, createdAt }: (typeof top)[number]) => ({
        id,
        author: people.get(userId) ?? { id: userId, nickName: '', headImgUrl: null, isDemo: false },
        isByAuthor: userId === work.ownerId,
        words,
        createTime: createdAt.toISOString(),
      })
      const content = top.map((one) => ({
        ...wire(one),
        stars: one.stars,
        replies: replies.filter(({ replyTo }) => replyTo === one.id).map(wire),
      }))
      return { content, totalElements: await countComments(db, productId) }
    }),
    serve(addComment, async ({ body: { productId, words, stars, replyTo } }, { caller: { userId } }) => {
      const work = await findWork(db, productId)
      const isAuthor = work?.ownerId === userId
      const isOwner = await hasGrant(db, productId, userId)
      requireThat(work && (work.state === 'online' || isAuthor || isOwner), 'resource.not-found')
      // An author replies, and evaluates nothing of their own.
      requireThat(isOwner || (isAuthor && replyTo !== undefined), 'code.not-purchased')
      await limiter.require('code.comment', userId, COMMENTS_WRITTEN)
      const id = newId()
      const isAdded = await inTransaction(db, async (tx) => {
        // Given back meanwhile, or after this, which is seen by the refund.
        await holdWork(tx, productId)
        requireThat(isAuthor || (await hasGrant(tx, productId, userId)), 'code.not-purchased')
        const said = { words, stars: stars ?? null, replyTo: replyTo ?? null }
        return insertComment(tx, { id, workId: productId, userId, ...said })
      })
      requireThat(isAdded, 'resource.not-found')
      return { id }
    }),
  ]
}
