import { createCodeToken } from '@trove/contract/code/vault'
import {
  askPasskey,
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  factorState,
  PASSKEYS_MAX,
  proveFactor,
  removeFactor,
  renewRecoveryCodes,
} from '@trove/contract/identity/second-factor'
import { takesKey } from '@trove/contract/kit/route'
import { listNotices } from '@trove/contract/notices/routes'
import { askParkedPayment, closeParkedPayment } from '@trove/contract/payment/parked-payments'
import { agreeOutsideRefund, proposeOutsideRefund, retryParkedRefund } from '@trove/contract/payment/parked-refunds'
import { settleDifference } from '@trove/contract/payment/reconciliation'
import { approvePayout } from '@trove/contract/wallet/payout-approvals'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enrolTotp, factorSms, softPasskey, totpCode } from '../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { plainRecoveryCode, recoveryCode } from './rules.ts'
import { removeAll } from './store.ts'

let world: World
const OPERATOR = '13800000009'
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await sql`delete from platform_rate_limit where bucket like 'factor.%' or bucket like 'identity.%'`.execute(world.db)
})

/** After it a number may ask for codes without the slider again. */
const HOUR = 3_600_000
/** After it a number may ask for as many as before. */
const DAY = 24 * HOUR

let people = 0
const somebody = () => world.signIn(`137000001${String(++people).padStart(2, '0')}`)
const state = (as: WorldUser) => world.call(factorState, {}, { as })
const prove = (as: WorldUser, body: Parameters<typeof world.call<typeof proveFactor>>[1]['body']) =>
  world.call(proveFactor, { body }, { as })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
/** What the person's notices say of their factors, newest first. */
const told = async (as: WorldUser) => {
  const { content } = await world.call(listNotices, { query: {} }, { as })
  const own = content.filter(({ link }) => link && 'to' in link && link.to === 'account')
  return own.map(({ kind, params }) => [kind, params.name].filter(Boolean).join(' '))
}
/** A decision about money: the payout is none, so that what is refused first shows. */
const decide = (as: WorldUser) => codeOf(world.call(approvePayout, { params: { id: 'none' } }, { as }))
const age = (as: WorldUser, minutes: number) =>
  sql`update second_factor_proof set proved_at = now() - make_interval(mins => ${minutes}) where user_id = ${as.userId}`.execute(
    world.db,
  )

test('a decision about money wants a factor shown in this very session within ten minutes', async () => {
  const operator = await world.signIn(OPERATOR)
  expect(await decide(operator)).toBe('factor.missing')
  const { secret } = await enrolTotp(world, operator)
  expect(await decide(operator)).toBe('wallet.payout-not-found')
  await world.advance(61_000)
  const elsewhere = await world.signIn(OPERATOR)
  expect(await decide(elsewhere)).toBe('factor.needed')
  await age(operator, 9)
  expect(await decide(operator)).toBe('wallet.payout-not-found')
  await age(operator, 10)
  expect(await decide(operator)).toBe('factor.needed')
  await prove(operator, { code: totpCode(secret, 1) })
  expect([await decide(operator), await decide(elsewhere)]).toEqual(['wallet.payout-not-found', 'factor.needed'])
  expect(await decide(await somebody())).toBe('session.forbidden')
})

test.each([
  ['askParkedPayment', (as: WorldUser) => world.call(askParkedPayment, { params: { id: 'none' } }, { as })],
  [
    'closeParkedPayment',
    (as: WorldUser) => world.call(closeParkedPayment, { params: { id: 'none' }, body: { note: 'x' } }, { as }),
  ],
  ['retryParkedRefund', (as: WorldUser) => world.call(retryParkedRefund, { params: { number: 'none' } }, { as })],
  [
    'proposeOutsideRefund',
    (as: WorldUser) => {
      const body = { amount: '1.00', reference: 'x', reason: 'x' }
      return world.call(proposeOutsideRefund, { params: { number: 'none' }, body }, { as })
    },
  ],
  [
    'agreeOutsideRefund',
    (as: WorldUser) => world.call(agreeOutsideRefund, { params: { id: 'none' }, body: {} }, { as }),
  ],
  [
    'settleDifference',
    (as: WorldUser) => world.call(settleDifference, { params: { id: 'none' }, body: { note: 'x' } }, { as }),
  ],
])('%s wants a factor as well: it may lead to money taken or given back', async (_, call) => {
  await world.advance(DAY)
  expect(await codeOf(call(await world.signIn(OPERATOR)))).toMatch(/^factor\.(needed|missing)$/)
})

