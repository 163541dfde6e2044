import { getFigures } from '@trove/contract/code/figures'
import { setLicences } from '@trove/contract/code/licences'
import { refundCode } from '@trove/contract/code/orders'
import { grantWork } from '@trove/contract/code/vault'
import { getWork, takeWorkOffline } from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, putOnSale } from '../../../../test/labs/code-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { forgetDays } from './store.ts'

/** What an author's works brought by day: looks, sales and refunds, over all works or one (issue 12, my code with plots). */

const DAY = 86_400_000
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }
let world: World
let author: WorldUser
let phone = 13_570_000_000
const person = () => world.signIn(String(++phone))
beforeAll(async () => {
  world = await startWorld()
  author = await person()
})
afterAll(() => world?.stop())

const PAID = [{ licence: 'personal' as const, price: '9.90' }]
const figures = (query: object = {}, as = author) => world.call(getFigures, { query }, { as })
const see = (id: string, as?: WorldUser) => world.call(getWork, { params: { id } }, as ? { as } : {})
const visit = (id: string, headers: Record<string, string> = BROWSER) =>
  world.raw(getWork.path.replace('{id}', id), { headers })
const today = async (id: string) => (await figures({ work: id })).days.at(-1)!

/** Persons who have a work, and what was written down for them. */
async function getsOf(id: string) {
  const { rows } = await sql<{ kept: number; counted: number }>`
    select gets as kept, (select count(distinct user_id)::int from code_grants g where g.work_id = w.id) as counted
    from code_works w where id = ${id}`.execute(world.db)
  return rows[0]!
}

test('looks count each person and each visitor once a day, never the author, and no program', async () => {
  const id = await putOnSale(world, author, PAID, 'Seen')
  const reader = await person()
  await visit(id, { 'user-agent': 'curl/8.5.0' })
  expect((await today(id)).views).toBe(0)
  await visit(id)
  await visit(id)
  expect((await today(id)).views).toBe(1)
  for (const as of [author, reader, reader]) await see(id, as)
  expect((await today(id)).views).toBe(2)
  expect((await see(id, author)).countBrowses).toBe(1)
  await world.call(takeWorkOffline, { params: { id } }, { as: author })
  await visit(id)
  expect((await today(id)).views).toBe(2)
})

test('an author who looks without being signed in, from where they were signed in before, counts nothing', async () => {
  const id = await putOnSale(world, author, PAID, 'Looked at by its author')
  await visit(id, { ...BROWSER, authorization: `Bearer ${author.accessToken}` })
  await visit(id)
  expect((await today(id)).views).toBe(0)
})

test('no table holds the address of who looked', async () => {
  const id = await putOnSale(world, author, PAID, 'Nobody is tracked')
  await visit(id)
  const { rows } = await sql<{ column: string }>`
    select column_name as column from information_schema.columns where table_name = 'code_days' order by 1`.execute(
    world.db,
  )
  expect(rows.map(({ column }) => column)).toEqual(
    ['day', 'gets', 'returned_fen', 'returns', 'sales', 'sold_fen', 'views', 'work_id'].toSorted(),
  )
  const { headers } = await visit(id)
  expect(headers.get('set-cookie')).toBeNull()
  expect((await today(id)).views).toBe(1)
})

test('sales and refunds stand on the day they happened, to the fen, and equal a recount', async () => {
  const id = await putOnSale(world, author, PAID, 'Sold')
  const [first, second] = [await person(), await person()]
  await buy(world, first, id, 'personal')
  const orderId = await buy(world, second, id, 'personal')
  await world.advance(DAY)
  const body = { reason: 'not-fetched' as const, words: '' }
  await world.call(refundCode, { params: { id: orderId }, body }, { as: second })
  await world.settle()
  const { days, works } = await figures({ work: id, days: '7' })
  expect(days).toHaveLength(7)
  const none = { views: 0, gets: 0, sales: 0, soldAmount: '0.00', returns: 0, returnedAmount: '0.00' }
  expect(days.at(-2)).toMatchObject({ ...none, sales: 2, soldAmount: '19.80' })
  expect(days.at(-1)).toMatchObject({ ...none, returns: 1, returnedAmount: '9.90' })
  expect(works.find((work) => work.id === id)).toMatchObject({ sales: 2, soldAmount: '19.80', returns: 1 })
  const { rows } = await sql<{ sold: number; back: number }>`
    select count(handed_over_at)::int as sold, (count(*) filter (where state = 'given-back'))::int as back
    from code_sales where work_id = ${id}`.execute(world.db)
  expect(rows).toEqual([{ sold: 2, back: 1 }])
  expect(await getsOf(id)).toEqual({ kept: 1, counted: 1 })
})

test('who gets several free licences at once is one person, and nobody once they are gone', async () => {
  const free = (['personal', 'commercial'] as const).map((licence) => ({ licence, price: '0' }))
  const id = await putOnSale(world, author, free, 'Free')
  const reader = await person()
  await world.call(grantWork, { params: { id } }, { as: reader })
  await world.call(grantWork, { params: { id } }, { as: reader })
  expect(await getsOf(id)).toEqual({ kept: 1, counted: 1 })
  expect((await today(id)).gets).toBe(1)
  const licences = [...free, { licence: 'source-resale' as const, price: '0' }]
  await world.call(setLicences, { params: { id }, body: { licences } }, { as: author })
  await world.call(grantWork, { params: { id } }, { as: reader })
  expect(await getsOf(id)).toEqual({ kept: 1, counted: 1 })
  expect((await today(id)).gets).toBe(1)
  await sql`delete from code_grants where work_id = ${id}`.execute(world.db)
  expect(await getsOf(id)).toEqual({ kept: 0, counted: 0 })
})

test('the sums of all works are the sum of each, and strangers see nothing of them', async () => {
  const { days, works } = await figures({ days: '90' })
  expect(days).toHaveLength(90)
  for (const key of ['views', 'gets', 'sales', 'returns'] as const)
    expect(works.reduce((sum, work) => sum + work[key], 0)).toBe(days.reduce((sum, day) => sum + day[key], 0))
  const stranger = await person()
  expect((await figures({}, stranger)).works).toEqual([])
  expect((await figures({}, stranger)).days.every(({ views, sales }) => views + sales === 0)).toBe(true)
  await expect(figures({ work: works[0]!.id }, stranger)).rejects.toMatchObject({ code: 'resource.not-found' })
})

test('days are kept for 400 days', async () => {
  const { works } = await figures()
  const old = (n: number) =>
    sql`insert into code_days (work_id, day, views) values (${works[0]!.id}, code_today() - ${n}::int, 1)`
  for (const n of [399, 400, 401]) await old(n).execute(world.db)
  await forgetDays(world.db)
  const { rows } = await sql<{ ago: number }>`
    select code_today() - day as ago from code_days where code_today() - day > 300 order by 1`.execute(world.db)
  expect(rows.map(({ ago }) => ago)).toEqual([399, 400])
})
