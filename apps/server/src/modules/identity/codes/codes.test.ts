import {
  getSlider,
  getSliderQuestion,
  memberInfo,
  sendSms,
  sendSmsByPost,
  token,
} from '@trove/contract/identity/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askCode, freshAddress, otherCode, readCode, tally, useCode } from '../../../../test/world/sign-in.ts'
import { startWorld, type World } from '../../../../test/world/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: World
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
})
afterAll(() => world?.stop())

let lastMobile = 13_900_000_000
const freshMobile = () => String(++lastMobile)

const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(world.db)).rows[0]!.n

/** Solves a puzzle the way its drawer knows the answer. */
async function solve(): Promise<string> {
  const { id } = await world.call(getSlider, {}, { headers: freshAddress() })
  const { rows } = await sql<{ target_x: number }>`select target_x from sliders where id = ${id}`.execute(world.db)
  return `${id}:${rows[0]!.target_x + 3}`
}

describe('asking for a code', () => {
  test('says the same for a known and an unknown number, and sends to one number however it is written', async () => {
    const mobile = freshMobile()
    const first = await world.call(sendSms, { query: { mobile } }, { headers: freshAddress() })
    await useCode(world, { mobile, smsCode: await readCode(world, mobile) })
    await world.advance(MINUTE)
    expect(await world.call(sendSms, { query: { mobile: `+86 ${mobile}` } }, { headers: freshAddress() })).toEqual(
      first,
    )
    expect(first).toEqual({ resendSeconds: 60 })
    const again = world.call(sendSms, { query: { mobile: ` 86${mobile}` } }, { headers: freshAddress() })
    await expect(again).rejects.toMatchObject({ code: 'identity.sms-too-soon' })
  })

  test('goes as a POST too, so that the number stands in no address', async () => {
    const mobile = freshMobile()
    await world.call(sendSmsByPost, { body: { mobile } }, { headers: freshAddress() })
    expect(await useCode(world, { mobile, smsCode: await readCode(world, mobile) })).toMatchObject({
      token_type: 'bearer',
    })
  })

  test.each(['12345', '12800000000', '+1 202 555 0123', ''])('refuses %j', async (mobile) => {
    await expect(world.call(sendSms, { query: { mobile } }, { headers: freshAddress() })).rejects.toMatchObject({
      code: mobile === '' ? 'request.invalid' : 'identity.phone-invalid',
    })
  })

  test('refuses a number given twice', async () => {
    const path = sendSms.path.replace('{product}', 'trove')
    const answer = await world.raw(`${path}?mobile=13900001111&mobile=13900001112`, { headers: freshAddress() })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'request.invalid', fields: [{ path: 'mobile' }] })
  })

  test('thirty times at once sends one message', async () => {
    const mobile = freshMobile()
    const calls = Array.from({ length: 30 }, () =>
      world.call(sendSms, { query: { mobile } }, { headers: freshAddress() }),
    )
    expect(await tally(calls)).toEqual({ kept: 1, refused: { 'identity.sms-too-soon': 29 } })
  })

  test('wants a slider from the fourth in an hour, stops at five an hour and at ten a day', async () => {
    const mobile = freshMobile()
    const ask = async (slider?: string) => {
      await world.advance(MINUTE)
      return world.call(sendSms, { query: { mobile, slider } }, { headers: freshAddress() })
    }
    for (let i = 0; i < 3; i++) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'identity.slider-required' })
    const answer = await solve()
    await ask(answer)
    await expect(ask(answer)).rejects.toMatchObject({ code: 'identity.slider-required' })
    await ask(await solve())
    await expect(ask(await solve())).rejects.toMatchObject({ code: 'identity.sms-limit' })
    await world.advance(HOUR)
    for (let i = 0; i < 5; i++) await ask(await solve())
    await world.advance(HOUR)
    await expect(ask(await solve())).rejects.toMatchObject({ code: 'identity.sms-limit' })
  })

  test('wants a slider from the sixth in a day, however far apart they are', async () => {
    const mobile = freshMobile()
    for (let i = 0; i < 5; i++) {
      await askCode(world, mobile)
      await world.advance(2 * HOUR)
    }
    await expectRefusal(askCode(world, mobile), 'identity.slider-required')
    await askCode(world, mobile, freshAddress(), await solve())
  })

  test('from one network stops at twenty an hour, over all numbers and the whole /64', async () => {
    const calls = Array.from({ length: 30 }, (_, i) =>
      world.call(
        sendSms,
        { query: { mobile: freshMobile() } },
        { headers: { 'x-forwarded-for': `2001:db8:1:2::${i + 1}` } },
      ),
    )
    expect(await tally(calls)).toEqual({ kept: 20, refused: { 'identity.sms-limit': 10 } })
    const neighbour = { 'x-forwarded-for': '2001:db8:1:3::1' }
    await world.call(sendSms, { query: { mobile: freshMobile() } }, { headers: neighbour })
  })
})

