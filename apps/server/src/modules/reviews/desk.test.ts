import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  listHiddenReviews,
  listReviewReports,
  openHiddenReview,
  openReportedReview,
  REVIEW_REPORTS_SHOWN,
  settleReviewReports,
  showReviewAgain,
} from '@trove/contract/reviews/desk'
import { getOrderReviews, listReviews, replyToReview, reportReview, writeReview } from '@trove/contract/reviews/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerRoute } from '../../../test/labs/orders-lab.ts'
import { createEmptyDatabase, onOwnDatabase } from '../../../test/world/database.ts'
import { openReviewsLab, type ReviewsLab } from '../../../test/world/reviews-lab.ts'
import { openLog } from '../../platform/base/log.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertReport, lockReview } from './desk-store.ts'

/** What reviewers of the staff decide about reviews and replies, one and two at a time. */

let lab: ReviewsLab
beforeAll(async () => {
  lab = await onOwnDatabase(openReviewsLab)
})
afterAll(() => lab.close())

const kind = 'superPoints' as const
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
let count = 0
/** A review of bo by an that shows, as both wrote; with bo's reply. */
async function shown() {
  const [orderId, aboutId] = [`order${++count}`, `offer${count}`]
  lab.traded.set(orderId, { buyerId: 'an', sellerId: 'bo', aboutId, endedAt: new Date() })
  const write = (as: string) =>
    answerRoute(lab.routes, writeReview, { body: { kind, orderId, stars: 1, text: 'insult' } }, as)
  const { id } = await write('an')
  await write('bo')
  await answerRoute(lab.routes, replyToReview, { params: { id }, body: { text: 'liar' } }, 'bo')
  return { id, orderId, aboutId }
}
let reporters = 0
const report = (id: string, reason: string, as = `reporter${++reporters}`) =>
  answerRoute(lab.routes, reportReview, { params: { id }, body: { reason } }, as)
const reportsOf = async (id: string) =>
  (await answerRoute(lab.routes, listReviewReports, { query: { size: 100 } }, 'staff')).content.find(
    (one) => one.id === id,
  )
const hiddenOf = async (id: string) =>
  (await answerRoute(lab.routes, listHiddenReviews, { query: { size: 100 } }, 'staff')).content.find(
    (one) => one.id === id,
  )
type Seen = { id: string; decisions: number; lastReport: number }
type Part = 'review' | 'reply'
/** What one of the staff decides who saw the desk like this. */
const settle = ({ id, decisions, lastReport }: Seen, hide: Part[], as = 'staff') =>
  codeOf(
    answerRoute(
      lab.routes,
      settleReviewReports,
      { params: { id }, body: { decisions, lastReport, hide, reason: `${as} hides: ${hide.join() || 'nothing'}` } },
      as,
    ),
  )
const showAgain = ({ id, decisions }: Omit<Seen, 'lastReport'>, part: Part, as = 'staff') =>
  codeOf(
    answerRoute(
      lab.routes,
      showReviewAgain,
      { params: { id }, body: { decisions, part, reason: `${as} shows ${part}` } },
      as,
    ),
  )
/** What everybody sees: the review's reply, null without; undefined when the review is not seen. */
const seenOf = async (aboutId: string) => {
  const { content } = await answerRoute(lab.routes, listReviews, { query: { kind, aboutId } }, 'nobody')
  return content[0]?.reply
}
const actsOf = async (id: string) => {
  const { rows } = await sql<{ act: string; reason: string }>`
    select act, reason from staff_act where subject_id = ${id} order by no`.execute(lab.db)
  return rows.map(({ act, reason }) => `${act}: ${reason}`)
}

/** What the staff's decisions about a review told, and whom, as it came. */
const toldOf = async (id: string, orderId: string) => {
  const { rows } = await sql<{ told: string }>`
    select user_id || ': ' || kind || ', ' || (params->>'name') || ', ' || (params->>'reason') as told from notices
    where key like '%:' || ${id} || ':%' and link = ${JSON.stringify({ to: 'order', id: orderId, kind })}::jsonb
    order by seq`.execute(lab.db)
  return rows.map(({ told }) => told)
}

