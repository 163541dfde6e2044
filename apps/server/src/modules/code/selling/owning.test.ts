import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addComment, listComments } from '@trove/contract/code/comments'
import { getLicenceFile } from '@trove/contract/code/licence-files'
import { listWorks } from '@trove/contract/code/market'
import { refundCode } from '@trove/contract/code/orders'
import { grantWork } from '@trove/contract/code/vault'
import { getWork, takeWorkOffline } from '@trove/contract/code/works'
import { listNotices } from '@trove/contract/notices/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVersion, buy, putOnSale } from '../../../../test/labs/code-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Notices } from '../../notices/module.ts'
import { insertNotice } from '../../notices/store.ts'
import { dropStars } from '../comments/store.ts'
import { TOLD_AT_ONCE, tellVersions } from '../versions/tell.ts'

/** What who has a work can do with it: prove their licence, evaluate it, hear of new versions. */

const SCRIPT = fileURLToPath(new URL('../../../../../../docs/verify-licence.mjs', import.meta.url))
let world: World
let author: WorldUser
let buyer: WorldUser
let stranger: WorldUser
let folder: string
let id: string
let orderId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trove-owning-'))
  world = await startWorld()
  author = await world.signIn('13520000001')
  buyer = await world.signIn('13520000002')
  stranger = await world.signIn('13520000003')
  id = await putOnSale(world, author, [
    { licence: 'personal', price: '9.90' },
    { licence: 'commercial', price: '99.00' },
  ])
  orderId = await buy(world, buyer, id, 'commercial')
})
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

const refused = (code: string) => expect.objectContaining({ code })
const licence = (as: WorldUser, name: 'personal' | 'commercial' = 'commercial') =>
  world.call(getLicenceFile, { params: { id, licence: name } }, { as })

/** Runs the script of the docs on a licence, as a person would who has no connection. */
async function verify(text: string): Promise<{ status: number | null; said: string }> {
  const keys = await (await world.raw('/.well-known/trove-licence-keys.json')).text()
  await writeFile(join(folder, 'keys.json'), keys)
  await writeFile(join(folder, 'licence.json'), text)
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, 'licence.json', 'keys.json'], { cwd: folder })
  return { status, said: stdout.toString() }
}

test('a licence file is verified offline by the script of the docs; what was changed, or signed by another, is not', async () => {
  const { text } = await licence(buyer)
  const good = await verify(text)
  expect(good.status).toBe(0)
  expect(JSON.parse(good.said)).toMatchObject({
    format: 'trove-licence-1',
    work: id,
    licence: 'commercial',
    holder: { id: buyer.userId },
    orderId,
    refundableUntil: expect.any(String),
  })
  const file = JSON.parse(text)
  const claimed = Buffer.from(good.said.trim().replace('"commercial"', '"source-resale"')).toString('base64url')
  expect((await verify(JSON.stringify({ ...file, payload: claimed }))).status).toBe(1)
  expect((await verify(JSON.stringify({ ...file, key: 'none' }))).status).toBe(1)
  await expect(licence(buyer, 'personal')).rejects.toEqual(refused('resource.not-found'))
  await expect(licence(stranger)).rejects.toEqual(refused('resource.not-found'))
})

test('a key is a year old and another signs; files of the old one stay good until it is withdrawn', async () => {
  const before = (await licence(buyer)).text
  await sql`update code_licence_keys set begun_at = begun_at - interval '366 days'`.execute(world.db)
  const after = (await licence(buyer)).text
  const [old, fresh] = [JSON.parse(before).key as string, JSON.parse(after).key as string]
  expect(fresh).not.toBe(old)
  expect((await verify(before)).status).toBe(0)
  expect((await verify(after)).status).toBe(0)
  await sql`update code_licence_keys set withdrawn_at = business_now() where id = ${old}`.execute(world.db)
  expect((await verify(before)).status).toBe(1)
  expect((await verify(after)).status).toBe(0)
})

