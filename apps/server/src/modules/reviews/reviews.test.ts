import {
  getOrderReviews,
  listReviews,
  listSellerReviews,
  replyToReview,
  reportReview,
  writeReview,
} from '@trove/contract/reviews/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerRoute } from '../../../test/labs/orders-lab.ts'
import { onOwnDatabase } from '../../../test/world/database.ts'
import { openReviewsLab, type ReviewsLab } from '../../../test/world/reviews-lab.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { erasePersonalData } from '../../platform/personal-data.ts'
import { noticesPersonalData } from '../notices/personal-data.ts'
import { listNotices } from '../notices/store.ts'

let lab: ReviewsLab
let db: Db
let routes: ReviewsLab['routes']
let traded: ReviewsLab['traded']
beforeAll(async () => {
  lab = await onOwnDatabase(openReviewsLab)
  ;({ db, routes, traded } = lab)
})
afterAll(() => lab.close())

const DAY_MS = 86_400_000
const kind = 'superPoints' as const
let count = 0
/** An order of bo's machine by an that ended so many days ago; null while it goes on. */
function order(endedDaysAgo: number | null = 1, aboutId = `offer${count}`) {
  const orderId = `order${++count}`
  const endedAt = endedDaysAgo === null ? null : new Date(Date.now() - endedDaysAgo * DAY_MS)
  traded.set(orderId, { buyerId: 'an', sellerId: 'bo', aboutId, endedAt })
  return { orderId, aboutId }
}
const write = (orderId: string, as: string, stars = 5, text = '很好') =>
  answerRoute(routes, writeReview, { body: { kind, orderId, stars, text } }, as)
const see = (orderId: string, as: string) => answerRoute(routes, getOrderReviews, { query: { kind, orderId } }, as)
const list = (aboutId: string, query = {}) =>
  answerRoute(routes, listReviews, { query: { kind, aboutId, ...query } }, 'nobody')
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
/** Time goes by for what was written: to write is over. */
const close = (orderId: string) =>
  sql`update reviews set closes_at = business_now() where subject_id = ${orderId}`.execute(db)

describe('a review', () => {
  test('is seen by nobody else before both wrote, and then by all', async () => {
    const { orderId, aboutId } = order()
    expect(await see(orderId, 'bo')).toMatchObject({ own: null, other: null, mayWrite: true })
    await write(orderId, 'an', 4, '机器稳定')
    expect(await see(orderId, 'an')).toMatchObject({
      own: { stars: 4, text: '机器稳定' },
      other: null,
      mayWrite: false,
    })
    expect((await see(orderId, 'bo')).other).toBeNull()
    expect(await list(aboutId)).toMatchObject({ content: [], counts: [0, 0, 0, 0, 0], totalElements: 0 })
    await write(orderId, 'bo', 5, 'good buyer')
    expect((await see(orderId, 'an')).other).toMatchObject({ side: 'seller', stars: 5, text: 'good buyer' })
    const shown = await list(aboutId)
    expect(shown).toMatchObject({ counts: [0, 0, 0, 1, 0], totalElements: 1 })
    expect(shown.content[0]).toMatchObject({ author: { id: 'an' }, side: 'buyer', stars: 4 })
  })

  test('is announced to who was reviewed: first that they may write too, then that both can be read', async () => {
    const { orderId } = order()
    await write(orderId, 'an')
    expect(await codeOf(write(orderId, 'an'))).toBe('reviews.written')
    await write(orderId, 'bo')
    const { rows } = await sql`select user_id, kind, params, link from notices where key = ${`review:${orderId}`}
      order by seq`.execute(db)
    const link = { to: 'order', id: orderId, kind }
    expect(rows).toEqual([
      { user_id: 'bo', kind: 'reviews.waiting', params: { name: 'an-name' }, link },
      { user_id: 'an', kind: 'reviews.shown', params: { name: 'bo-name' }, link },
    ])
  })

  test('of both at the same moment is announced once each way', async () => {
    const orders = Array.from({ length: 10 }, () => order().orderId)
    await Promise.all(orders.flatMap((id) => [write(id, 'an'), write(id, 'bo')]))
    const { rows } = await sql<{ kinds: string[] }>`select array_agg(kind order by kind) as kinds from notices
      where key = any(${orders.map((id) => `review:${id}`)}) group by key`.execute(db)
    expect(rows).toEqual(orders.map(() => ({ kinds: ['reviews.shown', 'reviews.waiting'] })))
  })

  test('shows by itself when the fourteen days are over, and then the other writes no more', async () => {
    const { orderId, aboutId } = order(13.99)
    await write(orderId, 'an')
    await close(orderId)
    expect((await list(aboutId)).totalElements).toBe(1)
    expect((await see(orderId, 'bo')).other).toMatchObject({ stars: 5 })
    traded.set(orderId, { ...traded.get(orderId)!, endedAt: new Date(Date.now() - 15 * DAY_MS) })
    expect(await codeOf(write(orderId, 'bo'))).toBe('reviews.not-open')
    expect(await see(orderId, 'bo')).toMatchObject({ own: null, mayWrite: false, until: expect.any(String) })
    expect(await codeOf(write(order(14.01).orderId, 'an'))).toBe('reviews.not-open')
  })

  test('is written once by each side, also at the same moment, and not before the end', async () => {
    const { orderId } = order()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => codeOf(write(orderId, 'an'))))
    expect(outcomes.sort()).toEqual(['done', ...Array(9).fill('reviews.written')])
    expect(await codeOf(write(order(null).orderId, 'an'))).toBe('reviews.not-open')
    for (const stars of [0, 6, 4.5]) expect(await codeOf(write(order().orderId, 'an', stars))).not.toBe('done')
  })

  test('opens to no stranger, by no call', async () => {
    const { orderId } = order()
    const { id } = await write(orderId, 'an')
    expect(await codeOf(write(orderId, 'eve'))).toBe('resource.not-found')
    expect(await codeOf(see(orderId, 'eve'))).toBe('resource.not-found')
    const reply = (as: string) =>
      codeOf(answerRoute(routes, replyToReview, { params: { id }, body: { text: 'thanks' } }, as))
    const report = (as: string) =>
      codeOf(answerRoute(routes, reportReview, { params: { id }, body: { reason: 'spam' } }, as))
    expect([await reply('bo'), await report('bo'), await report('eve')]).toEqual(Array(3).fill('resource.not-found'))
    await write(orderId, 'bo')
    expect([await reply('eve'), await reply('an')]).toEqual(Array(2).fill('resource.not-found'))
    expect([await reply('bo'), await reply('bo')]).toEqual(['done', 'reviews.replied'])
    expect((await see(orderId, 'an')).own).toMatchObject({ reply: 'thanks' })
  })
})

