import { addComment } from '@trove/contract/code/comments'
import { setLicences } from '@trove/contract/code/licences'
import { RANKING_SIZE, rankCommented, rankMvp, rankPopular } from '@trove/contract/code/market'
import { grantWork } from '@trove/contract/code/vault'
import { getWork, putWorkOnline, takeWorkOffline } from '@trove/contract/code/works'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishWork } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { createRankings } from './rankings.ts'

/** The rankings beside a recount of raw rows by the formula that pages show (issue 12, Done when 4; decision 31). */

const WORKS = 13
const PEOPLE = 5
const ROUNDS = 20
const DAY = 86_400_000

let world: World
let author: WorldUser
let people: WorldUser[]
let works: string[]
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  author = await world.signIn('13500000080')
  people = []
  for (let i = 0; i < PEOPLE; i++) people.push(await world.signIn(`1350000008${i + 1}`))
  works = []
  for (let i = 0; i < WORKS; i++) works.push(await publishWork(world, author, { title: `Work ${i}` }))
  // Who gets one under two licences is one person.
  const licences = (['personal', 'commercial'] as const).map((licence) => ({ licence, price: '0' }))
  for (const id of works) await world.call(setLicences, { params: { id }, body: { licences } }, { as: author })
})
afterAll(() => world?.stop())

const work = fc.nat(WORKS - 1)
const person = fc.nat(PEOPLE - 1)
const stars = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined })
const deed = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('get' as const), work, person, daysAgo: fc.nat(130) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give-back' as const), work, person }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('say' as const), work, person, stars }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reply' as const), work }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), work, person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('own' as const), work }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renew' as const), work, daysAgo: fc.nat(130) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('offline' as const, 'online' as const, 'removed' as const), work }),
  },
)
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

/** Does one thing as a person would; what is refused changes nothing. */
async function apply(one: Deed): Promise<void> {
  const id = works[one.work]!
  const as = 'person' in one ? people[one.person]! : author
  const params = { id }
  const quietly = (call: Promise<unknown>) => call.catch((error: { code: string }) => error.code)
  if (one.kind === 'get') {
    await quietly(world.call(grantWork, { params }, { as }))
    await sql`update code_grants set created_at = business_now() - make_interval(days => ${one.daysAgo}, secs => 600)
      where work_id = ${id} and user_id = ${as.userId}`.execute(world.db)
  } else if (one.kind === 'give-back')
    // What a refund takes.
    await sql`delete from code_grants where work_id = ${id} and user_id = ${as.userId}`.execute(world.db)
  else if (one.kind === 'say')
    await quietly(world.call(addComment, { body: { productId: id, words: 'Tried', stars: one.stars } }, { as }))
  else if (one.kind === 'reply') {
    const { rows } = await sql<{ id: string }>`select id from code_comments
      where work_id = ${id} and reply_to is null limit 1`.execute(world.db)
    const [said] = rows
    if (said)
      await quietly(world.call(addComment, { body: { productId: id, words: 'Thanks', replyTo: said.id } }, { as }))
  } else if (one.kind === 'look') await quietly(world.call(getWork, { params }, { as }))
  else if (one.kind === 'own') {
    await expect(world.call(grantWork, { params }, { as })).rejects.toBeDefined()
    await expect(
      world.call(addComment, { body: { productId: id, words: 'Mine', stars: 5 } }, { as }),
    ).rejects.toBeDefined()
  } else if (one.kind === 'renew')
    await sql`insert into code_versions select (jsonb_populate_record(v, to_jsonb(v) || jsonb_build_object(
        'number', v.number + 1, 'created_at', business_now() - make_interval(days => ${one.daysAgo})))).*
      from code_versions v where work_id = ${id} order by number desc limit 1`.execute(world.db)
  else if (one.kind === 'removed') await sql`update code_works set state = 'removed' where id = ${id}`.execute(world.db)
  else await quietly(world.call(one.kind === 'online' ? putWorkOnline : takeWorkOffline, { params }, { as }))
}

type Row = { id: string; seq: number; ownerId: string; state: string; renewedAt: Date }
type Grant = { workId: string; userId: string; at: Date }
type Comment = { workId: string; userId: string; stars: number | null }

/** All raw rows, and what the time is. */
async function readRows() {
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(world.db)).rows
  const [now] = await rows(sql<{ at: Date }>`select business_now() as at`)
  return {
    now: now!.at.getTime(),
    works: await rows(sql<Row>`select w.id, w.seq::int as seq, w.owner_id as "ownerId", w.state,
      (select created_at from code_versions v where v.work_id = w.id order by number desc limit 1) as "renewedAt"
      from code_works w`),
    grants: await rows(sql<Grant>`select work_id as "workId", user_id as "userId", created_at as at from code_grants`),
    comments: await rows(
      sql<Comment>`select work_id as "workId", user_id as "userId", stars from code_comments order by seq`,
    ),
  }
}