test('who has a work evaluates it and replies, its author replies, and nobody else says anything', async () => {
  const say = (as: WorldUser, words: string, replyTo?: string) =>
    world.call(addComment, { body: { productId: id, words, replyTo } }, { as })
  for (const as of [stranger, author]) await expect(say(as, 'Good')).rejects.toEqual(refused('code.not-purchased'))
  await expect(say(buyer, '  ')).rejects.toEqual(refused('request.invalid'))
  const first = await say(buyer, 'Works well')
  await expect(say(stranger, 'Does it?', first.id)).rejects.toEqual(refused('code.not-purchased'))
  const thanks = await say(author, 'Thank you', first.id)
  await say(buyer, 'Welcome', first.id)
  await expect(say(buyer, 'Too deep', thanks.id)).rejects.toEqual(refused('resource.not-found'))
  const second = await say(buyer, 'Still does')
  const { content, totalElements } = await world.call(listComments, { query: { productId: id } })
  expect(totalElements).toBe(2)
  expect(content.map((one) => [one.id, one.words, one.replies.map((it) => [it.words, it.isByAuthor])])).toEqual([
    [second.id, 'Still does', []],
    [
      first.id,
      'Works well',
      [
        ['Thank you', true],
        ['Welcome', false],
      ],
    ],
  ])
  const { rows } = await sql<{ comments: number }>`select comments from code_works where id = ${id}`.execute(world.db)
  expect(rows[0]?.comments).toBe(4)
})

test('the rating of a work is what each person gave last, and equals a recount; a reply has no stars', async () => {
  const work = await putOnSale(world, author, [{ licence: 'personal', price: '0' }], 'Rated')
  const people = [buyer, stranger, await world.signIn('13520000004')]
  for (const as of people) await world.call(grantWork, { params: { id: work } }, { as })
  const rate = (as: WorldUser, stars?: number, replyTo?: string) =>
    world.call(addComment, { body: { productId: work, words: 'Tried it', stars, replyTo } }, { as })
  const rating = async () => (await world.call(getWork, { params: { id: work } })).rating
  const [one, two, three] = people as [WorldUser, WorldUser, WorldUser]
  expect(await rating()).toBeNull()
  await rate(one)
  expect(await rating()).toBeNull()
  const { id: first } = await rate(one, 1)
  await rate(two, 5)
  expect(await rating()).toBe(3)
  // The second thoughts of a person take the place of the first.
  await rate(one, 4)
  expect(await rating()).toBe(4.5)
  await Promise.all([...[3, 2, 1].map((stars) => rate(three, stars)), rate(one, 5), rate(two, 4)])
  await expect(rate(two, 1, first)).rejects.toEqual(refused('request.invalid'))
  await expect(rate(two, 6)).rejects.toEqual(refused('request.invalid'))
  const { content } = await world.call(listComments, { query: { productId: work, size: 50 } })
  const latest = people.map(({ userId }) => content.find((it) => it.author.id === userId && it.stars !== null)!.stars!)
  const { rows } = await sql<{ sum: number; count: number }>`
    select rating_sum as sum, rating_count as count from code_works where id = ${work}`.execute(world.db)
  expect(rows[0]).toEqual({ sum: latest.reduce((sum, stars) => sum + stars, 0), count: 3 })
  const found = await world.call(listWorks, { query: { ratingFrom: 1 } })
  expect(found.content.map(({ productName }) => productName)).toEqual(['Rated'])
})

test('stars of who gave a work back as never fetched count no more; those of who fetched it or has it still do', async () => {
  const work = await putOnSale(world, author, [{ licence: 'personal', price: '9.90' }], 'Attacked')
  const [keen, rival] = [await world.signIn('13520000005'), await world.signIn('13520000006')]
  const rate = (as: WorldUser, stars: number) =>
    world.call(addComment, { body: { productId: work, words: `${stars} of five`, stars } }, { as })
  const rating = async () => (await world.call(getWork, { params: { id: work } })).rating
  const orders = [await buy(world, keen, work, 'personal'), await buy(world, rival, work, 'personal')]
  await rate(keen, 5)
  await rate(rival, 2)
  await rate(rival, 1)
  expect(await rating()).toBe(3)
  await world.call(
    refundCode,
    { params: { id: orders[1]! }, body: { reason: 'not-fetched', words: '' } },
    { as: rival },
  )
  expect(await rating()).toBe(5)
  const { content } = await world.call(listComments, { query: { productId: work } })
  expect(content.map(({ words, stars }) => [words, stars])).toEqual([
    ['1 of five', null],
    ['2 of five', null],
    ['5 of five', 5],
  ])
  await sql`update code_sales set fetched_at = business_now() where order_id = ${orders[0]!}`.execute(world.db)
  const broken = { reason: 'not-working' as const, words: 'It stops' }
  await world.call(refundCode, { params: { id: orders[0]! }, body: broken }, { as: keen })
  expect(await rating()).toBe(5)
})