describe('an authenticator app', () => {
  test('is enrolled with a code to the phone: a stolen session gives itself none', async () => {
    const as = await somebody()
    const begin = (smsCode?: string) => codeOf(world.call(beginTotp, { body: { smsCode } }, { as }))
    expect(await begin()).toBe('identity.code-wrong')
    const smsCode = await factorSms(world, as)
    expect(await begin(smsCode)).toBe('done')
    expect(await begin(smsCode)).toBe('identity.code-wrong')
    expect(await state(as)).toMatchObject({ hasTotp: false, isFresh: false })
    expect(await codeOf(world.call(confirmTotp, { body: { code: '12345' } }, { as }))).toBe('factor.code-wrong')
    expect(await codeOf(world.call(confirmTotp, { body: { code: '123456' } }, { as: await somebody() }))).toBe(
      'factor.not-begun',
    )
  })

  test('counts each code once, no older one, and none of another’s', async () => {
    const as = await somebody()
    const { secret } = await enrolTotp(world, as)
    expect(await codeOf(prove(as, { code: totpCode(secret) }))).toBe('factor.code-wrong')
    const next = totpCode(secret, 1)
    const both = await Promise.all([codeOf(prove(as, { code: next })), codeOf(prove(as, { code: next }))])
    expect(both.sort()).toEqual(['done', 'factor.code-wrong'])
    expect(await codeOf(prove(as, { code: totpCode(secret, -1) }))).toBe('factor.code-wrong')
    expect(await codeOf(prove(as, { code: totpCode(secret, 5) }))).toBe('factor.code-wrong')
    const other = await somebody()
    await enrolTotp(world, other)
    expect(await codeOf(prove(other, { code: totpCode(secret, 1) }))).toBe('factor.code-wrong')
  })

  test('is guessed twenty times in ten minutes and no more, also with the right code at last', async () => {
    const as = await somebody()
    const { secret } = await enrolTotp(world, as)
    const wrong = totpCode(secret, 1) === '000000' ? '000001' : '000000'
    const tries: unknown[] = []
    for (let i = 0; i < 20; i++) tries.push(await codeOf(prove(as, { code: wrong })))
    expect(tries.filter((one) => one === 'factor.code-wrong').length).toBeGreaterThanOrEqual(19)
    expect(await codeOf(prove(as, { code: totpCode(secret, 1) }))).toBe('request.too-frequent')
  })

  test('is guessed wrongly thirty times a day and no more, and a recovery code still counts', async () => {
    const as = await somebody()
    const { secret, recoveryCodes } = await enrolTotp(world, as)
    const wrong = totpCode(secret, 1) === '000000' ? '000001' : '000000'
    const forget = () => sql`delete from platform_rate_limit where bucket = 'factor.prove'`.execute(world.db)
    for (let i = 0; i < 30; i++) {
      if (i % 10 === 0) await forget()
      expect(await codeOf(prove(as, { code: wrong }))).toBe('factor.code-wrong')
    }
    await forget()
    expect(await codeOf(prove(as, { code: totpCode(secret, 1) }))).toBe('factor.code-limit')
    expect(await codeOf(prove(as, { recoveryCode: recoveryCodes[0]! }))).toBe('done')
  })

  test('and its secret lie nowhere in the clear, nor do recovery codes', async () => {
    const as = await somebody()
    const { secret, recoveryCodes } = await enrolTotp(world, as)
    for (const table of ['second_factor_totp', 'second_factor_recovery', 'platform_idempotency']) {
      const { rows } = await sql<{ text: string }>`select encode(convert_to(t::text, 'utf8'), 'escape') as text
        from ${sql.table(table)} t`.execute(world.db)
      for (const word of [secret, ...recoveryCodes, ...recoveryCodes.map(plainRecoveryCode)])
        expect(rows.some(({ text }) => text.includes(word) || text.includes(Buffer.from(word).toString('hex')))).toBe(
          false,
        )
    }
  })

  test('and what is shown once is kept for no Idempotency-Key', async () => {
    const as = await somebody()
    const keyed = { as, headers: { 'idempotency-key': 'shown-once' } }
    const { secret } = await world.call(beginTotp, { body: { smsCode: await factorSms(world, as) } }, keyed)
    const body = { code: totpCode(secret) }
    await world.call(confirmTotp, { body }, keyed)
    expect(await codeOf(world.call(confirmTotp, { body }, keyed))).toBe('factor.not-begun')
    const [first, second] = [
      await world.call(renewRecoveryCodes, {}, keyed),
      await world.call(renewRecoveryCodes, {}, keyed),
    ]
    expect(first.recoveryCodes).not.toEqual(second.recoveryCodes)
    const { rows } = await sql`select route from platform_idempotency where key = 'shown-once'`.execute(world.db)
    expect(rows).toEqual([])
    for (const route of [createCodeToken, confirmPasskey]) expect(takesKey(route)).toBe(false)
  })

  test('is removed only with a factor shown lately, and with the last one the recovery codes go', async () => {
    const as = await somebody()
    await enrolTotp(world, as)
    await age(as, 11)
    const remove = () => codeOf(world.call(removeFactor, { body: { totp: true } }, { as }))
    expect(await remove()).toBe('factor.needed')
    expect(await codeOf(world.call(beginPasskey, { body: {} }, { as }))).toBe('factor.needed')
    await age(as, 0)
    expect(await remove()).toBe('done')
    expect(await state(as)).toMatchObject({ hasTotp: false, recoveryLeft: 0 })
    expect(await remove()).toBe('factor.missing')
    expect(await told(as)).toEqual(['identity.app-removed', 'identity.app-added'])
  })
})