type Counted = { id: string; score: number }
const persons = (rows: { userId: string }[]) => new Set(rows.map(({ userId }) => userId)).size

/** The three rankings once more, by what the code home says below them. */
async function recount(): Promise<Record<'popular' | 'commented' | 'mvp', Counted[]>> {
  const { now, grants, comments, ...all } = await readRows()
  const counted = all.works
    .filter(({ state }) => state === 'online')
    .map(({ id, seq, ownerId, renewedAt }) => {
      const had = grants.filter(({ workId }) => workId === id)
      const said = comments.filter(({ workId }) => workId === id)
      const last = new Map(said.flatMap((one) => (one.stars === null ? [] : [[one.userId, one.stars] as const])))
      const lately = persons(had.filter(({ at }) => at.getTime() > now - 90 * DAY))
      const rating = ([...last.values()].reduce((sum, one) => sum + one, 0) + 3.5 * 5) / (last.size + 5)
      const fresh = Math.max(0, 1 - (now - renewedAt.getTime()) / DAY / 90)
      const mvp = Math.round((10 * Math.log(1 + lately) + 4 * rating + 10 * fresh) * 100) / 100
      return {
        id,
        seq,
        lately,
        ever: persons(had),
        said: persons(said.filter(({ userId }) => userId !== ownerId)),
        mvp,
        isNamed: lately > 0 || last.size > 0,
      }
    })
  type One = (typeof counted)[number]
  const ranked = (isIn: (one: One) => boolean, ...by: ((one: One) => number)[]) =>
    counted
      .filter(isIn)
      .toSorted((a, b) => by.map((of) => of(b) - of(a)).find((difference) => difference !== 0) ?? b.seq - a.seq)
      .slice(0, RANKING_SIZE)
      .map((one) => ({ id: one.id, score: by[0]!(one) }))
  return {
    popular: ranked(
      ({ lately }) => lately > 0,
      ({ lately }) => lately,
      ({ ever }) => ever,
    ),
    commented: ranked(
      ({ said }) => said > 0,
      ({ said }) => said,
    ),
    mvp: ranked(
      ({ isNamed }) => isNamed,
      ({ mvp }) => mvp,
    ),
  }
}

const plain = (ranked: Counted[]) => ranked.map(({ id, score }) => ({ id, score: Math.round(score * 100) / 100 }))

test(`equal a recount of all rows after each of ${ROUNDS} random heaps of gets, refunds, stars, own tries, versions and takedowns`, async () => {
  let most = 0
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 40, maxLength: 60 }), async (deeds) => {
      await sql`update code_works set state = 'online' where state = 'removed'`.execute(world.db)
      for (const one of deeds) await apply(one)
      await sql`delete from platform_rate_limit`.execute(world.db)
      const rankings = createRankings(world.db)
      const shown = {
        popular: plain(await rankings.popular()),
        commented: plain(await rankings.commented()),
        mvp: plain(await rankings.mvp()),
      }
      const wanted = await recount()
      most = Math.max(most, wanted.popular.length)
      expect(shown.popular).toEqual(wanted.popular)
      expect(shown.commented).toEqual(wanted.commented)
      // A second passes between the two: freshness has moved by a hair.
      expect(shown.mvp.map(({ score }) => score)).toEqual(
        wanted.mvp.map(({ score }) => expect.closeTo(score, 1) as number),
      )
      const scores = new Map(wanted.mvp.map(({ id, score }) => [id, score]))
      for (const { id, score } of shown.mvp.slice(0, -1)) expect(scores.get(id)).toBeCloseTo(score, 1)
    }),
    { numRuns: ROUNDS, endOnFailure: true },
  )
  const bySite = await Promise.all([rankPopular, rankCommented, rankMvp].map((route) => world.call(route, {}, {})))
  const wanted = await recount()
  expect(bySite.map((all) => all.length)).toEqual(
    [wanted.popular, wanted.commented, wanted.mvp].map((all) => all.length),
  )
  expect(plain(bySite[0]!.map(({ productId, score }) => ({ id: productId, score })))).toEqual(wanted.popular)
  expect(plain(bySite[1]!.map(({ productId, score }) => ({ id: productId, score })))).toEqual(wanted.commented)
  expect(most).toBeGreaterThan(RANKING_SIZE / 2)
})
