import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { uploadAvatar } from '@trove/contract/files/routes'
import {
  accountState,
  CONSENT_VERSION,
  changeMobile,
  deleteAccount,
  exportAccount,
  giveConsent,
  sendAccountCode,
  sendNewMobileCode,
  withdrawConsent,
} from '@trove/contract/identity/account'
import {
  getSlider,
  getUser,
  listSessions,
  memberInfo,
  token,
  updateRealName,
  updateUser,
} from '@trove/contract/identity/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { askCode, freshAddress, otherCode, readCode, tally, useCode } from '../../../../test/world/sign-in.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { CLOSING_SECONDS } from './service.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterAll(() => world?.stop())

let lastMobile = 13_200_000_000
const freshMobile = () => String(++lastMobile)
const MINUTE = 60_000
/** After it a number may ask for codes without the slider again. */
const HOUR = 60 * MINUTE

/** Signs a number in, and waits until it may be sent another code. */
async function signIn(mobile = freshMobile()): Promise<WorldUser> {
  const as = await world.signIn(mobile)
  await world.advance(MINUTE)
  return as
}
async function ownCode(as: WorldUser, purpose: 'delete-account' | 'change-mobile'): Promise<string> {
  await world.call(sendAccountCode, { body: { purpose } }, { as, headers: freshAddress() })
  return readCode(world, as.mobile)
}
async function newCode(as: WorldUser, mobile: string): Promise<string> {
  await world.call(sendNewMobileCode, { body: { mobile } }, { as, headers: freshAddress() })
  return readCode(world, mobile)
}
const change = (as: WorldUser, mobile: string, smsCode: string, newSmsCode: string) =>
  world.call(changeMobile, { body: { mobile, smsCode, newSmsCode } }, { as })
const remove = (as: WorldUser, smsCode: string) => world.call(deleteAccount, { body: { smsCode } }, { as })
const isSignedOut = (as: WorldUser) =>
  expect(world.call(memberInfo, {}, { as })).rejects.toMatchObject({ code: 'session.expired' })
async function finishClosing(): Promise<void> {
  await world.advance((CLOSING_SECONDS + 1) * 1000)
  await world.settle()
}