describe('a number whose codes of the day strangers have spent', () => {
  const ask = (mobile: string, headers: Record<string, string> = {}) =>
    world.call(sendSmsByPost, { body: { mobile } }, { headers: { ...freshAddress(), ...headers } })

  test('still sends its owner codes on a device that is known, five a day, and strangers none', async () => {
    const mobile = freshMobile()
    const owner = await firstSignIn(mobile)
    await spendTheDay(mobile, 9)
    await expectRefusal(ask(mobile), 'identity.sms-limit')
    await ask(mobile, owner)
    await useCode(world, { mobile, smsCode: await readCode(world, mobile) }, owner)
    await expectRefusal(ask(mobile, owner), 'identity.sms-too-soon')
    for (let i = 1; i < 5; i++) {
      await world.advance(HOUR)
      await ask(mobile, owner)
    }
    await world.advance(HOUR)
    await expectRefusal(ask(mobile, owner), 'identity.sms-limit')
    await expectRefusal(ask(mobile), 'identity.sms-limit')
  })

  test('is opened neither by the device of another number nor by a link that a known device follows', async () => {
    const mobile = freshMobile()
    const owner = await firstSignIn(mobile)
    const other = await firstSignIn(freshMobile())
    await spendTheDay(mobile, 9)
    await expectRefusal(ask(mobile, other), 'identity.sms-limit')
    const link = world.call(sendSms, { query: { mobile } }, { headers: { ...freshAddress(), ...owner } })
    await expectRefusal(link, 'identity.sms-limit')
    await ask(mobile, owner)
  })

  test('is not made to wait by a stranger who asked a moment ago', async () => {
    const mobile = freshMobile()
    const owner = await firstSignIn(mobile)
    await world.advance(MINUTE)
    await ask(mobile)
    await ask(mobile, owner)
  })

  test('knows the device where codes are asked for and where they are used', async () => {
    const paths: string[] = []
    await firstSignIn(freshMobile(), (cookies) => paths.push(...cookies))
    const center = '/api/new_gateway/trove-sso-authcenter'
    expect(paths.map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1])).toEqual([`${center}/oauth/token`, `${center}/sms`])
    expect(sendSmsByPost.path.replace('{product}', 'trove').startsWith(`${center}/sms/`)).toBe(true)
    for (const cookie of paths) expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/)
  })

  /** So many more codes for strangers, five an hour, until ten are out. */
  async function spendTheDay(mobile: string, left: number): Promise<void> {
    for (let i = 0; i < left; i++) {
      await world.advance(15 * MINUTE)
      await askCode(world, mobile, freshAddress(), await solve())
    }
    await world.advance(HOUR)
  }
})

describe('a slider', () => {
  test('is right only near its hole, once, within two minutes', async () => {
    const mobile = freshMobile()
    for (let i = 0; i < 3; i++) {
      await askCode(world, mobile)
      await world.advance(MINUTE)
    }
    const ask = (slider: string) => world.call(sendSms, { query: { mobile, slider } }, { headers: freshAddress() })
    const [id, x] = (await solve()).split(':')
    await expect(ask(`${id}:${Number(x) + 10}`)).rejects.toMatchObject({ code: 'identity.slider-required' })
    await expect(ask(`${id}:${x}`)).rejects.toMatchObject({ code: 'identity.slider-required' })
    const late = await solve()
    await sql`update sliders set expires_at = now() where id = ${late.split(':')[0]!}`.execute(world.db)
    await expect(ask(late)).rejects.toMatchObject({ code: 'identity.slider-required' })
    await ask(await solve())
  })

  test('is a drawing that does not name its answer outside the hole, and nothing in it runs', async () => {
    const slider = await world.call(getSlider, {}, { headers: freshAddress() })
    expect(slider.backgroundSvg).toMatch(/^<svg [^>]*viewBox="0 0 300 150"/)
    expect(slider.pieceSvg).toMatch(/^<svg [^>]*viewBox="0 0 44 44"/)
    expect(slider.backgroundSvg + slider.pieceSvg).not.toMatch(/<script|on\w+=|href|<foreignObject/i)
  })
})

