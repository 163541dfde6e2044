import { ContractError } from '@trove/contract/errors/codes'
import { sendAccountCode } from '@trove/contract/identity/account'
import { proveFactor } from '@trove/contract/identity/second-factor'
import { listNotices } from '@trove/contract/notices/routes'
import {
  alipayUserInfoByPost,
  bindAlipay,
  bindAlipayGet,
  getPurse,
  payOut,
  pcAuthorizeUrl,
  unbindAlipay,
} from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enrolTotp, totpCode } from '../../../test/world/factors.ts'
import { readCode } from '../../../test/world/sign-in.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { openLog } from '../../platform/base/log.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Account, createLedger } from '../ledger/module.ts'

/** Somebody holds a seller's access token, not the phone. Income must not reach an account of theirs unseen. */

const HOUR = 3_600_000
const NAMES = { seller: '陈嘉木', student: '何小满' } as const
let world: World
let seller: WorldUser
let lastMobile = 13900500000

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  seller = await world.signIn(String(++lastMobile))
  // A number gets a code a minute; the next one is for the account.
  await world.advance(61_000)
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? error.code : String(error)),
  )

/** Goes through the provider's authorisation with the token alone; answers what is to be bound. */
async function authorize(person: keyof typeof NAMES) {
  const { url } = await world.call(pcAuthorizeUrl, {}, { as: seller })
  const asked = new URL(url).searchParams
  const wish = { redirect_uri: asked.get('redirect_uri'), state: asked.get('state'), user: person }
  const { location } = (await world.simulator!.control('POST', '/control/authorize', wish)) as { location: string }
  const back = new URL(location).searchParams
  const query = { auth_code: back.get('auth_code')!, state: back.get('state')! }
  const { id } = await world.call(alipayUserInfoByPost, { body: query }, { as: seller })
  return { wallerId: id, wallerRealName: NAMES[person] }
}

/** The owner reads the code on the phone. */
async function ownCode(purpose: 'receiving-account' | 'change-mobile' = 'receiving-account'): Promise<string> {
  await world.call(sendAccountCode, { body: { purpose } }, { as: seller })
  return readCode(world, seller.mobile)
}

/** Income that waits to be paid out, as clearing leaves it. */
async function earn(amountFen: bigint): Promise<void> {
  const jobs = {
    enqueue: async () => {},
    enqueueAll: async () => {},
    define: () => {},
    every: () => {},
    soon: () => {},
  }
  const ledger = createLedger({ db: world.db, jobs, log: openLog('silent') })
  const orderId = `order-${seller.userId}`
  const [escrow, payable] = [`escrow:${orderId}`, `payable:${seller.userId}`] as const
  await inTransaction(world.db, async (tx) => {
    const paid = { kind: 'payment', key: `pay:${orderId}`, orderId } as const
    const cleared = { kind: 'clearing', key: `clear:${orderId}`, orderId } as const
    const line = { userId: seller.userId, type: 'clearing', amountFen, reference: orderId } as const
    await ledger.post(tx, { ...paid, entries: moved('alipay', escrow, amountFen) })
    await ledger.post(tx, { ...cleared, entries: moved(escrow, payable, amountFen), bill: [line] })
  })
}
const moved = (from: Account, to: Account, amountFen: bigint) => [
  { account: from, amountFen },
  { account: to, amountFen: -amountFen },
]

const purse = () => world.call(getPurse, {}, { as: seller })
const told = async () => {
  const { content } = await world.call(listNotices, { query: {} }, { as: seller })
  return content.map(({ kind }) => kind).filter((kind) => kind.startsWith('wallet.account'))
}
const texts = async () => {
  const answer = await world.raw(`/dev/outbox.json?mobile=${seller.mobile}`)
  const messages = (await answer.json()) as { text: string; code: string | null }[]
  return messages.filter(({ code }) => code === null).map(({ text }) => text)
}

