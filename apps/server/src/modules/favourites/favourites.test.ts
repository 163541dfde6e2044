import {
  addFavourite,
  FAVOURITES_ASKED_MAX,
  FAVOURITES_MAX,
  favouritesAmong,
  isFavourite,
  listFavourites,
  removeFavourite,
} from '@trove/contract/favourites/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRoute } from '../../../test/labs/orders-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Db } from '../../platform/db/handle.ts'
import { openPool, type Pool } from '../../platform/db/pool/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createFavourites } from './module.ts'
import { insertFavourite } from './store.ts'

let base: TestDatabase
let pool: Pool
let db: Db
let routes: ReturnType<typeof createFavourites>['routes']
const gone = new Set<string>()
beforeAll(async () => {
  base = await createTestDatabase()
  pool = openPool({ url: base.url, size: 5, log: openLog('silent'), name: 'favourites' })
  db = openDatabase(pool)
  const favourites = createFavourites({ db })
  for (const kind of ['superPoints', 'manpower'])
    favourites.registerKind({ kind, find: async (id) => (gone.has(id) ? undefined : { title: `${kind} ${id}` }) })
  routes = favourites.routes
})
afterAll(async () => {
  await pool.end()
  await base.drop()
})

type Kind = 'superPoints' | 'manpower' | 'code'
const add = (as: string, id: string, kind: Kind = 'superPoints') =>
  answerRoute(routes, addFavourite, { body: { kind, id } }, as)
const remove = (as: string, id: string, kind: Kind = 'superPoints') =>
  answerRoute(routes, removeFavourite, { body: { kind, id } }, as)
const list = (as: string, query = {}) => answerRoute(routes, listFavourites, { query }, as)
const has = (as: string, id: string, kind: Kind = 'superPoints') =>
  answerRoute(routes, isFavourite, { query: { kind, id } }, as)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

test('favourites of all markets are listed newest first, each once, and are nobody else’s', async () => {
  await add('an', 'm1')
  await add('an', 'e1', 'manpower')
  await Promise.all(Array.from({ length: 10 }, () => add('an', 'm1')))
  expect(await list('an')).toMatchObject({
    totalElements: 2,
    content: [
      { kind: 'manpower', id: 'e1', title: 'manpower e1' },
      { kind: 'superPoints', id: 'm1', title: 'superPoints m1' },
    ],
  })
  expect((await list('an', { page: 1, size: 1 })).content.map(({ id }) => id)).toEqual(['m1'])
  expect([await has('an', 'm1'), await has('an', 'm1', 'manpower'), await has('bo', 'm1')]).toEqual([
    true,
    false,
    false,
  ])
  await remove('bo', 'm1')
  expect(await has('an', 'm1')).toBe(true)
  for (const _ of [1, 2]) await remove('an', 'm1')
  expect((await list('an')).content.map(({ id }) => id)).toEqual(['e1'])
  expect(await list('bo')).toMatchObject({ content: [], totalElements: 0 })
})

test('what is gone cannot become one, and one that goes stays in the list without its name', async () => {
  await add('cy', 'm5')
  gone.add('m5').add('m6')
  expect(await codeOf(add('cy', 'm6'))).toBe('resource.not-found')
  expect(await codeOf(add('cy', 'w1', 'code'))).toBe('resource.not-found')
  expect((await list('cy')).content).toMatchObject([{ id: 'm5', title: null }])
  await remove('cy', 'm5')
  expect((await list('cy')).totalElements).toBe(0)
})

test('a person has so many and no more; one that is there already stays', async () => {
  await sql`insert into favourites (user_id, subject_kind, subject_id)
    select 'di', 'superPoints', 'x' || n from generate_series(1, ${FAVOURITES_MAX}::int) n`.execute(db)
  expect(await codeOf(add('di', 'one-more'))).toBe('favourites.limit')
  expect(await codeOf(add('di', 'x1'))).toBe('done')
  await remove('di', 'x1')
  expect(await codeOf(add('di', 'one-more'))).toBe('done')
})

test('of two added at once the last free place takes one', async () => {
  await sql`insert into favourites (user_id, subject_kind, subject_id)
    select 'ev', 'superPoints', 'x' || n from generate_series(1, ${FAVOURITES_MAX - 1}::int) n`.execute(db)
  const waits = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  let second: Promise<string | undefined> | undefined
  await inTransaction(db, async (tx) => {
    expect(await insertFavourite(tx, 'ev', { kind: 'superPoints', id: 'first' }, FAVOURITES_MAX)).toBe(true)
    second = codeOf(add('ev', 'second'))
    // It waits for the first, or did not see it.
    await Promise.race([second, expect.poll(waits).toBe(1)])
  })
  expect(await second).toBe('favourites.limit')
})

test('of a page of cards one question says which are one’s own favourites, of that kind and nobody else’s', async () => {
  for (const id of ['p1', 'p3']) await add('ed', id)
  await add('ed', 'p2', 'manpower')
  await add('fi', 'p4')
  const among = (ids: string[]) =>
    answerRoute(routes, favouritesAmong, { query: { kind: 'superPoints' as const, ids: ids.join(',') } }, 'ed')
  expect((await among(['p1', 'p2', 'p3', 'p4'])).sort()).toEqual(['p1', 'p3'])
  const ids = Array.from({ length: FAVOURITES_ASKED_MAX }, (_, i) => `q${i}`)
  expect(favouritesAmong.query.safeParse({ kind: 'code', ids: ids.join(',') }).success).toBe(true)
  for (const wrong of [[...ids, 'one-more'], ['a', ''], ["'"]])
    expect(favouritesAmong.query.safeParse({ kind: 'code', ids: wrong.join(',') }).success).toBe(false)
})