describe('a question in place of the slider', () => {
  const answerOf = async (id: string) => {
    const { rows } = await sql<{ target_x: number }>`select target_x from sliders where id = ${id}`.execute(world.db)
    return -rows[0]!.target_x
  }

  test('lets through whoever answers it exactly, once', async () => {
    const mobile = freshMobile()
    for (let i = 0; i < 3; i++) {
      await askCode(world, mobile)
      await world.advance(MINUTE)
    }
    const ask = (slider: string) => world.call(sendSms, { query: { mobile, slider } }, { headers: freshAddress() })
    const fresh = async () => (await world.call(getSliderQuestion, {}, { headers: freshAddress() })).id
    const wrong = await fresh()
    const right = await answerOf(wrong)
    await expect(ask(`${wrong}:${right + 1}`)).rejects.toMatchObject({ code: 'identity.slider-required' })
    await expect(ask(`${wrong}:${right}`)).rejects.toMatchObject({ code: 'identity.slider-required' })
    const id = await fresh()
    await ask(`${id}:${await answerOf(id)}`)
  })

  test('is asked in the reader’s language, with its numbers in words', async () => {
    const inEnglish = { ...freshAddress(), 'accept-language': 'en' }
    const { question } = await world.call(getSliderQuestion, {}, { headers: inEnglish })
    expect(question).toMatch(/^There are [a-z-]+ machines and [a-z]+ (more arrive|are taken away)/)
    const chinese = await world.call(
      getSliderQuestion,
      {},
      { headers: { ...freshAddress(), 'accept-language': 'zh-CN' } },
    )
    expect(chinese.question).toMatch(/^有[一二三四五六七八九十]+台机器/)
  })

  test('counts with the pictures against one limit', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.200' }
    const calls = Array.from({ length: 124 }, (_, n) =>
      world.call(n % 2 ? getSlider : getSliderQuestion, {}, { headers }),
    )
    expect(await tally(calls as Promise<unknown>[])).toEqual({ kept: 120, refused: { 'request.too-frequent': 4 } })
  })
})

describe('a code', () => {
  test('signs a new number in, once', async () => {
    const mobile = freshMobile()
    const smsCode = await askCode(world, mobile)
    const pair = await useCode(world, { mobile, smsCode: ` ${smsCode.slice(0, 3)} ${smsCode.slice(3)}` })
    const as = { userId: pair.user_id, mobile, accessToken: pair.access_token, refreshToken: undefined }
    const member = await world.call(memberInfo, {}, { as })
    expect(member).toMatchObject({
      userId: pair.user_id,
      mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
      walletFlag: false,
      role: 'member',
      isDemo: false,
      sysDictVOList: [],
      agreement: null,
    })
    expect(member.username).toMatch(/^众享用户/)
    await expect(useCode(world, { mobile, smsCode })).rejects.toMatchObject({ code: 'identity.code-wrong' })
  })

  test('is bound to its number, its kind of device and its scope', async () => {
    const mobile = freshMobile()
    const other = freshMobile()
    const smsCode = await askCode(world, mobile)
    await askCode(world, other)
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile' }
    const wrong = { code: 'identity.code-wrong' }
    await expect(useCode(world, { mobile, smsCode }, phone)).rejects.toMatchObject(wrong)
    const body = { grant_type: 'mobile', scope: 'other', mobile, smsCode }
    await expect(world.call(token, { body })).rejects.toMatchObject(wrong)
    await useCode(world, { mobile, smsCode })
    if ((await readCode(world, other)) !== smsCode)
      await expect(useCode(world, { mobile: other, smsCode })).rejects.toMatchObject(wrong)
  })

  test('lives five minutes of business time, and a new one takes its place', async () => {
    const mobile = freshMobile()
    const first = await askCode(world, mobile)
    await world.advance(MINUTE)
    const second = await askCode(world, mobile)
    if (first !== second)
      await expect(useCode(world, { mobile, smsCode: first })).rejects.toMatchObject({ code: 'identity.code-wrong' })
    await world.advance(5 * MINUTE)
    await expect(useCode(world, { mobile, smsCode: second })).rejects.toMatchObject({ code: 'identity.code-wrong' })
  })

  test('used fifty times at once opens one session (C12)', async () => {
    const mobile = freshMobile()
    const smsCode = await askCode(world, mobile)
    const calls = Array.from({ length: 50 }, () => useCode(world, { mobile, smsCode }))
    expect(await tally(calls)).toEqual({ kept: 1, refused: { 'identity.code-wrong': 49 } })
    const sessions = sql<{ n: number }>`select count(*)::int as n from sessions
      where user_id = (select id from users order by seq desc limit 1)`
    expect(await count(sessions)).toBe(1)
  })

  test('guessed a hundred times at once is evaluated five times and then dead (C12)', async () => {
    const mobile = freshMobile()
    const smsCode = await askCode(world, mobile)
    const before = await count(sql`select count(*)::int as n from wrong_codes`)
    const calls = Array.from({ length: 100 }, (_, i) => useCode(world, { mobile, smsCode: otherCode(smsCode, i + 1) }))
    expect(await tally(calls)).toEqual({ kept: 0, refused: { 'identity.code-wrong': 100 } })
    expect((await count(sql`select count(*)::int as n from wrong_codes`)) - before).toBe(5)
    await expect(useCode(world, { mobile, smsCode })).rejects.toMatchObject({ code: 'identity.code-wrong' })
  })

  test('is stored nowhere, nor is the number', async () => {
    const mobile = freshMobile()
    const smsCode = await askCode(world, mobile)
    await useCode(world, { mobile, smsCode })
    for (const table of ['users', 'sms_sends', 'sms_codes', 'sms_outbox', 'sessions', 'known_devices', 'wrong_codes']) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(world.db)
      const text = rows.map((row) => row.text).join('\n')
      expect(text).not.toContain(mobile)
      expect(text).not.toContain(Buffer.from(mobile).toString('hex'))
    }
    const { rows } = await sql<{ text: string }>`select c::text as text from sms_codes c`.execute(world.db)
    expect(rows.map((row) => row.text).join()).not.toContain(`,${smsCode},`)
  })
})

