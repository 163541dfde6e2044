import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteResult } from '@trove/contract/kit/route'
import { listNotices, readNotices } from '@trove/contract/notices/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/world/database.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { openLog } from '../../platform/base/log.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { openPool } from '../../platform/db/pool/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { erasePersonalData } from '../../platform/personal-data.ts'
import { noticesPersonalData } from './personal-data.ts'
import { noticesRoutes } from './routes.ts'
import { deleteOld, insertNotice, type NewNotice } from './store.ts'

let world: World
let as: WorldUser
let other: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
  as = await world.signIn('13400000001')
  other = await world.signIn('13400000002')
})
afterAll(() => world?.stop())

const tell = (userId: string, key: string, kind: NewNotice['kind'] = 'orders.paid') =>
  inTransaction(world.db, (tx) =>
    insertNotice(tx, {
      userId,
      kind,
      params: { orderNumber: key },
      link: { to: 'order', id: key, kind: 'superPoints' },
      key,
    }),
  )
const list = (user: WorldUser, query = {}) => world.call(listNotices, { query }, { as: user })

test('a person is told each thing once, newest first, and nobody else', async () => {
  await tell(as.userId, 'a')
  await Promise.all(Array.from({ length: 10 }, () => tell(as.userId, 'b')))
  await tell(other.userId, 'b')
  const { content, totalElements, unread } = await list(as)
  expect(content.map((notice) => notice.params.orderNumber)).toEqual(['b', 'a'])
  expect(content[0]).toMatchObject({ kind: 'orders.paid', link: { to: 'order', id: 'b' }, isRead: false })
  expect({ totalElements, unread }).toEqual({ totalElements: 2, unread: 2 })
})

test('a notice told in a transaction that fails was never told', async () => {
  const failing = inTransaction(world.db, async (tx) => {
    await insertNotice(tx, { userId: as.userId, kind: 'orders.paid', params: {}, key: 'lost' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await list(as)).totalElements).toBe(2)
})

test('notices are read one by one or all, only one’s own', async () => {
  const [newest] = (await list(as)).content
  expect(await world.call(readNotices, { body: { ids: [newest!.id] } }, { as: other })).toEqual({ unread: 1 })
  expect((await list(as)).unread).toBe(2)
  expect(await world.call(readNotices, { body: { ids: [] } }, { as })).toEqual({ unread: 2 })
  expect(await world.call(readNotices, { body: { ids: [newest!.id] } }, { as })).toEqual({ unread: 1 })
  expect((await list(as)).content.map((notice) => notice.isRead)).toEqual([true, false])
  expect(await world.call(readNotices, { body: {} }, { as })).toEqual({ unread: 0 })
})

test('pages follow each other', async () => {
  for (let i = 0; i < 5; i++) await tell(other.userId, `page-${i}`)
  const first = await list(other, { size: 4 })
  const second = await list(other, { size: 4, page: 1 })
  expect(first.content).toHaveLength(4)
  expect([...first.content, ...second.content].map((notice) => notice.params.orderNumber)).toEqual([
    'page-4',
    'page-3',
    'page-2',
    'page-1',
    'page-0',
    'b',
  ])
  await expect(list(other, { size: 101 })).rejects.toMatchObject({ code: 'request.invalid' })
})

test('a notice told before links had names leads where it should have led', async () => {
  const database = await createEmptyDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'trove-notices-'))
  const pool = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'notices-test' })
  try {
    for (const [name, text] of Object.entries(await readMigrations()))
      if (name < '0075-notice-links') await writeFile(join(dir, `${name}.sql`), text)
    await migrate(database.url, openLog('silent'), { dir })
    const old = [
      ['orders.paid', '/personal-center/my-order/profit?key=calculateOrder', 'orders.paid:o1'],
      ['compute.lease-begun', '/personal-center/my-calculate', 'lease-begun:o1:seller'],
      ['compute.lease-begun-buyer', '/personal-center/my-calculate', 'lease-begun:o1:buyer'],
      ['conversations.message', '/personal-center/conversations/c1', 'conversation:c1:0'],
      ['wallet.payout-done', '/personal-center/my-purse/alipayBill', 'd'],
      ['wallet.account-bound', '/personal-center/my-purse', 'e'],
      ['identity.signed-in-elsewhere', '/personal-center/profile/sessions', 'f'],
      ['identity.mobile-changed', null, 'g'],
    ]
    for (const [kind, link, key] of old)
      await pool.query('insert into notices (id, user_id, kind, params, link, key) values ($3, $4, $1, $5, $2, $3)', [
        kind,
        link,
        key,
        'u1',
        '{}',
      ])
    await migrate(database.url, openLog('silent'))
    const { rows } = await pool.query('select link from notices order by seq')
    expect(rows.map(({ link }) => link)).toEqual([
      { to: 'order', id: 'o1' },
      { to: 'shared-machines' },
      { to: 'rented-machines' },
      { to: 'conversation', id: 'c1' },
      { to: 'bill' },
      { to: 'purse' },
      { to: 'sessions' },
      null,
    ])
  } finally {
    await pool.end()
    await rm(dir, { recursive: true })
    await database.drop()
  }
})

test('notices older than a year are deleted', async () => {
  await sql`update notices set created_at = created_at - interval '366 days' where key = 'a'`.execute(world.db)
  await deleteOld(world.db, 365)
  expect((await list(as)).content.map((notice) => notice.params.orderNumber)).toEqual(['b'])
})

test('what was told of somebody who is gone keeps neither name, words nor reason of them', async () => {
  const third = await world.signIn('13400000003')
  const params = { name: 'Ann', words: 'call me', reason: 'she was ill', amount: '9.90' }
  await inTransaction(world.db, async (tx) => {
    const notice = { userId: third.userId, kind: 'code.given-back' as const, params }
    await insertNotice(tx, { ...notice, key: 'of-her', aboutId: 'gone' })
    await insertNotice(tx, { ...notice, key: 'of-another', aboutId: 'here' })
    await insertNotice(tx, { ...notice, key: 'plain', params: { amount: '1.00' }, aboutId: 'gone' })
    await erasePersonalData(tx, [noticesPersonalData], { userId: 'gone', phoneIndex: Buffer.alloc(1) })
  })
  const { content } = await list(third)
  expect(content.map((notice) => notice.params)).toEqual([
    { name: '已注销用户', amount: '1.00' },
    params,
    { name: '已注销用户', words: '—', reason: '—', amount: '9.90' },
  ])
})

test('a notice says that it waits for its reader as long as the floor above says so', async () => {
  const until = new Date('2026-12-03T08:00:00Z')
  await tell(other.userId, 'f1')
  const asked: unknown[] = []
  const routes = noticesRoutes(world.db, async (userId, orderIds) => {
    asked.push([userId, orderIds.includes('f1')])
    return [{ keys: ['f1', 'f1-again'], until }]
  })
  const { handler } = routes.find(({ route }) => route.id === listNotices.id)!
  const answer = await handler({ query: { page: 0, size: 20 } } as never, { caller: other } as never)
  const { content } = answer as RouteResult<typeof listNotices>
  expect(content.map(({ params, turn }) => [params.orderNumber, turn])).toContainEqual([
    'f1',
    { until: until.toISOString() },
  ])
  expect(content.filter(({ turn }) => turn)).toHaveLength(1)
  expect(asked).toEqual([[other.userId, true]])
  // Nothing of the floors above waits here.
  expect((await list(other)).content.map(({ turn }) => turn)).not.toContainEqual(expect.anything())
})
