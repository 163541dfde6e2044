import { listNotices, readNotices } from '@trove/contract/notices'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World, type WorldUser } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
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
  inTransaction(world.db, (tx) => insertNotice(tx, { userId, kind, params: { orderNumber: key }, link: '/x', key }))
const list = (user: WorldUser, query = {}) => world.call(listNotices, { query }, { as: user })

test('a person is told each thing once, newest first, and nobody else', async () => {
  await tell(as.userId, 'a')
  await Promise.all(Array.from({ length: 10 }, () => tell(as.userId, 'b')))
  await tell(other.userId, 'b')
  const { content, totalElements, unread } = await list(as)
  expect(content.map((notice) => notice.params.orderNumber)).toEqual(['b', 'a'])
  expect(content[0]).toMatchObject({ kind: 'orders.paid', link: '/x', isRead: false })
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

test('notices older than a year are deleted', async () => {
  await sql`update notices set created_at = created_at - interval '366 days' where key = 'a'`.execute(world.db)
  await deleteOld(world.db, 365)
  expect((await list(as)).content.map((notice) => notice.params.orderNumber)).toEqual(['b'])
})