describe('a reported review', () => {
  test('that is hidden or shown again is told to its author, and its reply to who replied, each time with the reason', async () => {
    const { id, orderId } = await shown()
    await report(id, 'rude')
    expect(await settle((await reportsOf(id))!, ['reply', 'review'])).toBe('done')
    await showAgain((await hiddenOf(id))!, 'review')
    await showAgain((await hiddenOf(id))!, 'reply')
    await report(id, 'rude again')
    expect(await settle((await reportsOf(id))!, [])).toBe('done')
    await report(id, 'and again')
    expect(await settle((await reportsOf(id))!, ['review'])).toBe('done')
    expect(await toldOf(id, orderId)).toEqual([
      'bo: reviews.reply-hidden, an-name, staff hides: reply,review',
      'an: reviews.hidden, bo-name, staff hides: reply,review',
      'an: reviews.shown-again, bo-name, staff shows review',
      'bo: reviews.reply-shown-again, an-name, staff shows reply',
      'an: reviews.hidden, bo-name, staff hides: review',
    ])
  })

  test('waits with what was said of it, and is left as it is or hidden with its reply, on record', async () => {
    const [left, hidden] = [await shown(), await shown()]
    for (const { id } of [left, hidden]) {
      await report(id, 'rude', 'eve')
      await report(id, 'very rude')
    }
    const seen = (await reportsOf(left.id))!
    expect(seen).toMatchObject({
      ...{ reply: 'liar', isHidden: false, isReplyHidden: false, targetId: 'bo', decisions: 0 },
      ...{ reportCount: 2, lastReport: 2, reports: [{ reason: 'rude' }, { reason: 'very rude' }] },
    })
    expect(await settle(seen, [])).toBe('done')
    expect(await settle((await reportsOf(hidden.id))!, ['review'])).toBe('done')
    expect([await reportsOf(left.id), await reportsOf(hidden.id)]).toEqual([undefined, undefined])
    expect([await seenOf(left.aboutId), await seenOf(hidden.aboutId)]).toEqual(['liar', undefined])
    const ofBo = await answerRoute(lab.routes, getOrderReviews, { query: { kind, orderId: hidden.orderId } }, 'bo')
    expect(ofBo.other).toBeNull()
    expect(await actsOf(left.id)).toEqual(['review.leave: staff hides: nothing'])
    expect(await actsOf(hidden.id)).toEqual(['review.hide: staff hides: review'])
  })

  test('stays while its reply alone is hidden, which is not replied to again, and comes back by a decision', async () => {
    const { id, orderId, aboutId } = await shown()
    await report(id, 'the reply is rude')
    expect(await settle((await reportsOf(id))!, ['reply'])).toBe('done')
    const of = (as: string) => answerRoute(lab.routes, getOrderReviews, { query: { kind, orderId } }, as)
    expect(await seenOf(aboutId)).toBeNull()
    expect((await of('an')).own).toMatchObject({ text: 'insult', reply: null })
    expect((await of('bo')).other).toMatchObject({ reply: null, isReplied: true })
    const again = answerRoute(lab.routes, replyToReview, { params: { id }, body: { text: 'liar!' } }, 'bo')
    expect(await codeOf(again)).toBe('reviews.replied')
    expect(await hiddenOf(id)).toMatchObject({ isHidden: false, isReplyHidden: true, reply: 'liar', decisions: 1 })
    expect(await showAgain((await hiddenOf(id))!, 'reply')).toBe('done')
    expect([await seenOf(aboutId), await hiddenOf(id)]).toEqual(['liar', undefined])
    expect(await actsOf(id)).toEqual(['review.hide-reply: staff hides: reply', 'review.show-reply: staff shows reply'])
  })

  test('and its reply, both hidden, come back by a decision about each', async () => {
    const { id, aboutId } = await shown()
    await report(id, 'both')
    expect(await settle((await reportsOf(id))!, ['review', 'reply'])).toBe('done')
    expect(await seenOf(aboutId)).toBeUndefined()
    expect(await showAgain((await hiddenOf(id))!, 'review')).toBe('done')
    expect(await seenOf(aboutId)).toBeNull()
    expect(await showAgain((await hiddenOf(id))!, 'review')).toBe('reviews.settled-meanwhile')
    expect(await showAgain((await hiddenOf(id))!, 'reply')).toBe('done')
    expect(await seenOf(aboutId)).toBe('liar')
    expect(await actsOf(id)).toEqual([
      'review.hide: staff hides: review,reply',
      'review.hide-reply: staff hides: review,reply',
      'review.show: staff shows review',
      'review.show-reply: staff shows reply',
    ])
  })

  test('is decided about by nobody who wrote it or of whom it is', async () => {
    const { id, aboutId } = await shown()
    await report(id, 'rude')
    const seen = (await reportsOf(id))!
    for (const as of ['an', 'bo'])
      expect([await settle(seen, ['review'], as), await showAgain(seen, 'review', as)]).toEqual(
        Array(2).fill('reviews.own'),
      )
    expect(await seenOf(aboutId)).toBe('liar')
    expect(await settle({ ...seen, id: 'nothing' }, [])).toBe('resource.not-found')
  })
})