test('of an evaluation and the end of a grant at once one is first: nobody evaluates what they gave back', async () => {
  const work = await putOnSale(world, author, [{ licence: 'personal', price: '0' }], 'Raced')
  const rival = await world.signIn('13520000007')
  await world.call(grantWork, { params: { id: work } }, { as: rival })
  let said: Promise<unknown> | undefined
  await inTransaction(world.db, async (tx) => {
    await sql`delete from code_grants where work_id = ${work} and user_id = ${rival.userId}`.execute(tx)
    said = world
      .call(addComment, { body: { productId: work, words: 'Bad', stars: 1 } }, { as: rival })
      .catch((error: { code: string }) => error.code)
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%code_%'`.execute(
          world.db,
        )
      ).rows.length
    await expect.poll(waiting).toBeGreaterThan(0)
    await dropStars(tx, work, rival.userId)
  })
  expect(await said).toBe('code.not-purchased')
  expect((await world.call(getWork, { params: { id: work } })).rating).toBeNull()
})

test('evaluations of a work that is offline are seen by its author and who has it, and by nobody else', async () => {
  const work = await putOnSale(world, author, [{ licence: 'personal', price: '0' }], 'Gone')
  await world.call(grantWork, { params: { id: work } }, { as: buyer })
  await world.call(addComment, { body: { productId: work, words: 'Mine' } }, { as: buyer })
  const seen = async (as?: WorldUser) =>
    (await world.call(listComments, { query: { productId: work } }, as ? { as } : {})).totalElements
  expect(await seen()).toBe(1)
  await world.call(takeWorkOffline, { params: { id: work } }, { as: author })
  expect([await seen(), await seen(stranger), await seen(buyer), await seen(author)]).toEqual([0, 0, 1, 1])
})

test('owners beyond one batch are told of a version in several transactions, each once, though one of them fails', async () => {
  const work = await putOnSale(world, author, [{ licence: 'personal', price: '0' }], 'Popular')
  const count = 2 * TOLD_AT_ONCE + 7
  await sql`insert into code_grants (work_id, user_id, licence, created_at)
    select ${work}, 'owner-' || lpad(n::text, 4, '0'), licence, business_now() - interval '1 day'
    from generate_series(1, ${count}) n, unnest(array['personal', 'commercial']) licence`.execute(world.db)
  await addVersion(world, author, work, [{ name: 'README.md', data: Buffer.from('two\n') }])
  await world.settle()
  const keep = () =>
    sql`update code_versions set is_told = false where work_id = ${work} and number = 2`.execute(world.db)
  await sql`delete from notices where user_id like 'owner-%'`.execute(world.db)
  await keep()
  const perTransaction = new Map<unknown, number>()
  let isBroken = true
  const notices: Notices = {
    tell: async (tx, notice) => {
      perTransaction.set(tx, (perTransaction.get(tx) ?? 0) + 1)
      if (isBroken && notice.userId > 'owner-0300') throw new Error('cut off')
      await insertNotice(tx, notice)
    },
  }
  const told = async () => {
    const { rows } = await sql<{ n: number; persons: number }>`
      select count(*)::int as n, count(distinct user_id)::int as persons from notices where user_id like 'owner-%'
    `.execute(world.db)
    return rows[0]
  }
  await expect(tellVersions({ db: world.db, notices })).rejects.toMatchObject({ errors: [new Error('cut off')] })
  expect(await told()).toEqual({ n: TOLD_AT_ONCE, persons: TOLD_AT_ONCE })
  isBroken = false
  perTransaction.clear()
  await tellVersions({ db: world.db, notices })
  expect([...perTransaction.values()]).toEqual([TOLD_AT_ONCE, 7])
  expect(await told()).toEqual({ n: count, persons: count })
  const { rows } = await sql`select is_told, told_to from code_versions where work_id = ${work} and number = 2`.execute(
    world.db,
  )
  expect(rows).toEqual([{ is_told: true, told_to: null }])
})