test('reviews of an offer are paged and chosen by stars', async () => {
  const aboutId = 'busy'
  for (let i = 0; i < 7; i++) {
    const { orderId } = order(1, aboutId)
    await write(orderId, 'an', (i % 3) + 3, `text ${i}`)
    await write(orderId, 'bo')
  }
  const first = await list(aboutId, { size: 4 })
  const second = await list(aboutId, { size: 4, page: 1 })
  expect([...first.content, ...second.content].map(({ text }) => text)).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((i) => `text ${i}`),
  )
  expect([first.counts, first.totalElements]).toEqual([[0, 0, 3, 2, 2], 7])
  expect(await list(aboutId, { stars: 3 })).toMatchObject({
    totalElements: 3,
    content: [{ stars: 3 }, { stars: 3 }, { stars: 3 }],
  })
})

test('what buyers wrote of a seller is listed over all they sold, and nothing of what they bought', async () => {
  const seller = 'cem'
  const ids = ['offerA', 'offerB'].map((aboutId) => {
    const { orderId } = order(1, aboutId)
    traded.set(orderId, { ...traded.get(orderId)!, sellerId: seller })
    return orderId
  })
  const { orderId: bought } = order(1, 'offerC')
  traded.set(bought, { ...traded.get(bought)!, buyerId: seller })
  for (const [i, id] of ids.entries()) await write(id, 'an', 4 + i, `of ${id}`)
  const list = () => answerRoute(routes, listSellerReviews, { query: { sellerId: seller } }, 'nobody')
  expect(await list()).toMatchObject({ content: [], counts: [0, 0, 0, 0, 0] })
  for (const id of [...ids, bought]) await write(id, seller)
  await write(bought, 'bo', 1, 'a bad buyer')
  expect(await list()).toMatchObject({
    content: [{ text: `of ${ids[1]}` }, { text: `of ${ids[0]}` }],
    counts: [0, 0, 0, 1, 1],
    totalElements: 2,
  })
})

test('a notice to the other does not name the author of a review any more once they are gone', async () => {
  const orderId = 'order-of-cy'
  traded.set(orderId, { buyerId: 'cy', sellerId: 'di', aboutId: 'offer-of-di', endedAt: new Date() })
  await write(orderId, 'cy')
  const told = async () => (await listNotices(db, 'di', { page: 0, size: 10 })).map(({ params }) => params)
  expect(await told()).toEqual([{ name: 'cy-name' }])
  const cy = { userId: 'cy', phoneIndex: Buffer.alloc(32) }
  await inTransaction(db, (tx) => erasePersonalData(tx, [noticesPersonalData], cy))
  expect(await told()).toEqual([{ name: '已注销用户' }])
})

test('has what was measured of the service beside the stars of its buyer, and nothing beside those of its seller', async () => {
  const { orderId, aboutId } = order()
  lab.measured.set(orderId, { servedMinutes: 10_080, silentMinutes: 12 })
  await write(orderId, 'an', 4)
  await write(orderId, 'bo')
  const { content } = await list(aboutId)
  expect(content).toMatchObject([{ stars: 4, measured: { servedMinutes: 10_080, silentMinutes: 12 } }])
  expect((await see(orderId, 'an')).other).toMatchObject({ side: 'seller', measured: null })
  const other = order()
  await write(other.orderId, 'an')
  await write(other.orderId, 'bo')
  expect((await list(other.aboutId)).content).toMatchObject([{ measured: null }])
})