describe('a report', () => {
  test('that comes while a moderator reads is not settled with those that were read, also when the review is hidden', async () => {
    const { id } = await shown()
    await report(id, 'first')
    const seen = (await reportsOf(id))!
    await report(id, 'second')
    expect(await settle(seen, ['review'])).toBe('done')
    const next = (await reportsOf(id))!
    expect(next).toMatchObject({ isHidden: true, reportCount: 1, lastReport: 2, reports: [{ reason: 'second' }] })
    expect(await settle(next, ['review'])).toBe('reviews.settled-meanwhile')
    expect(await settle(next, [])).toBe('done')
    expect(await reportsOf(id)).toBeUndefined()
  })

  test('beyond those that the desk shows stays open', async () => {
    const { id } = await shown()
    for (let i = 1; i <= REVIEW_REPORTS_SHOWN + 1; i++) await report(id, `no. ${i}`)
    const seen = (await reportsOf(id))!
    expect([seen.reportCount, seen.reports.length]).toEqual([REVIEW_REPORTS_SHOWN + 1, REVIEW_REPORTS_SHOWN])
    expect(await settle(seen, [])).toBe('done')
    expect((await reportsOf(id))!.reports).toMatchObject([{ reason: `no. ${REVIEW_REPORTS_SHOWN + 1}` }])
  })

  test('is open once of a person, who is told so and may report again after the decision', async () => {
    const { id } = await shown()
    await report(id, 'rude', 'ivy')
    expect(await codeOf(report(id, 'still', 'ivy'))).toBe('reviews.reported')
    expect((await reportsOf(id))!.reports).toMatchObject([{ reason: 'rude' }])
    await settle((await reportsOf(id))!, [])
    await report(id, 'once more', 'ivy')
    expect((await reportsOf(id))!.reports).toMatchObject([{ reason: 'once more' }])
  })

  test('gets its number after those that can be seen, also of twenty at the same moment', async () => {
    const { id } = await shown()
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => codeOf(report(id, `no. ${i}`))))
    expect(outcomes).toEqual(Array(20).fill('done'))
    expect(await reportsOf(id)).toMatchObject({ reportCount: 20, lastReport: 20 })
  })

  test('that waits for the decision of a moderator is not settled by it', async () => {
    const { id } = await shown()
    await report(id, 'first')
    const seen = (await reportsOf(id))!
    let coming: Promise<string>
    await inTransaction(lab.db, async (tx) => {
      await lockReview(tx, id)
      await insertReport(tx, id, 'zoe', 'second')
      let isOver = false
      coming = settle(seen, ['reply']).finally(() => {
        isOver = true
      })
      // The decision waits for the report, whose number is not among those that were read.
      for (let waits = 0; waits === 0 && !isOver; ) {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(lab.db)
        waits = rows[0]!.n
      }
    })
    expect(await coming!).toBe('done')
    expect((await reportsOf(id))!.reports).toMatchObject([{ reason: 'second' }])
  })
})

describe('the lists of the desk', () => {
  const reportsFor = async (query: object, as = 'staff') =>
    (await answerRoute(lab.routes, listReviewReports, { query: { size: 100, ...query } }, as)).content.map(
      ({ id }) => id,
    )
  const hiddenFor = async (query: object) =>
    (await answerRoute(lab.routes, listHiddenReviews, { query: { size: 100, ...query } }, 'staff')).content.map(
      ({ id }) => id,
    )

  test('leave out what one may not decide about, and find a review by either side, or by its id', async () => {
    const { id } = await shown()
    await report(id, 'rude')
    const has = async (query: object, as?: string) => (await reportsFor(query, as)).includes(id)
    const mine = { waitsFor: 'me' }
    expect([await has(mine), await has(mine, 'an'), await has(mine, 'bo'), await has({}, 'bo')]).toEqual([
      ...[true, false, false, true],
    ])
    const byName = ['an-name', 'bo-name', 'eve-name', 'x'].map((keyword) => has({ keyword }))
    expect(await Promise.all(byName)).toEqual([true, true, false, false])
    const open = (reviewId: string) =>
      answerRoute(lab.routes, openReportedReview, { params: { id: reviewId } }, 'staff').catch(({ code }) => code)
    expect([await open(id), await open('none')]).toEqual([await reportsOf(id), 'resource.not-found'])
    await settle((await reportsOf(id))!, [])
    expect(await open(id)).toBe('resource.not-found')
  })

  test('of what is hidden say which part, whose, and give one by its id', async () => {
    const [one, other] = [await shown(), await shown()]
    for (const [{ id }, part] of [[one, 'review'] as const, [other, 'reply'] as const]) {
      await report(id, 'rude')
      await settle((await reportsOf(id))!, [part])
    }
    const both = [other.id, one.id]
    const among = async (query: object) => (await hiddenFor(query)).filter((id) => both.includes(id))
    expect([await among({}), await among({ end: 'review' }), await among({ end: 'reply' })]).toEqual([
      ...[both, [one.id], [other.id]],
    ])
    expect([await among({ keyword: 'an-name' }), await among({ keyword: 'eve-name' })]).toEqual([both, []])
    const open = (id: string) =>
      answerRoute(lab.routes, openHiddenReview, { params: { id } }, 'staff').catch(({ code }) => code)
    expect([await open(one.id), await open('none')]).toEqual([await hiddenOf(one.id), 'resource.not-found'])
  })
})

