import { listSessions, memberInfo, updateUser } from '@trove/contract/identity/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { openLog } from '../../../platform/base/log.ts'
import { createOperators } from './operators.ts'

let world: World
beforeAll(async () => {
  const env = { EMBEDDED: '0', DEV_CLOCK: '0', OPERATOR_MOBILE: '13900000001,13900000002' }
  world = await startWorld({ hasPayment: false, hasJobs: false, env })
})
afterAll(() => world?.stop())

let logged: { msg: string; alarm?: string; people: string[] }[] = []
const log = openLog('warn', { write: (line: string) => void logged.push(JSON.parse(line)) })
const appoint = (mobiles: string[]) =>
  createOperators({ db: world.db, sealer: world.platform.sealer, log, mobiles }).appoint()
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

describe('a list that names no owner', () => {
  /** A number that has the right form and no account. */
  const NOBODY = '13900000099'
  let owner: WorldUser
  beforeAll(async () => {
    owner = await world.signIn('13900000021')
  })
  beforeEach(async () => {
    await appoint([owner.mobile])
    logged = []
  })

  test('leaves the owners it does not name as they are, at each start, and the log raises an alarm', async () => {
    for (let start = 1; start <= 2; start++) {
      await appoint([NOBODY])
      expect(await keptRole(owner)).toBe('operator')
      const msg = 'OPERATOR_MOBILE names no owner: those before it stay owners'
      expect(logged).toMatchObject([{ msg, alarm: 'staff', people: [owner.userId] }])
      logged = []
    }
  })

  test('lets them go once a person it names is there', async () => {
    const next = await world.signIn('13900000022')
    await appoint([next.mobile, NOBODY])
    expect([await keptRole(owner), await keptRole(next)]).toEqual(['member', 'operator'])
    const msg = 'OPERATOR_MOBILE names these owners no more: they are members'
    expect(logged).toMatchObject([{ msg, people: [owner.userId] }])
  })

  test('lets them go while an owner by a granted role can sign in, and not when that one is leaving', async () => {
    const granted = await world.signIn('13900000023')
    await sql`insert into staff_roles (user_id, role, granted_by)
      values (${granted.userId}, 'owner', ${owner.userId})`.execute(world.db)
    const leave = (at: Date | null) =>
      sql`update users set closing_at = ${at} where id = ${granted.userId}`.execute(world.db)
    await leave(new Date())
    await appoint([NOBODY])
    expect(await keptRole(owner)).toBe('operator')
    await leave(null)
    await appoint([NOBODY])
    expect(await keptRole(owner)).toBe('member')
    await sql`delete from staff_roles where user_id = ${granted.userId}`.execute(world.db)
  })

  test('counts no granted role but the owner’s', async () => {
    const cashier = await world.signIn('13900000024')
    await sql`insert into staff_roles (user_id, role, granted_by)
      values (${cashier.userId}, 'cashier', ${owner.userId})`.execute(world.db)
    await appoint([NOBODY])
    expect(await keptRole(owner)).toBe('operator')
  })
})
