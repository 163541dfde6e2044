import { listSessions, memberInfo, updateUser } from '@trove/contract/identity/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { createOperators } from './operators.ts'

let world: World
beforeAll(async () => {
  const env = { EMBEDDED: '0', DEV_CLOCK: '0', OPERATOR_MOBILE: '13900000001,13900000002' }
  world = await startWorld({ hasPayment: false, hasJobs: false, env })
})
afterAll(() => world?.stop())

const appoint = (mobiles: string[]) =>
  createOperators({ db: world.db, sealer: world.platform.sealer, mobiles }).appoint()
const roleOf = async (as: WorldUser) => (await world.call(memberInfo, {}, { as })).role
/** By the table: what the next look of a session finds. */
const keptRole = async ({ userId }: WorldUser) =>
  (await sql<{ role: string }>`select role from users where id = ${userId}`.execute(world.db)).rows[0]!.role

test('outside the embedded world nobody is there at first, not even the demo operator', async () => {
  expect((await sql`select from users`.execute(world.db)).rows).toEqual([])
  expect(await roleOf(await world.signIn('13800000009'))).toBe('member')
})

test('whoever signs in with a number of the configuration is an operator, however it was typed', async () => {
  expect(await roleOf(await world.signIn('+86 139 0000 0001'))).toBe('operator')
  expect(await roleOf(await world.signIn('13900000003'))).toBe('member')
})

test('nothing a person sends makes one', async () => {
  const as = await world.signIn('13900000004')
  const body = { username: 'x', role: 'operator' } as { username: string }
  await expect(world.call(updateUser, { body }, { as })).rejects.toMatchObject({ code: 'request.invalid' })
  expect(await roleOf(as)).toBe('member')
})

test('a start with other numbers makes and unmakes operators, and their sessions notice', async () => {
  const [first, second] = [await world.signIn('13900000005'), await world.signIn('13900000002')]
  await appoint(['13900000005'])
  expect([await keptRole(first), await keptRole(second)]).toEqual(['operator', 'member'])
  expect(await world.call(listSessions, {}, { as: second })).toHaveLength(1)
  await appoint([])
  expect(await keptRole(first)).toBe('operator')
})