describe('a number under attack', () => {
  test('slows unknown devices down, lets the known one go on, and a new code resets nothing', async () => {
    const mobile = freshMobile()
    const owner = await firstSignIn(mobile)
    await world.advance(MINUTE)
    for (let round = 0; round < 2; round++) {
      const smsCode = await askCode(world, mobile)
      for (let i = 1; i <= 5; i++) await expectRefusal(useCode(world, { mobile, smsCode: otherCode(smsCode, i) }))
      await world.advance(MINUTE)
    }
    await world.advance(HOUR)
    const smsCode = await askCode(world, mobile)
    // An hour has passed: one guess, with a slider.
    await expectRefusal(useCode(world, { mobile, smsCode }), 'identity.slider-required')
    await expectRefusal(useCode(world, { mobile, smsCode: otherCode(smsCode), slider: await solve() }))
    const stopped = useCode(world, { mobile, smsCode, slider: await solve() })
    await expect(stopped).rejects.toMatchObject({ code: 'identity.code-attempts', params: { minutes: 60 } })
    await useCode(world, { mobile, smsCode }, owner)
  })

  test('stops unknown devices at a hundred wrong in a row; the known one opens it again', async () => {
    const mobile = freshMobile()
    const owner = await firstSignIn(mobile)
    await world.advance(MINUTE)
    const wrong = await askCode(world, mobile)
    await expectRefusal(useCode(world, { mobile, smsCode: otherCode(wrong) }))
    await sql`update phone_guards set wrong_in_a_row = 100 where wrong_in_a_row = 1`.execute(world.db)
    await world.advance(24 * HOUR)
    const smsCode = await askCode(world, mobile)
    await expectRefusal(useCode(world, { mobile, smsCode, slider: await solve() }), 'identity.code-attempts')
    await useCode(world, { mobile, smsCode }, owner)
    await world.advance(MINUTE)
    await useCode(world, { mobile, smsCode: await askCode(world, mobile) })
  })

  test('makes every unknown device solve a slider while many numbers are guessed at', async () => {
    const mobile = freshMobile()
    const smsCode = await askCode(world, mobile)
    await sql`insert into wrong_codes (phone_index, is_known_device)
      select decode(md5(i::text), 'hex'), false from generate_series(1, 300) i`.execute(world.db)
    await expectRefusal(useCode(world, { mobile, smsCode }), 'identity.slider-required')
    await useCode(world, { mobile, smsCode, slider: await solve() })
    await world.advance(11 * MINUTE)
    await useCode(world, { mobile, smsCode: await askCode(world, mobile) })
  })
})

async function expectRefusal(call: Promise<unknown>, code = 'identity.code-wrong'): Promise<void> {
  await expect(call).rejects.toMatchObject({ code })
}

/** Signs in and answers the headers of a device that is known from then on. `look` sees its cookies as they were set. */
async function firstSignIn(mobile: string, look?: (cookies: string[]) => void): Promise<Record<string, string>> {
  const smsCode = await askCode(world, mobile)
  let cookie = ''
  await world.call(
    token,
    { body: { grant_type: 'mobile', mobile, smsCode } },
    {
      onResponse: (response) => {
        const cookies = response.headers.getSetCookie().filter((text) => text.startsWith('trove_device='))
        look?.(cookies)
        cookie = cookies[0]?.split(';')[0] ?? ''
      },
    },
  )
  expect(cookie).toMatch(/^trove_device=.{43}$/)
  return { cookie }
}
