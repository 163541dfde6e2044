import { requireThat } from '@trove/contract/errors/codes'
import type { NarrowedQuery } from '@trove/contract/kit/case-list'
import type { HiddenReview, ReportedReview } from '@trove/contract/reviews/desk'
import type { z } from 'zod'
import { noteAct } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { ActSubject } from '../identity/module.ts'
import * as store from './desk-store.ts'
import type { ReviewsNeeds } from './needs.ts'
import { viewAll } from './service.ts'
import type { ReviewRow } from './store.ts'

/** Of a list that is asked for: by whom, and whom its keyword may mean. */
async function wantedBy<Q extends NarrowedQuery>({ findIdsByName }: ReviewsNeeds, query: Q, operatorId: string) {
  const personIds = await findIdsByName(query.keyword ?? '')
  return { ...query, operatorId, personIds }
}

/** One page of reviews with open reports. What comes after the reports in it is settled by no decision about them. */
export async function listReported(needs: ReviewsNeeds, query: NarrowedQuery, operatorId: string) {
  const rows = await store.listReported(needs.db, await wantedBy(needs, query, operatorId))
  return { content: await viewReported(needs, rows), totalElements: rows[0]?.total ?? 0 }
}

/** One of them, wherever it stands. @throws ContractError `resource.not-found` when no report of it is open */
export async function openReported(needs: ReviewsNeeds, id: string) {
  const found = await store.findReported(needs.db, id)
  requireThat(found, 'resource.not-found')
  return (await viewReported(needs, [found]))[0]!
}

async function viewReported(needs: ReviewsNeeds, rows: store.ReportedRow[]) {
  const views = await viewForStaff(needs, rows)
  return rows.map(
    ({ reports, reportCount }, i): z.input<typeof ReportedReview> => ({
      ...views[i]!,
      reportCount,
      lastReport: reports.at(-1)!.number,
      reports: reports.map(({ reason, at }) => ({ reason, at: new Date(at).toISOString() })),
    }),
  )
}

/** One page of what is hidden: reviews, replies, or both of one trade. */
export async function listHidden(
  needs: ReviewsNeeds,
  query: NarrowedQuery & { end?: store.Part | undefined },
  operatorId: string,
) {
  const rows = await store.listHidden(needs.db, await wantedBy(needs, query, operatorId))
  return { content: await viewForStaff(needs, rows), totalElements: rows[0]?.total ?? 0 }
}

/** One of them, wherever it stands. @throws ContractError `resource.not-found` when nothing of it is hidden */
export async function openHidden(needs: ReviewsNeeds, id: string) {
  const found = await store.findHidden(needs.db, id)
  requireThat(found, 'resource.not-found')
  return (await viewForStaff(needs, [found]))[0]!
}

/** With what is hidden from others: the staff decides about it. */
async function viewForStaff(needs: ReviewsNeeds, rows: store.DeskRow[]): Promise<z.input<typeof HiddenReview>[]> {
  const views = await viewAll(needs, rows)
  return rows.map(({ reply, targetId, decisions, isHidden, isReplyHidden }, i) => ({
    ...views[i]!,
    ...{ reply, targetId, decisions, isHidden, isReplyHidden },
  }))
}

/** What one of the staff decides after so many decisions of others that they saw. */
type Decision = { id: string; decisions: number; reason: string; operatorId: string }
const HIDES = { review: 'review.hide', reply: 'review.hide-reply' } as const
const SHOWS = { review: 'review.show', reply: 'review.show-reply' } as const

/**
 * One of the staff hides the review, its reply, both, or neither, and settles the reports that they read: up to
 * `lastReport`. A newer one keeps the case open.
 * @throws ContractError `resource.not-found`, `reviews.own`, `reviews.settled-meanwhile`
 */