test('a recovery code counts once, however it is typed, and its owner is told; new ones replace the former, which is told as well', async () => {
  const as = await somebody()
  const { recoveryCodes } = await enrolTotp(world, as)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first, second] = recoveryCodes as [string, string]
  await age(as, 11)
  expect(await codeOf(prove(as, { recoveryCode: ` ${first.toLowerCase().replaceAll('-', ' ')} ` }))).toBe('done')
  expect(await codeOf(prove(as, { recoveryCode: first }))).toBe('factor.code-wrong')
  expect(await state(as)).toMatchObject({ recoveryLeft: 9, isFresh: true })
  expect(await told(as)).toEqual(['identity.recovery-used', 'identity.app-added'])
  const other = await somebody()
  await enrolTotp(world, other)
  expect(await codeOf(prove(other, { recoveryCode: second }))).toBe('factor.code-wrong')
  const renewed = await world.call(renewRecoveryCodes, {}, { as })
  expect(renewed.recoveryCodes).toHaveLength(10)
  expect((await told(as))[0]).toBe('identity.recovery-renewed')
  expect(await codeOf(prove(as, { recoveryCode: second }))).toBe('factor.code-wrong')
  expect(recoveryCode(new Uint8Array(12))).toBe('AAAA-AAAA-AAAA')
})

describe('a passkey', () => {
  async function enrolled() {
    const as = await somebody()
    const key = softPasskey(world.url)
    const { challenge } = await world.call(beginPasskey, { body: { smsCode: await factorSms(world, as) } }, { as })
    const body = { name: '我的手机', answer: key.make(challenge) }
    const { state: shown, recoveryCodes } = await world.call(confirmPasskey, { body }, { as })
    return { as, key, shown, recoveryCodes }
  }
  const ask = async (as: WorldUser) => (await world.call(askPasskey, {}, { as })).challenge

  test('is made and shown, and the first one brings recovery codes', async () => {
    const { as, key, shown, recoveryCodes } = await enrolled()
    expect(shown).toMatchObject({ passkeys: [{ id: key.id, name: '我的手机' }], isFresh: true, recoveryLeft: 10 })
    expect(recoveryCodes).toHaveLength(10)
    expect(await told(as)).toEqual(['identity.passkey-added 我的手机'])
    await age(as, 11)
    const passkey = key.show(await ask(as))
    expect((await prove(as, { passkey })).isFresh).toBe(true)
    expect(await codeOf(prove(as, { passkey }))).toBe('factor.not-begun')
    const gone = { body: { passkeyId: key.id } }
    await world.call(removeFactor, gone, { as })
    expect((await told(as))[0]).toBe('identity.passkey-removed 我的手机')
  })

  test('of another site, another person, an old question or a copied key is none', async () => {
    const { as, key } = await enrolled()
    expect(await codeOf(prove(as, { passkey: key.show(await ask(as), 'http://evil.example') }))).toBe(
      'factor.passkey-wrong',
    )
    const old = await ask(as)
    await ask(as)
    expect(await codeOf(prove(as, { passkey: key.show(old) }))).toBe('factor.passkey-wrong')
    const { as: other, key: otherKey } = await enrolled()
    expect(await codeOf(prove(as, { passkey: otherKey.show(await ask(as)) }))).toBe('factor.passkey-wrong')
    await age(other, 0)
    expect(await codeOf(world.call(removeFactor, { body: { passkeyId: key.id } }, { as: other }))).toBe(
      'resource.not-found',
    )
    expect(await codeOf(prove(as, { passkey: key.show(await ask(as)) }))).toBe('done')
    key.setCounter(0)
    expect(await codeOf(prove(as, { passkey: key.show(await ask(as)) }))).toBe('factor.passkey-wrong')
    expect(await codeOf(prove(as, { passkey: { id: 'x', type: 'public-key', response: {} } }))).toBe('factor.not-begun')
  })

  test('is not made for another site or with an answer to nothing', async () => {
    const as = await somebody()
    const key = softPasskey(world.url)
    const confirm = (answer: ReturnType<typeof key.make>) =>
      codeOf(world.call(confirmPasskey, { body: { name: 'k', answer } }, { as }))
    expect(await confirm(key.make('AAAA'))).toBe('factor.not-begun')
    const { challenge } = await world.call(beginPasskey, { body: { smsCode: await factorSms(world, as) } }, { as })
    expect(await confirm(key.make(challenge, 'http://evil.example'))).toBe('factor.passkey-wrong')
    expect(await state(as)).toMatchObject({ passkeys: [] })
  })
})

