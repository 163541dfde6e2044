import { memberInfo } from '@trove/contract/identity/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askCode, otherCode, useCode } from '../../../test/world/sign-in.ts'
import { startWorld, type World } from '../../../test/world/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterAll(() => world?.stop())

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(world.db)).rows[0]!.n

test('the sweep removes what no limit looks at any more, and keeps what one does', async () => {
  const mobile = '13300000001'
  const smsCode = await askCode(world, mobile)
  await useCode(world, { mobile, smsCode: otherCode(smsCode) }).catch(() => undefined)
  await useCode(world, { mobile, smsCode })
  const tables = ['sms_sends', 'sms_codes', 'wrong_codes', 'phone_guards', 'sms_outbox']
  await world.settle()
  for (const table of tables) expect([table, await count(table)]).toEqual([table, 1])
  await sql`update sms_outbox set at = at - interval '25 hours'`.execute(world.db)
  await world.advance(49 * 3_600_000)
  await world.settle()
  for (const table of tables) expect([table, await count(table)]).toEqual([table, 0])
})

test('sessions go a month after their end, open ones stay', async () => {
  const ended = await world.signIn('13300000002')
  const open = await world.signIn('13300000003')
  await sql`update sessions set revoked_at = now() - interval '31 days' where user_id = ${ended.userId}`.execute(
    world.db,
  )
  await world.settle()
  const { rows } = await sql`select 1 from sessions where user_id = ${ended.userId}`.execute(world.db)
  expect(rows).toEqual([])
  expect(await world.call(memberInfo, {}, { as: open })).toMatchObject({ userId: open.userId })
})

test('an upload that broke off leaves nothing behind', async () => {
  const { blobs } = world.platform
  await blobs.put('public/00000000000000000000000000000000.webp', Buffer.from('half'), 'image/webp')
  await sql`insert into files (id, owner_id, kind, bytes, type, format, state, created_at)
    values ('00000000000000000000000000000000.webp', 'x', 'avatar', 4, 'image/webp', 'plain', 'pending', now() - interval '2 hours')`.execute(
    world.db,
  )
  await world.settle()
  expect(await blobs.list('public/')).toEqual([])
  expect(await count('files')).toBe(0)
})