export async function settle(
  needs: ReviewsNeeds,
  { hide, lastReport, ...decision }: Decision & { hide: readonly store.Part[]; lastReport: number },
): Promise<void> {
  const people = await peopleOf(needs, decision.id)
  await inTransaction(needs.db, async (tx) => {
    const review = await change(tx, decision, { hide })
    requireThat(await store.settleReports(tx, decision.id, lastReport), 'reviews.settled-meanwhile')
    const acts = hide.length > 0 ? [...new Set(hide)].map((part) => HIDES[part]) : ['review.leave']
    for (const act of acts) await note(tx, decision, act)
    for (const part of new Set(hide)) await tellAuthor(needs, tx, review, people, { ...decision, kind: HIDDEN[part] })
  })
}

/**
 * One of the staff shows a review again, or a reply, that was hidden.
 * @throws ContractError `resource.not-found`, `reviews.own`, `reviews.settled-meanwhile` when it is not hidden any more
 */
export async function showAgain(
  needs: ReviewsNeeds,
  { part, ...decision }: Decision & { part: store.Part },
): Promise<void> {
  const people = await peopleOf(needs, decision.id)
  await inTransaction(needs.db, async (tx) => {
    const review = await change(tx, decision, { show: part })
    await note(tx, decision, SHOWS[part])
    await tellAuthor(needs, tx, review, people, { ...decision, kind: SHOWN[part] })
  })
}

type People = Awaited<ReturnType<ReviewsNeeds['findPeople']>>

/** Both sides of a review, read before the transaction: while one is open no second connection is waited for. */
const peopleOf = async ({ db, findPeople }: ReviewsNeeds, id: string): Promise<People> =>
  findPeople(await store.findSides(db, id))

/** Nobody decides who wrote the review, or of whom it is. */
async function change(tx: Tx, { id, decisions, operatorId }: Decision, how: store.Change) {
  const row = await store.lockReview(tx, id)
  requireThat(row, 'resource.not-found')
  requireThat(row.authorId !== operatorId && row.targetId !== operatorId, 'reviews.own')
  requireThat(await store.decide(tx, id, decisions, how), 'reviews.settled-meanwhile')
  return row
}

const HIDDEN = { review: 'reviews.hidden', reply: 'reviews.reply-hidden' } as const
const SHOWN = { review: 'reviews.shown-again', reply: 'reviews.reply-shown-again' } as const
type Telling = Decision & { kind: (typeof HIDDEN | typeof SHOWN)[store.Part] }

/** Who wrote what was hidden or shown learns of it and why. A reply is written by the person who was reviewed. */
async function tellAuthor(
  { notices }: ReviewsNeeds,
  tx: Tx,
  { id, kind: orderKind, subjectId, authorId, targetId }: ReviewRow,
  people: People,
  { kind, reason, decisions }: Telling,
): Promise<void> {
  const isReply = kind === HIDDEN.reply || kind === SHOWN.reply
  const [userId, aboutId] = isReply ? [targetId, authorId] : [authorId, targetId]
  const name = people.get(aboutId)?.nickName ?? ''
  const link = { to: 'order', id: subjectId, kind: orderKind } as const
  await notices.tell(tx, { userId, kind, params: { name, reason }, link, key: `${kind}:${id}:${decisions}`, aboutId })
}

const note = (tx: Tx, { id, operatorId, reason }: Decision, act: string) =>
  noteAct(tx, { operatorId, act, subject: { kind: 'review', id }, reason })

/** What the record of acts calls a review: who wrote it, and about whom. */
export function namedReviews({ db, findPeople }: ReviewsNeeds): ActSubject {
  return {
    kind: 'review',
    async findNames(ids) {
      const reviews = await store.listSides(db, ids)
      const people = await findPeople([...new Set(reviews.flatMap(({ authorId, targetId }) => [authorId, targetId]))])
      const nameOf = (id: string) => people.get(id)?.nickName || id
      return new Map(reviews.map(({ id, authorId, targetId }) => [id, `${nameOf(authorId)} → ${nameOf(targetId)}`]))
    },
  }
}