describe('what was begun to enrol a factor', () => {
  const elsewhere = async (as: WorldUser) => {
    await world.advance(61_000)
    return world.signIn(as.mobile)
  }
  const beginKey = async (as: WorldUser, smsCode?: string) =>
    (await world.call(beginPasskey, { body: { smsCode } }, { as })).challenge
  const confirmKey = (as: WorldUser, answer: ReturnType<ReturnType<typeof softPasskey>['make']>) =>
    codeOf(world.call(confirmPasskey, { body: { name: 'k', answer } }, { as }))

  test('before the first factor came enrols no other afterwards, without that one', async () => {
    const as = await somebody()
    const thief = await elsewhere(as)
    const key = softPasskey(world.url)
    const challenge = await beginKey(thief, await factorSms(world, as))
    await world.advance(HOUR)
    await world.call(beginTotp, { body: { smsCode: await factorSms(world, as) } }, { as: thief })
    const own = softPasskey(world.url)
    await world.advance(HOUR)
    expect(await confirmKey(as, own.make(await beginKey(as, await factorSms(world, as))))).toBe('done')
    expect(await confirmKey(thief, key.make(challenge))).toBe('factor.needed')
    expect(await codeOf(world.call(confirmTotp, { body: { code: '123456' } }, { as: thief }))).toBe('factor.needed')
    expect(await state(as)).toMatchObject({ hasTotp: false, passkeys: [{ id: own.id }] })
  })

  test.each(['removed', 'reset'])('enrols nothing once the factors were %s', async (way) => {
    const as = await somebody()
    await enrolTotp(world, as)
    const key = softPasskey(world.url)
    const challenge = await beginKey(as)
    if (way === 'removed') await world.call(removeFactor, { body: { totp: true } }, { as })
    else await inTransaction(world.db, (tx) => removeAll(tx, as.userId))
    expect(await confirmKey(as, key.make(challenge))).toBe('factor.not-begun')
    expect(await state(as)).toMatchObject({ passkeys: [] })
  })

  test('makes no more passkeys than one may have, from however many sessions', async () => {
    const as = await somebody()
    await enrolTotp(world, as)
    const challenge = await beginKey(as)
    await sql`insert into second_factor_passkey (id, user_id, name, public_key, counter, transports)
      select 'full-' || i, ${as.userId}, 'k', '', 0, '{}' from generate_series(1, ${PASSKEYS_MAX}) i`.execute(world.db)
    expect(await confirmKey(as, softPasskey(world.url).make(challenge))).toBe('factor.limit')
  })

  test.each([
    [null, []],
    ['usb', []],
    [[null], []],
    [['usb', 'x', 'usb', null, 7], ['usb']],
  ])('keeps of a key’s transports %j no more than the known words', async (transports, kept) => {
    const as = await somebody()
    const key = softPasskey(world.url)
    const made = key.make(await beginKey(as, await factorSms(world, as)))
    const answer = { ...made, response: { ...made.response, transports: transports as string[] } }
    expect(await confirmKey(as, answer)).toBe('done')
    const { allowCredentials } = await world.call(askPasskey, {}, { as })
    expect(allowCredentials).toMatchObject([{ id: key.id, transports: kept }])
  })
})

describe('a process killed while a code is shown', () => {
  test.each([
    ['factor.prove.before-commit', false],
    ['factor.prove.after-commit', true],
  ])('at %s: the code is used and the session confirmed, or neither', async (point, isDone) => {
    const as = await somebody()
    const { secret } = await enrolTotp(world, as)
    await age(as, 11)
    const dying = await world.spawnServer({ TROVE_CRASH_AT: point, PUBLIC_URL: '' }, ['--roles=http'])
    const code = totpCode(secret, 1)
    const call = fetch(dying.url + proveFactor.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    await expect(call).rejects.toThrow()
    expect((await state(as)).isFresh).toBe(isDone)
    expect(await codeOf(prove(as, { code }))).toBe(isDone ? 'factor.code-wrong' : 'done')
  })
})