describe('another phone number', () => {
  test('is taken with a code from each, and signs out everywhere else', async () => {
    const as = await signIn()
    const elsewhere = await signIn(as.mobile)
    const mobile = freshMobile()
    const codes = [await ownCode(as, 'change-mobile'), await newCode(as, mobile)] as const
    expect(await change(as, mobile, ...codes)).toEqual({ mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` })
    expect(await world.call(memberInfo, {}, { as })).toMatchObject({
      userId: as.userId,
      mobile: expect.stringContaining('****'),
    })
    expect(await world.call(listSessions, {}, { as })).toHaveLength(1)
    await isSignedOut(elsewhere)
    await world.advance(HOUR)
    expect((await world.signIn(mobile)).userId).toBe(as.userId)
    expect((await world.signIn(as.mobile)).userId).not.toBe(as.userId)
  })

  test('needs both codes, and a wrong one leaves the right one good', async () => {
    const as = await signIn()
    const mobile = freshMobile()
    const [own, fresh] = [await ownCode(as, 'change-mobile'), await newCode(as, mobile)]
    const wrong = { code: 'identity.code-wrong' }
    await expect(change(as, mobile, otherCode(own), fresh)).rejects.toMatchObject(wrong)
    await expect(change(as, mobile, own, otherCode(fresh))).rejects.toMatchObject(wrong)
    await expect(change(as, mobile, fresh, own)).rejects.toMatchObject(wrong)
    await expect(change(as, freshMobile(), own, fresh)).rejects.toMatchObject(wrong)
    await change(as, mobile, own, fresh)
    await expect(change(as, mobile, own, fresh)).rejects.toMatchObject(wrong)
  })

  test('mistyped at its code however often leaves the own code good, and gains nobody a try of it', async () => {
    const as = await signIn()
    const [mobile, other] = [freshMobile(), freshMobile()]
    const [own, fresh] = [await ownCode(as, 'change-mobile'), await newCode(as, mobile)]
    for (let i = 1; i <= 4; i++) await change(as, mobile, own, otherCode(fresh, i)).catch(() => undefined)
    await newCode(as, other)
    // Four wrong ones and any number of right ones at once: one try is left, as without the right ones.
    const wrong = Array.from({ length: 4 }, (_, i) => change(as, other, otherCode(own, i + 1), fresh))
    const right = Array.from({ length: 4 }, () => change(as, other, own, 'none'))
    expect(await tally([...wrong, ...right])).toEqual({ kept: 0, refused: { 'identity.code-wrong': 8 } })
    const { rows } = await sql<{ tries: number }>`select tries from sms_codes
      where scope = 'account:change-mobile' order by expires_at desc limit 1`.execute(world.db)
    expect(rows).toEqual([{ tries: 4 }])
    await change(as, mobile, own, fresh)
  })

  test('that somebody has is refused only after both codes were right', async () => {
    const [as, other] = [await signIn(), await signIn()]
    const codes = [await ownCode(as, 'change-mobile'), await newCode(as, other.mobile)] as const
    await expect(change(as, other.mobile, otherCode(codes[0]), codes[1])).rejects.toMatchObject({
      code: 'identity.code-wrong',
    })
    await expect(change(as, other.mobile, ...codes)).rejects.toMatchObject({ code: 'identity.phone-taken' })
    expect(await world.call(memberInfo, {}, { as: other })).toMatchObject({ userId: other.userId })
  })

  test('is guarded like a sign-in: five wrong tries kill the code', async () => {
    const as = await signIn()
    const mobile = freshMobile()
    const [own, fresh] = [await ownCode(as, 'change-mobile'), await newCode(as, mobile)]
    for (let i = 1; i <= 5; i++) await change(as, mobile, otherCode(own, i), fresh).catch(() => undefined)
    await expect(change(as, mobile, own, fresh)).rejects.toMatchObject({ code: 'identity.code-wrong' })
  })

  test('asked for many times at once happens once', async () => {
    const as = await signIn()
    const mobile = freshMobile()
    const codes = [await ownCode(as, 'change-mobile'), await newCode(as, mobile)] as const
    const { kept, refused } = await tally(Array.from({ length: 10 }, () => change(as, mobile, ...codes)))
    expect([kept, refused]).toEqual([1, { 'identity.code-wrong': 9 }])
  })
})

describe('a number under attack', () => {
  const numberOf = async (as: WorldUser) => {
    const { rows } = await sql<{
      index: Buffer
    }>`select phone_index as index from users where id = ${as.userId}`.execute(world.db)
    return rows[0]!.index
  }
  /** So many wrong codes of strangers on a number, the last two hours ago. */
  const attack = async (index: Buffer) => {
    await sql`insert into wrong_codes (phone_index, is_known_device)
      select ${index}, false from generate_series(1, 10)`.execute(world.db)
    await sql`insert into phone_guards as g (phone_index, wrong_in_a_row, last_unknown_guess_at)
      values (${index}, 10, business_now() - interval '2 hours') on conflict (phone_index) do update
      set wrong_in_a_row = 10, last_unknown_guess_at = excluded.last_unknown_guess_at`.execute(world.db)
  }
  const solve = async () => {
    const { id } = await world.call(getSlider, {}, { headers: freshAddress() })
    const { rows } = await sql<{ x: number }>`select target_x as x from sliders where id = ${id}`.execute(world.db)
    return `${id}:${rows[0]!.x}`
  }

  test('keeps its owner from nothing in a session of some age, who still has five tries of a code', async () => {
    const as = await signIn()
    await attack(await numberOf(as))
    const code = await ownCode(as, 'delete-account')
    await expect(remove(as, code)).rejects.toMatchObject({ code: 'identity.slider-required' })
    await sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${as.userId}`.execute(world.db)
    const wrong = Array.from({ length: 8 }, (_, i) => remove(as, otherCode(code, i + 1)))
    expect(await tally(wrong)).toEqual({ kept: 0, refused: { 'identity.code-wrong': 8 } })
    await expect(remove(as, code)).rejects.toMatchObject({ code: 'identity.code-wrong' })
    await world.advance(MINUTE)
    await remove(as, await ownCode(as, 'delete-account'))
    await isSignedOut(as)
  })

  test('still sends its owner codes in a session, five a day, when strangers have spent theirs', async () => {
    const as = await signIn()
    const other = await signIn()
    const code = { code: 'identity.sms-limit' }
    await sql`insert into sms_sends (id, phone_index, network, state, sent_at)
      select 'spent-' || i, ${await numberOf(as)}, 'elsewhere', 'sent', business_now() - interval '2 hours'
      from generate_series(1, 9) i`.execute(world.db)
    await expect(askCode(world, as.mobile)).rejects.toMatchObject(code)
    await expect(newCode(other, as.mobile)).rejects.toMatchObject(code)
    for (let i = 0; i < 5; i++) {
      await ownCode(as, 'change-mobile')
      await world.advance(HOUR)
    }
    await expect(ownCode(as, 'change-mobile')).rejects.toMatchObject(code)
  })

  test('and the new one as well are content with one slider, which is used up', async () => {
    const [as, former] = [await signIn(), await signIn()]
    await attack(await numberOf(as))
    await attack(await numberOf(former))
    await sql`update users set phone_index = sha256(phone_index) where id = ${former.userId}`.execute(world.db)
    const codes = [await ownCode(as, 'change-mobile'), await newCode(as, former.mobile)] as const
    const form = (slider?: string) => ({ mobile: former.mobile, smsCode: codes[0], newSmsCode: codes[1], slider })
    const ask = (slider?: string) => world.call(changeMobile, { body: form(slider) }, { as })
    await expect(ask()).rejects.toMatchObject({ code: 'identity.slider-required' })
    const slider = await solve()
    expect(await ask(slider)).toMatchObject({ mobile: expect.stringContaining('****') })
    const { rows } = await sql`select from sliders where id = ${slider.split(':')[0]!}`.execute(world.db)
    expect(rows).toEqual([])
  })
})

describe('who has another number', () => {
  type Text = { text: string; code: string | null }
  /** What was told to a number, codes aside. */
  const toldTo = async (mobile: string) => {
    await world.settle()
    const texts = (await (await world.raw(`/dev/outbox.json?mobile=${mobile}`)).json()) as Text[]
    return texts.filter(({ code }) => code === null).map(({ text }) => text)
  }
  const notices = async (as: WorldUser) =>
    (await world.call(listNotices, { query: {} }, { as })).content.filter(
      ({ kind }) => kind === 'identity.mobile-changed',
    )

  test('is told so in the account and at the former number, which learns no more than four digits of the new one', async () => {
    const as = await signIn()
    const mobile = freshMobile()
    const codes = [await ownCode(as, 'change-mobile'), await newCode(as, mobile)] as const
    await change(as, mobile, ...codes)
    const told = await toldTo(as.mobile)
    expect(told).toEqual([
      `【众享】你的账户已更换为尾号 ${mobile.slice(-4)} 的手机号，此号码不再用于登录。如非本人操作，请立即联系管理员。`,
    ])
    expect(told.join()).not.toContain(mobile)
    expect(await toldTo(mobile)).toEqual([])
    expect(await notices(as)).toMatchObject([
      { params: { mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` }, link: { to: 'account' } },
    ])
    const { rows } = await sql`select 1 from sms_notices`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('is told in the language the change was asked in', async () => {
    const as = await signIn()
    const mobile = freshMobile()
    const [smsCode, newSmsCode] = [await ownCode(as, 'change-mobile'), await newCode(as, mobile)]
    const body = { mobile, smsCode, newSmsCode }
    await world.call(changeMobile, { body }, { as, headers: { 'accept-language': 'en' } })
    expect(await toldTo(as.mobile)).toEqual([
      `[Trove] Your account’s phone number was changed to the one ending in ${mobile.slice(-4)}. This number can no longer be used to sign in. If this was not you, contact the administrator now.`,
    ])
  })

  test('is told nothing while the number stays: a wrong code, one somebody has, or the same number again', async () => {
    const [as, other] = [await signIn(), await signIn()]
    const own = await ownCode(as, 'change-mobile')
    const taken = await newCode(as, other.mobile)
    await expect(change(as, other.mobile, own, otherCode(taken))).rejects.toMatchObject({ code: 'identity.code-wrong' })
    await expect(change(as, other.mobile, own, taken)).rejects.toMatchObject({ code: 'identity.phone-taken' })
    await world.advance(MINUTE)
    await change(as, as.mobile, own, await newCode(as, as.mobile))
    expect([await toldTo(as.mobile), await toldTo(other.mobile)]).toEqual([[], []])
    expect(await notices(as)).toEqual([])
  })
})

describe('a code for one thing', () => {
  test('does nothing else: it neither signs in nor deletes', async () => {
    const as = await signIn()
    const code = await ownCode(as, 'change-mobile')
    await expect(useCode(world, { mobile: as.mobile, smsCode: code })).rejects.toMatchObject({
      code: 'identity.code-wrong',
    })
    const body = { grant_type: 'mobile', mobile: as.mobile, smsCode: code, scope: 'account:change-mobile' }
    await expect(world.call(token, { body })).rejects.toMatchObject({ code: 'identity.code-wrong' })
    await expect(remove(as, code)).rejects.toMatchObject({ code: 'identity.code-wrong' })
  })

  test('of signing in does not delete', async () => {
    const as = await signIn()
    const code = await askCode(world, as.mobile)
    await expect(remove(as, code)).rejects.toMatchObject({ code: 'identity.code-wrong' })
  })
})

describe('deleting the account', () => {
  test('signs out at once, erases soon after, and the number begins anew', async () => {
    const as = await signIn()
    await world.call(updateUser, { body: { username: '要走的人' } }, { as })
    await remove(as, await ownCode(as, 'delete-account'))
    await isSignedOut(as)
    await world.advance(MINUTE - CLOSING_SECONDS * 1000)
    await finishClosing()
    const watcher = await signIn()
    const card = await world.call(getUser, { query: { userId: as.userId } }, { as: watcher })
    expect(card).toMatchObject({ id: as.userId, nickName: '已注销用户', headImgUrl: null })
    const again = await world.signIn(as.mobile)
    expect(again.userId).not.toBe(as.userId)
    await isSignedOut(as)
  })

  test('lets nobody in between the wish and the erasure', async () => {
    const as = await signIn()
    await remove(as, await ownCode(as, 'delete-account'))
    await sql`update users set closing_at = closing_at + interval '2 minutes' where id = ${as.userId}`.execute(world.db)
    await world.advance(MINUTE)
    const smsCode = await askCode(world, as.mobile)
    const closing = { code: 'identity.account-closing' }
    await expect(useCode(world, { mobile: as.mobile, smsCode })).rejects.toMatchObject(closing)
    await world.advance(HOUR)
    await finishClosing()
    await useCode(world, { mobile: as.mobile, smsCode: await askCode(world, as.mobile) })
  })

  test('stays undone without the right code, and is done once however often it is asked', async () => {
    const as = await signIn()
    const code = await ownCode(as, 'delete-account')
    await expect(remove(as, otherCode(code))).rejects.toMatchObject({ code: 'identity.code-wrong' })
    expect(await world.call(accountState, {}, { as })).toMatchObject({ hindrances: [] })
    const { kept } = await tally(Array.from({ length: 8 }, () => remove(as, code)))
    expect(kept).toBe(1)
  })

  test('is refused while cleared income is not paid out, and not for what is too little to leave', async () => {
    const as = await signIn()
    const income = (key: string, fen: number) =>
      sql`select ledger_post('clearing', ${key}, null, array['suspense', ${`payable:${as.userId}`}],
        array[${fen}, ${-fen}]::bigint[], '[]')`.execute(world.db)
    await income(`rest:${as.userId}`, 9)
    expect(await world.call(accountState, {}, { as })).toMatchObject({ hindrances: [] })
    await income(`more:${as.userId}`, 1)
    expect(await world.call(accountState, {}, { as })).toMatchObject({ hindrances: ['income'] })
    await expect(remove(as, await ownCode(as, 'delete-account'))).rejects.toMatchObject({
      code: 'identity.delete-income',
    })
    await finishClosing()
    const { rows } =
      await sql`select 1 from users where id = ${as.userId} and deleted_at is null and closing_at is null`.execute(
        world.db,
      )
    expect(rows).toHaveLength(1)
  })

  test('is called off when something came between, and the account goes on', async () => {
    const as = await signIn()
    await remove(as, await ownCode(as, 'delete-account'))
    await sql`insert into wallet_binding (id, user_id, account_index, account_kind, unbound_at)
      values ('b-late', ${as.userId}, '', 'user-id', now())`.execute(world.db)
    await sql`insert into wallet_payout (id, number, user_id, binding_id, amount_fen)
      values ('p-late', 'n-late', ${as.userId}, 'b-late', 100)`.execute(world.db)
    await finishClosing()
    await world.advance(MINUTE)
    const back = await world.signIn(as.mobile)
    expect(back.userId).toBe(as.userId)
    expect(await world.call(accountState, {}, { as: back })).toMatchObject({ hindrances: ['payout'] })
    await world.advance(HOUR)
    const again = remove(back, await ownCode(back, 'delete-account'))
    await expect(again).rejects.toMatchObject({ code: 'identity.delete-payout' })
  })
})

describe('consents', () => {
  const given = async (as: WorldUser) =>
    (await world.call(accountState, {}, { as })).consents.map(({ purpose, isGiven }) => [purpose, isGiven])

  test('for the real name is kept with it, and taking it back erases the name', async () => {
    const as = await signIn()
    await world.call(updateRealName, { body: { realName: '王小明', consent: CONSENT_VERSION } }, { as })
    expect(await given(as)).toEqual([['real-name', true]])
    await world.call(withdrawConsent, { body: { purpose: 'real-name' } }, { as })
    expect(await given(as)).toEqual([['real-name', false]])
    expect(await world.call(memberInfo, {}, { as })).toMatchObject({ realName: null })
  })

  test('are acts that are never rewritten: given, withdrawn, given again', async () => {
    const as = await signIn()
    const body = { purpose: 'receiving-account', version: CONSENT_VERSION } as const
    await world.call(giveConsent, { body }, { as })
    await world.call(giveConsent, { body }, { as })
    await world.call(withdrawConsent, { body: { purpose: 'receiving-account' } }, { as })
    await world.call(giveConsent, { body }, { as })
    const { rows } = await sql<{ act: string }>`
      select act from consents where user_id = ${as.userId} order by id`.execute(world.db)
    expect(rows.map(({ act }) => act)).toEqual(['given', 'withdrawn', 'given'])
    const rewrite = sql`update consents set act = 'given' where user_id = ${as.userId}`.execute(world.db)
    await expect(rewrite).rejects.toThrow('append-only')
  })

  test('to the agreement, taken back, signs out everywhere', async () => {
    const mobile = freshMobile()
    const smsCode = await askCode(world, mobile)
    const pair = await useCode(world, { mobile, smsCode, agreement: CONSENT_VERSION })
    const as = { userId: pair.user_id, mobile, accessToken: pair.access_token, refreshToken: pair.refresh_token }
    expect(await given(as)).toEqual([['sign-in', true]])
    await world.call(withdrawConsent, { body: { purpose: 'sign-in' } }, { as })
    await isSignedOut(as)
    await world.advance(MINUTE)
    expect(await world.call(memberInfo, {}, { as: await world.signIn(mobile) })).toMatchObject({ agreement: null })
  })
})

describe('the copy of one’s data', () => {
  test('is a file for its owner alone, with sealed values opened', async () => {
    const as = await signIn()
    await world.call(updateRealName, { body: { realName: '赵钱孙' } }, { as })
    const answer = await world.raw(exportAccount.path, { headers: { authorization: `Bearer ${as.accessToken}` } })
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="trove-data-[\d-]+\.json"$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const copy = (await answer.json()) as { account: { users: object[]; sessions: object[] } }
    expect(copy.account.users).toMatchObject([{ id: as.userId, phone: as.mobile, realName: '赵钱孙', role: 'member' }])
    expect(copy.account.sessions).toHaveLength(1)
    expect(JSON.stringify(copy)).not.toMatch(/salt|phoneIndex|codeHmac/)
    expect((await world.raw(exportAccount.path)).status).toBe(401)
  })

  test('is told to its owner, and wants the second factor of who has one', async () => {
    const as = await signIn()
    const headers = { authorization: `Bearer ${as.accessToken}` }
    const take = async () => (await world.raw(exportAccount.path, { headers })).status
    const told = async () =>
      (await world.call(listNotices, { query: {} }, { as })).content.filter(
        ({ kind }) => kind === 'identity.copy-taken',
      )
    await enrolTotp(world, as)
    await sql`update second_factor_proof set proved_at = now() - interval '11 minutes'`.execute(world.db)
    expect(await take()).toBe(403)
    expect(await told()).toEqual([])
    await sql`update second_factor_proof set proved_at = now()`.execute(world.db)
    expect(await take()).toBe(200)
    expect(await told()).toMatchObject([{ link: { to: 'sessions' } }])
  })
})

describe('an erasure', () => {
  const isErased = async ({ userId }: WorldUser) => {
    const { rows } = await sql<{ gone: boolean }>`select deleted_at is not null as gone from users
      where id = ${userId}`.execute(world.db)
    return rows[0]?.gone
  }

  test('that fails keeps no other waiting, however many fail, and is tried again', async () => {
    const [stuck, next] = [await signIn(), await signIn()]
    for (const as of [stuck, next]) await remove(as, await ownCode(as, 'delete-account'))
    // More than are taken at once, and before the others by their ids.
    await sql`insert into users (id, phone_index, phone_sealed, nick_name, name_grams, closing_at)
      select '!' || n, sha256(n::text::bytea), phone_sealed, nick_name, name_grams, closing_at from users, generate_series(1, 30) n
      where id = ${stuck.userId}`.execute(world.db)
    await sql`create function refuse_erasure() returns trigger language plpgsql as
      $$ begin raise exception 'not this one'; end $$`.execute(world.db)
    await sql`create trigger refuse_erasure before update on users for each row
      when (new.deleted_at is not null and (new.id like '!%' or new.id = ${sql.lit(stuck.userId)}))
      execute function refuse_erasure()`.execute(world.db)
    await finishClosing()
    expect([await isErased(stuck), await isErased(next)]).toEqual([false, true])
    await sql`drop function refuse_erasure() cascade`.execute(world.db)
    await finishClosing()
    expect(await isErased(stuck)).toBe(true)
  })

  test('leaves nothing of an upload that was under way', async () => {
    const as = await signIn()
    const smsCode = await ownCode(as, 'delete-account')
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer()
    const upload = httpRequest(world.url + uploadAvatar.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${as.accessToken}`,
        'content-type': 'multipart/form-data; boundary=cut',
        expect: '100-continue',
      },
    })
    upload.flushHeaders()
    // The call is let in now; its body comes after the account is gone.
    await once(upload, 'continue')
    await remove(as, smsCode)
    await finishClosing()
    expect(await isErased(as)).toBe(true)
    const answered = once(upload, 'response')
    const head = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    upload.end(Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--cut--\r\n')]))
    const [answer] = (await answered) as [IncomingMessage]
    answer.resume()
    const { rows } = await sql<{ avatar: string | null; files: number }>`select avatar_file as avatar,
      (select count(*)::int from files where owner_id = ${as.userId}) as files
      from users where id = ${as.userId}`.execute(world.db)
    expect([answer.statusCode, rows]).toEqual([401, [{ avatar: null, files: 0 }]])
  })
})