describe('whoever holds only the access token of a seller', () => {
  test('binds an account of their own in vain: nothing is paid to it for 24 hours, and the owner hears of it', async () => {
    await earn(123_00n)
    await world.call(bindAlipayGet, { query: await authorize('student') }, { as: seller })
    expect(await codeOf(world.call(payOut, {}, { as: seller }))).toBe('wallet.payout-held')
    await world.advance(23 * HOUR)
    await world.settle()
    expect(await codeOf(world.call(payOut, {}, { as: seller }))).toBe('wallet.payout-held')
    expect(await purse()).toMatchObject({ payableAmount: '123.00', inFlightAmount: '0.00', paidOutAmount: '0.00' })
    expect(await told()).toEqual(['wallet.account-bound-held'])
    expect(await texts()).toEqual([expect.stringMatching(/^【众享】你的收款账户于 \d\d-\d\d \d\d:\d\d 变更/)])

    await world.call(unbindAlipay, {}, { as: seller })
    await world.call(bindAlipay, { body: { ...(await authorize('seller')), smsCode: await ownCode() } }, { as: seller })
    await world.settle()
    expect(await purse()).toMatchObject({ payableAmount: '0.00', paidOutAmount: '123.00' })
    expect(await told()).toEqual(['wallet.account-bound', 'wallet.account-unbound', 'wallet.account-bound-held'])
    expect(await texts()).toHaveLength(3)
    await world.call(unbindAlipay, {}, { as: seller })
  })

  test('cannot put an account of theirs in the place of the owner’s', async () => {
    await world.call(bindAlipay, { body: { ...(await authorize('seller')), smsCode: await ownCode() } }, { as: seller })
    expect((await purse()).boundAccount).toMatchObject({ heldUntil: null })
    await world.call(unbindAlipay, {}, { as: seller })
    await world.call(bindAlipay, { body: await authorize('student') }, { as: seller })
    await earn(5_00n)
    expect(await codeOf(world.call(payOut, {}, { as: seller }))).toBe('wallet.payout-held')
    const { heldUntil, boundAt } = (await purse()).boundAccount!
    expect(Date.parse(heldUntil!) - Date.parse(boundAt)).toBe(24 * HOUR)
    await world.call(unbindAlipay, {}, { as: seller })
  })

  test('has no use of a wrong code, one for something else, or one used before', async () => {
    const account = await authorize('student')
    const tryIt = (smsCode: string) => codeOf(world.call(bindAlipay, { body: { ...account, smsCode } }, { as: seller }))
    const code = await ownCode()
    expect(await tryIt(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))).toBe('identity.code-wrong')
    await world.advance(61_000)
    expect(await tryIt(await ownCode('change-mobile'))).toBe('identity.code-wrong')
    expect((await purse()).boundAccount).toBeNull()
    expect(await tryIt(code)).toBe('done')
    await world.call(unbindAlipay, {}, { as: seller })
    const again = await authorize('student')
    expect(await codeOf(world.call(bindAlipay, { body: { ...again, smsCode: code } }, { as: seller }))).toBe(
      'identity.code-wrong',
    )
  })
})

test('whoever holds the phone of a seller alone binds and unbinds nothing where a factor guards the account', async () => {
  const { secret } = await enrolTotp(world, seller)
  await world.call(bindAlipay, { body: await authorize('seller') }, { as: seller })
  await world.advance(HOUR)
  const owner = seller
  seller = await world.signIn(owner.mobile)
  await world.advance(61_000)
  expect(await codeOf(world.call(unbindAlipay, {}, { as: seller }))).toBe('factor.needed')
  await world.call(unbindAlipay, {}, { as: owner })
  const account = await authorize('student')
  const smsCode = await ownCode()
  const bind = () => codeOf(world.call(bindAlipay, { body: { ...account, smsCode } }, { as: seller }))
  expect(await bind()).toBe('factor.needed')
  expect(await codeOf(world.call(bindAlipayGet, { query: account }, { as: seller }))).toBe('factor.needed')
  expect((await purse()).boundAccount).toBeNull()

  await world.call(proveFactor, { body: { code: totpCode(secret, 1) } }, { as: seller })
  expect(await bind()).toBe('done')
  expect((await purse()).boundAccount).toMatchObject({ heldUntil: null })
  await world.call(unbindAlipay, {}, { as: seller })
})

test('a payout that cannot begin at the end of a hold keeps no other seller waiting', async () => {
  const [first, second] = [seller, await world.signIn(String(++lastMobile))]
  for (const [each, person] of [
    [first, 'seller'],
    [second, 'student'],
  ] as const) {
    seller = each
    await earn(31_00n)
    await world.call(bindAlipayGet, { query: await authorize(person) }, { as: seller })
  }
  await sql
    .raw(`create function test_refuse() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
      create trigger test_refuse before insert on wallet_payout
        for each row when (new.user_id = '${first.userId}') execute function test_refuse();`)
    .execute(world.db)
  await world.advance(24 * HOUR + 1000)
  await world.settle()
  expect(await purse()).toMatchObject({ payableAmount: '0.00', paidOutAmount: '31.00' })
  await world.call(unbindAlipay, {}, { as: seller })

  seller = first
  expect(await purse()).toMatchObject({ payableAmount: '31.00', paidOutAmount: '0.00' })
  await sql.raw('drop function test_refuse cascade').execute(world.db)
  await world.advance(61_000)
  await world.settle()
  expect(await purse()).toMatchObject({ payableAmount: '0.00', paidOutAmount: '31.00' })
  await world.call(unbindAlipay, {}, { as: seller })
})

test('a seller with an old client, who binds without a code, is paid by itself when the 24 hours are over', async () => {
  await earn(77_00n)
  await world.call(bindAlipayGet, { query: await authorize('seller') }, { as: seller })
  await world.advance(24 * HOUR + 1000)
  await world.settle()
  expect(await purse()).toMatchObject({ payableAmount: '0.00', paidOutAmount: '77.00' })
  expect((await purse()).boundAccount).toMatchObject({ heldUntil: null })
})