test('who has a work hears of a new version once, and of none that was there before', async () => {
  const heard = async (as: WorldUser) => {
    const { content } = await world.call(listNotices, { query: { size: 100 } }, { as })
    return content.filter(({ kind }) => kind === 'code.new-version').map(({ params, link }) => [params.version, link])
  }
  world.platform.jobs.soon('code.tell-versions')
  await world.settle()
  expect(await heard(buyer)).toEqual([])
  await addVersion(world, author, id, [{ name: 'README.md', data: Buffer.from('two\n') }])
  for (let round = 0; round < 2; round++) {
    world.platform.jobs.soon('code.tell-versions')
    await world.settle()
  }
  expect(await heard(buyer)).toEqual([['2', { to: 'work', id }]])
  expect(await heard(stranger)).toEqual([])
})

test('of many versions in a day who has the work hears of the first and, a day later, of the newest', async () => {
  const work = await putOnSale(world, author, [{ licence: 'personal', price: '0' }], 'Busy')
  await world.call(grantWork, { params: { id: work } }, { as: stranger })
  const heard = async () => {
    const { content } = await world.call(listNotices, { query: { size: 100 } }, { as: stranger })
    return content.flatMap(({ kind, params }) => (kind === 'code.new-version' ? [params.version] : [])).sort()
  }
  const bring = async (text: string) => {
    await addVersion(world, author, work, [{ name: 'README.md', data: Buffer.from(text) }])
    await tellVersions({ db: world.db, notices: { tell: insertNotice } })
  }
  await bring('two\n')
  await bring('three\n')
  await bring('four\n')
  expect(await heard()).toEqual(['2'])
  await world.advance(24 * 3_600_000)
  for (let round = 0; round < 2; round++) await tellVersions({ db: world.db, notices: { tell: insertNotice } })
  expect(await heard()).toEqual(['2', '4'])
  const { rows } = await sql`select number from code_versions where work_id = ${work} and not is_told`.execute(world.db)
  expect(rows).toEqual([])
})

test('a version whose owners cannot be notified holds up no other', async () => {
  const works: string[] = []
  for (const title of ['Failing', 'Sound']) {
    const work = await putOnSale(world, author, [{ licence: 'personal', price: '0' }], title)
    await world.call(grantWork, { params: { id: work } }, { as: stranger })
    await addVersion(world, author, work, [{ name: 'README.md', data: Buffer.from('two\n') }])
    works.push(work)
  }
  await world.settle()
  await sql`update code_versions set is_told = false where work_id = any(${works}) and number = 2`.execute(world.db)
  const told: unknown[] = []
  const notices: Notices = {
    tell: async (_tx, notice) => {
      if (notice.params.title === 'Failing') throw new Error('cannot be notified')
      told.push(notice.params)
    },
  }
  const failing = { errors: [new Error('cannot be notified')] }
  await expect(tellVersions({ db: world.db, notices })).rejects.toMatchObject(failing)
  expect(told).toEqual([{ title: 'Sound', version: '2' }])
  await tellVersions({ db: world.db, notices: { tell: async (_tx, { params }) => void told.push(params) } })
  expect(told).toContainEqual({ title: 'Failing', version: '2' })
})

test('a work that was given back has no licence file, and is evaluated no more', async () => {
  await world.call(
    refundCode,
    { params: { id: orderId }, body: { reason: 'not-working', words: 'It stops' } },
    { as: buyer },
  )
  await expect(licence(buyer)).rejects.toEqual(refused('resource.not-found'))
  await expect(world.call(addComment, { body: { productId: id, words: 'Bad' } }, { as: buyer })).rejects.toEqual(
    refused('code.not-purchased'),
  )
})
