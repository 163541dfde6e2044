import {
  accountState,
  CONSENT_VERSION,
  changeMobile,
  deleteAccount,
  giveConsent,
  sendAccountCode,
  sendNewMobileCode,
  withdrawConsent,
} from '@trove/contract/identity/account'
import { memberInfo } from '@trove/contract/identity/routes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshAddress, readCode } from '../../../../test/world/sign-in.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** What ends sessions ends them with itself: cut off between the two, it has not happened. */

let world: World
let lastMobile = 13_260_000_000
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterEach(() => sql`drop trigger if exists sessions_cut on sessions`.execute(world.db))
afterAll(() => world?.stop())

const MINUTE = 60_000
async function signIn(): Promise<WorldUser> {
  const as = await world.signIn(String(++lastMobile))
  await world.advance(MINUTE)
  return as
}

/** As if the connection was lost at the very statement that ends sessions. */
async function cutEndingSessions(): Promise<void> {
  await sql`create or replace function sessions_cut() returns trigger language plpgsql as
    $$ begin raise exception 'cut off'; end $$`.execute(world.db)
  await sql`create trigger sessions_cut before update of revoked_at on sessions
    for each row execute function sessions_cut()`.execute(world.db)
}
async function ownCode(as: WorldUser, purpose: 'change-mobile' | 'delete-account'): Promise<string> {
  await world.call(sendAccountCode, { body: { purpose } }, { as, headers: freshAddress() })
  return readCode(world, as.mobile)
}

test('a number is not changed while the other sessions cannot be ended', async () => {
  const as = await signIn()
  const elsewhere = await world.signIn(as.mobile)
  const mobile = String(++lastMobile)
  const before = await world.call(memberInfo, {}, { as })
  await world.advance(MINUTE)
  const smsCode = await ownCode(as, 'change-mobile')
  await world.call(sendNewMobileCode, { body: { mobile } }, { as, headers: freshAddress() })
  const body = { mobile, smsCode, newSmsCode: await readCode(world, mobile) }
  await cutEndingSessions()
  await expect(world.call(changeMobile, { body }, { as })).rejects.toThrow()
  expect(await world.call(memberInfo, {}, { as: elsewhere })).toEqual(before)
})

test('an account is not being closed while its sessions go on', async () => {
  const as = await signIn()
  const smsCode = await ownCode(as, 'delete-account')
  await cutEndingSessions()
  await expect(world.call(deleteAccount, { body: { smsCode } }, { as })).rejects.toThrow()
  await sql`drop trigger sessions_cut on sessions`.execute(world.db)
  await world.advance(MINUTE)
  // Nobody signs in to an account that is being closed.
  expect((await world.signIn(as.mobile)).userId).toBe(as.userId)
})

test('the agreement is not taken back while its sessions go on', async () => {
  const as = await signIn()
  await world.call(giveConsent, { body: { purpose: 'sign-in', version: CONSENT_VERSION } }, { as })
  await cutEndingSessions()
  await expect(world.call(withdrawConsent, { body: { purpose: 'sign-in' } }, { as })).rejects.toThrow()
  const { consents } = await world.call(accountState, {}, { as })
  expect(consents).toMatchObject([{ purpose: 'sign-in', isGiven: true }])
})
