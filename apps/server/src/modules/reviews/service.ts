import { requireThat } from '@trove/contract/errors/codes'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import { REVIEW_DAYS } from '@trove/contract/reviews/routes'
import type { Review } from '@trove/contract/reviews/shapes'
import type { z } from 'zod'
import { newId } from '../../platform/base/id.ts'
import type { Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertReport, lockReview } from './desk-store.ts'
import type { MeasuredService, ReviewsNeeds, Traded } from './needs.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
const REPORTED = { limit: 20, windowSeconds: 86_400 }
type Wire = z.input<typeof Review>
type Subject = { kind: ProductType; orderId: string }

/** What this person traded, and on which side. @throws ContractError `resource.not-found`, for strangers too */
async function requireSide({ findTraded }: ReviewsNeeds, { kind, orderId }: Subject, userId: string) {
  const traded = await findTraded(kind, orderId)
  requireThat(traded && (traded.buyerId === userId || traded.sellerId === userId), 'resource.not-found')
  return { traded, side: traded.buyerId === userId ? ('buyer' as const) : ('seller' as const) }
}

const closesAt = (endedAt: Date) => new Date(endedAt.getTime() + REVIEW_DAYS * DAY_MS)

/**
 * Writes one side's review.
 * @throws ContractError `resource.not-found`, `reviews.not-open` before the service ended and 14 days after, `reviews.written`
 */
export async function write(
  needs: ReviewsNeeds,
  ask: Subject & { stars: number; text: string },
  userId: string,
): Promise<Wire> {
  const { traded, side } = await requireSide(needs, ask, userId)
  requireThat(traded.endedAt, 'reviews.not-open')
  const targetId = side === 'buyer' ? traded.sellerId : traded.buyerId
  const { kind, orderId: subjectId, stars, text } = ask
  const review = {
    id: newId(),
    kind,
    subjectId,
    aboutId: traded.aboutId,
    side,
    authorId: userId,
    targetId,
    stars,
    text,
  }
  const closes = closesAt(traded.endedAt)
  const name = (await needs.findPeople([userId])).get(userId)?.nickName ?? ''
  await inTransaction(needs.db, async (tx) => {
    await store.lockSubject(tx, kind, subjectId)
    const outcome = await store.insertReview(tx, { ...review, closesAt: closes })
    requireThat(outcome !== 'closed', 'reviews.not-open')
    requireThat(outcome !== 'written', 'reviews.written')
    await tellOther(needs, tx, { orderId: subjectId, kind, targetId, authorId: userId, name })
  })
  return (await ofOrder(needs, ask, userId)).own!
}

type Told = Subject & { targetId: string; authorId: string; name: string }

/** Who was reviewed learns of it: that they may write too, or that both are to be read now. */
async function tellOther(
  { notices }: ReviewsNeeds,
  tx: Tx,
  { kind, orderId, targetId, authorId, name }: Told,
): Promise<void> {
  const hasBoth = (await store.listOfSubject(tx, kind, orderId)).length > 1
  await notices.tell(tx, {
    userId: targetId,
    kind: hasBoth ? 'reviews.shown' : 'reviews.waiting',
    params: { name },
    link: { to: 'order', id: orderId, kind },
    key: `review:${orderId}`,
    aboutId: authorId,
  })
}

/** Both sides as one of them sees it: the other's only once it shows. */
export async function ofOrder(needs: ReviewsNeeds, subject: Subject, userId: string) {
  const { traded } = await requireSide(needs, subject, userId)
  const rows = await store.listOfSubject(needs.db, subject.kind, subject.orderId)
  const own = rows.find(({ authorId }) => authorId === userId)
  const other = rows.find(({ authorId, isShown }) => authorId !== userId && isShown)
  const views = await viewAll(
    needs,
    [own, other].filter((row) => row !== undefined),
  )
  const viewOf = (row: store.ReviewRow | undefined) => views.find(({ id }) => id === row?.id) ?? null
  return { own: viewOf(own), other: viewOf(other), ...(await timeOf(needs, traded, own)) }
}

async function timeOf({ db }: ReviewsNeeds, { endedAt }: Traded, own: store.ReviewRow | undefined) {
  const until = endedAt && closesAt(endedAt)
  const mayWrite = until !== null && !own && (await store.isBefore(db, until))
  return { until: until?.toISOString() ?? null, mayWrite }
}

/** One page of what buyers wrote about an offer or a seller, and how many gave one to five stars. */
export async function listAbout(
  needs: ReviewsNeeds,
  what: store.Reviewed,
  page: { stars?: number | undefined; page: number; size: number },
) {
  const [rows, counts] = await Promise.all([store.listAbout(needs.db, what, page), store.countAbout(needs.db, what)])
  const all = counts.reduce((sum, n) => sum + n, 0)
  const totalElements = page.stars === undefined ? all : counts[page.stars - 1]!
  return { content: await viewAll(needs, rows), totalElements, counts }
}

/** Replies once to a review of oneself. @throws ContractError `resource.not-found`, `reviews.replied` */
export async function reply(needs: ReviewsNeeds, id: string, userId: string, text: string): Promise<Wire> {
  const row = await store.findShown(needs.db, id)
  requireThat(row?.targetId === userId, 'resource.not-found')
  requireThat(await store.insertReply(needs.db, id, userId, text), 'reviews.replied')
  return (await viewAll(needs, [{ ...row, reply: text, isReplied: true }]))[0]!
}

/**
 * Tells the staff of a review that shows.
 * @throws ContractError `resource.not-found`, `reviews.reported` while one's last report waits, `request.too-frequent`
 */
export async function report({ db, limiter }: ReviewsNeeds, id: string, userId: string, reason: string): Promise<void> {
  requireThat(await store.findShown(db, id), 'resource.not-found')
  await limiter.require('reviews.report', userId, REPORTED)
  await inTransaction(db, async (tx) => {
    // Under the lock: reports get their numbers in the order in which others can see them.
    const row = await lockReview(tx, id)
    requireThat(row?.isShown, 'resource.not-found')
    requireThat(await insertReport(tx, id, userId, reason), 'reviews.reported')
  })
}

/** Reviews as everybody sees them: without replies that are hidden. What a deleted account wrote is empty. */
export async function viewAll(needs: ReviewsNeeds, rows: store.ReviewRow[]): Promise<Wire[]> {
  const [people, measured] = await Promise.all([
    needs.findPeople(rows.map(({ authorId }) => authorId)),
    measuredOfAll(needs, rows),
  ])
  return rows.map(({ id, side, stars, text, writtenAt, authorId, subjectId, ...row }) => ({
    ...{ id, side, stars, text: text ?? '', writtenAt: writtenAt.toISOString() },
    ...{ reply: row.isReplyHidden ? null : row.reply, isReplied: row.isReplied },
    measured: (side === 'buyer' && measured.get(subjectId)) || null,
    author: people.get(authorId) ?? { id: authorId, nickName: '', headImgUrl: null, isDemo: false },
  }))
}

/** What was measured of the services that buyers reviewed. */
async function measuredOfAll({ measuredOf }: ReviewsNeeds, rows: readonly store.ReviewRow[]) {
  const found = await Promise.all(
    Object.entries(measuredOf).map(([kind, read]) => {
      const ids = rows.filter((row) => row.kind === kind && row.side === 'buyer').map(({ subjectId }) => subjectId)
      return ids.length > 0 ? read(ids) : new Map<string, MeasuredService>()
    }),
  )
  return new Map(found.flatMap((each) => [...each]))
}