describe('two moderators at once', () => {
  test('take one decision, and the other is refused, also when they hide different parts', async () => {
    for (const [one, other] of [
      [['review'], []],
      [['review'], ['reply']],
      [['reply'], ['reply']],
      [[], []],
    ] satisfies [Part[], Part[]][]) {
      const { id } = await shown()
      await report(id, 'rude')
      const seen = (await reportsOf(id))!
      const outcomes = await Promise.all([settle(seen, one, 'mia'), settle(seen, other, 'noa')])
      expect(outcomes.toSorted()).toEqual(['done', 'reviews.settled-meanwhile'])
      const [won, parts] = outcomes[0] === 'done' ? ['mia', one] : ['noa', other]
      const acts = await actsOf(id)
      expect(acts).toHaveLength(1)
      expect(acts[0]).toContain(`: ${won} hides: ${parts.join() || 'nothing'}`)
      const { rows } = await sql<{ hidden: boolean; reply: boolean }>`select hidden_at is not null as hidden,
        reply_hidden_at is not null as reply from reviews where id = ${id}`.execute(lab.db)
      const has = (part: Part) => (parts as Part[]).includes(part)
      expect(rows).toEqual([{ hidden: has('review'), reply: has('reply') }])
    }
  })

  test('who saw it before the decision of the other are refused later, too', async () => {
    const { id, aboutId } = await shown()
    await report(id, 'first')
    await report(id, 'second')
    const late = (await reportsOf(id))!
    expect(await settle({ ...late, lastReport: 1 }, ['review'], 'mia')).toBe('done')
    expect(await settle(late, [], 'noa')).toBe('reviews.settled-meanwhile')
    expect((await reportsOf(id))!.reports).toMatchObject([{ reason: 'second' }])
    const hidden = (await hiddenOf(id))!
    const outcomes = await Promise.all([showAgain(hidden, 'review', 'mia'), showAgain(hidden, 'review', 'noa')])
    expect(outcomes.toSorted()).toEqual(['done', 'reviews.settled-meanwhile'])
    expect([await seenOf(aboutId), (await actsOf(id)).length]).toEqual(['liar', 2])
  })
})

test('reviews hidden before replies were apart keep their reply hidden, and old reports have numbers as they came', async () => {
  const database = await createEmptyDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'trove-reviews-'))
  for (const [name, text] of Object.entries(await readMigrations()))
    if (name !== '0340-reviews-hidden-apart') await writeFile(join(dir, `${name}.sql`), text)
  await migrate(database.url, openLog('silent'), { dir })
  const old = await openReviewsLab(database.url)
  try {
    await sql`insert into reviews (id, subject_kind, subject_id, about_id, side, author_id, target_id, stars, closes_at,
        reply, replied_at, hidden_at)
      select id, 'superPoints', id, 'o', 'buyer', 'an', 'bo', 1, now(), reply, case when reply <> '' then now() end,
        case when id like 'hidden%' then now() end
      from (values ('hidden', 'liar'), ('hidden-alone', null), ('stands', 'liar')) v (id, reply)`.execute(old.db)
    await sql`insert into review_reports (review_id, reporter_id, reason, reported_at, settled_at) values
      ('hidden', 'b', 'later', now(), now()), ('hidden', 'c', 'first', now() - interval '1 day', now()),
      ('stands', 'b', 'open', now(), null)`.execute(old.db)
    await migrate(database.url, openLog('silent'))
    const { rows } =
      await sql`select id, reply_hidden_at = hidden_at as "isCarried", reply_hidden_at is null as "isShown"
      from reviews order by id`.execute(old.db)
    expect(rows).toEqual([
      { id: 'hidden', isCarried: true, isShown: false },
      { id: 'hidden-alone', isCarried: null, isShown: true },
      { id: 'stands', isCarried: null, isShown: true },
    ])
    const { rows: reports } = await sql`select reason, number from review_reports order by review_id, number`.execute(
      old.db,
    )
    expect(reports).toEqual([
      { reason: 'first', number: 1 },
      { reason: 'later', number: 2 },
      { reason: 'open', number: 1 },
    ])
    const open = await answerRoute(old.routes, listReviewReports, { query: {} }, 'staff')
    expect(open.content).toMatchObject([{ id: 'stands', lastReport: 1, reports: [{ reason: 'open' }] }])
  } finally {
    await old.close()
    await database.drop()
    await rm(dir, { recursive: true })
  }
})
