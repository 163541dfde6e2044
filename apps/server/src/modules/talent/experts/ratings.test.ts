import { alterHourSalary, getExpert, getHomepage, listExperts } from '@trove/contract/talent/experts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certify } from '../../../../test/labs/talent-lab.ts'
import { startWorld, type World } from '../../../../test/world/world.ts'
import { insertReview } from '../../reviews/store.ts'
import { defineRatingSweep } from './ratings.ts'

/** Stars of experts: what buyers gave, once it shows, and nothing else. */

const DAY_MS = 86_400_000
let world: World
let sweep: () => Promise<void>
let count = 0
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
  const every = (_: string, __: number, handler: () => Promise<void>) => {
    sweep = handler
  }
  defineRatingSweep({ db: world.db, jobs: { every } as never })
})
afterAll(() => world.stop())

async function expert() {
  const user = await world.signIn(`134${String(++count).padStart(8, '0')}`)
  const realName = `星${count}`
  await certify(world, user, { realName })
  await world.call(alterHourSalary, { body: { hourSalary: '100' } }, { as: user })
  const { productId: id } = await world.call(getHomepage, { query: {} }, { as: user })
  return { userId: user.userId, id, realName }
}
type Expert = Awaited<ReturnType<typeof expert>>

let orders = 0
/** A review of one side of a hire; the same number for both sides of one hire. */
async function review(
  of: Expert,
  stars: number,
  more: { hire?: number; side?: 'buyer' | 'seller'; kind?: string } = {},
) {
  const { hire = ++orders, side = 'buyer', kind = 'manpower' } = more
  const id = `r${hire}${side}`
  const [authorId, targetId] = side === 'buyer' ? [`buyer${hire}`, of.userId] : [of.userId, `buyer${hire}`]
  const { rows } = await sql<{ closes: Date }>`select business_now() + interval '3 days' as closes`.execute(world.db)
  const about = { id, kind, subjectId: `hire${hire}`, aboutId: of.id, side, authorId, targetId, stars, text: '很好' }
  expect(await insertReview(world.db, { ...about, closesAt: rows[0]!.closes })).toBe('done')
  return { hire, id }
}
/** Both sides wrote, so that both show. */
async function shown(of: Expert, stars: number) {
  const { hire, id } = await review(of, stars)
  await review(of, 1, { hire, side: 'seller' })
  return id
}
const ratingOf = async ({ id }: Expert) => {
  const { rating, countReviews } = await world.call(getExpert, { params: { id } })
  return [rating, countReviews]
}

describe('the rating of an expert', () => {
  test('is the mean of what buyers gave, not of what the expert or other markets gave, and null without', async () => {
    const one = await expert()
    expect(await ratingOf(one)).toEqual([null, 0])
    for (const stars of [5, 4, 4]) await shown(one, stars)
    const { hire } = await review(one, 1, { kind: 'superPoints' })
    await review(one, 1, { hire, side: 'seller', kind: 'superPoints' })
    expect(await ratingOf(one)).toEqual([4.33, 3])
  })

  test('counts a review once it shows: when the other side wrote, or its time is over, also of both at once', async () => {
    const one = await expert()
    const { hire } = await review(one, 5)
    expect(await ratingOf(one)).toEqual([null, 0])
    await sweep()
    expect(await ratingOf(one)).toEqual([null, 0])
    await review(one, 1, { hire, side: 'seller' })
    expect(await ratingOf(one)).toEqual([5, 1])
    await review(one, 2)
    await world.advance(4 * DAY_MS)
    await sweep()
    expect(await ratingOf(one)).toEqual([3.5, 2])
    const next = ++orders
    await Promise.all([review(one, 5, { hire: next }), review(one, 1, { hire: next, side: 'seller' })])
    expect(await ratingOf(one)).toEqual([4, 3])
  })

  test('forgets a review that was hidden, and counts it again once it shows again', async () => {
    const one = await expert()
    const bad = await shown(one, 1)
    await shown(one, 5)
    expect(await ratingOf(one)).toEqual([3, 2])
    await sql`update reviews set hidden_at = business_now() where id = ${bad}`.execute(world.db)
    expect(await ratingOf(one)).toEqual([5, 1])
    await sql`update reviews set hidden_at = null where id = ${bad}`.execute(world.db)
    expect(await ratingOf(one)).toEqual([3, 2])
  })

  test('is a filter and an order of the list, page by page', async () => {
    const [none, four, five, nearly] = [await expert(), await expert(), await expert(), await expert()]
    await shown(four, 4)
    await shown(five, 5)
    for (const stars of [4, 4, 3]) await shown(nearly, stars)
    const own = [none, four, five, nearly].map(({ realName }) => realName)
    const find = async (query: object) =>
      (await world.call(listExperts, { query: { size: 100, ...query } })).content
        .map(({ realName }) => realName)
        .filter((name) => own.includes(name))
    expect(await find({ minStars: 4, sort: 'rated-desc' })).toEqual([five.realName, four.realName])
    expect(await find({ minStars: 5 })).toEqual([five.realName])
    expect(await find({ sort: 'rated-desc' })).toEqual([five, four, nearly, none].map(({ realName }) => realName))
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await world.call(listExperts, { query: { size: 2, sort: 'rated-desc', cursor } })
      names.push(...page.content.map(({ realName }) => realName))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(names.filter((name) => own.includes(name))).toEqual(await find({ sort: 'rated-desc' }))
    expect(new Set(names).size).toBe(names.length)
    await expect(find({ minStars: 6 })).rejects.toMatchObject({ code: 'request.invalid' })
  })
})
