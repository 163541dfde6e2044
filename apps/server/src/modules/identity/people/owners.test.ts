import { changeMobile, deleteAccount, sendAccountCode, sendNewMobileCode } from '@trove/contract/identity/account'
import { memberInfo } from '@trove/contract/identity/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { freshAddress, readCode } from '../../../../test/world/sign-in.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { openLog } from '../../../platform/base/log.ts'
import { createOperators } from './operators.ts'

let world: World
beforeAll(async () => {
  const env = { OPERATOR_MOBILE: '13900000006,13900000007' }
  world = await startWorld({ hasPayment: false, env })
})
afterAll(() => world?.stop())

/** After it a number may ask for codes without the slider again. */
const HOUR = 3_600_000

const log = openLog('silent')
const appoint = (mobiles: string[]) =>
  createOperators({ db: world.db, sealer: world.platform.sealer, log, mobiles }).appoint()
const roleOf = async (as: WorldUser) => (await world.call(memberInfo, {}, { as })).role
/** By the table: what the next look of a session finds. */
const keptRole = async ({ userId }: WorldUser) =>
  (await sql<{ role: string }>`select role from users where id = ${userId}`.execute(world.db)).rows[0]!.role

describe('once an owner has a second factor', () => {
  let owner: WorldUser
  beforeAll(async () => {
    owner = await world.signIn('13900000006')
    await enrolTotp(world, owner)
  })
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  const ownCode = async (as: WorldUser, purpose: 'change-mobile' | 'delete-account') => {
    await world.advance(HOUR)
    await world.call(sendAccountCode, { body: { purpose } }, { as, headers: freshAddress() })
    return readCode(world, as.mobile)
  }
  async function move(as: WorldUser, mobile: string) {
    const smsCode = await ownCode(as, 'change-mobile')
    await world.call(sendNewMobileCode, { body: { mobile } }, { as, headers: freshAddress() })
    const body = { mobile, smsCode, newSmsCode: await readCode(world, mobile) }
    return codeOf(world.call(changeMobile, { body }, { as }))
  }
  const leave = async (as: WorldUser) =>
    codeOf(world.call(deleteAccount, { body: { smsCode: await ownCode(as, 'delete-account') } }, { as }))

  test('whoever reads the messages of an owner’s phone frees the number neither by another number nor by leaving', async () => {
    expect(await move(owner, '13900000016')).toBe('identity.mobile-staff')
    expect(await leave(owner)).toBe('identity.delete-staff')
    await world.advance(HOUR)
    const thief = await world.signIn(owner.mobile)
    expect(await move(thief, '13900000017')).toBe('factor.needed')
    expect(await leave(thief)).toBe('factor.needed')
    expect(await keptRole(owner)).toBe('operator')
  })

  test('a named number makes nobody an owner: not a new account, not one that takes the number, not the next start', async () => {
    const fresh = await world.signIn('13900000007')
    expect(await roleOf(fresh)).toBe('member')
    await appoint(['13900000006', '13900000007'])
    expect([await keptRole(fresh), await keptRole(owner)]).toEqual(['member', 'operator'])
    const mover = await world.signIn('13900000018')
    expect(await move(fresh, '13900000019')).toBe('done')
    await world.advance(HOUR)
    expect(await move(mover, '13900000007')).toBe('done')
    expect(await keptRole(mover)).toBe('member')
  })

  test('the last owner stays one when the list names nobody, or a person whom it makes no owner any more', async () => {
    const member = await world.signIn('13900000020')
    for (const mobiles of [['13900000077'], [member.mobile]]) {
      await appoint(mobiles)
      expect([await keptRole(owner), await keptRole(member)]).toEqual(['operator', 'member'])
    }
  })

  test('each promotion is in the record of acts', async () => {
    const { rows } = await sql<{ act: string }>`select act from staff_act
      where subject_id = ${owner.userId} and operator_id = ${owner.userId} order by no`.execute(world.db)
    expect(rows.map(({ act }) => act)).toEqual(['staff.promote-owner', 'staff.enrol-factor'])
  })
})
