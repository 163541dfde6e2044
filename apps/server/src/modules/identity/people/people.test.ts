import { listInterestTags } from '@trove/contract/dictionary/routes'
import {
  AGREEMENT_VERSION,
  addInterestTags,
  getUser,
  memberInfo,
  setInterestTags,
  updateRealName,
  updateUser,
} from '@trove/contract/identity/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askCode, useCode } from '../../../../test/world/sign-in.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { findIdsByName } from './store.ts'

let world: World
let as: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false, env: { DEMO: '1' } })
  as = await world.signIn('13600000001')
})
afterAll(() => world?.stop())

describe('one’s own profile', () => {
  test('changes the nickname, without hidden marks, and others see it', async () => {
    const body = { username: '  云\u202e舟  <b>x</b> ' }
    expect(await world.call(updateUser, { body }, { as })).toMatchObject({ username: '云舟 <b>x</b>' })
    const other = await world.signIn('13600000002')
    expect(await world.call(getUser, { query: { userId: as.userId } }, { as: other })).toEqual({
      id: as.userId,
      nickName: '云舟 <b>x</b>',
      headImgUrl: null,
      isDemo: false,
      realName: null,
    })
  })

  test.each([
    [{ role: 'operator' }],
    [{ username: 'a', walletFlag: true }],
    [{ mobile: '13600000009' }],
    [{ username: '' }],
    [{ username: '\u200b\u2066' }],
    [{ username: 'x'.repeat(31) }],
    [{ username: 'a\u0000b' }],
    [{ username: 5 }],
  ])('refuses %j with the field named', async (body) => {
    const call = world.call(updateUser, { body: body as { username: string } }, { as })
    await expect(call).rejects.toMatchObject({ code: 'request.invalid', fields: [{ path: expect.any(String) }] })
  })

  test('of another person cannot be changed', async () => {
    const other = await world.signIn('13600000003')
    const forbidden = { code: 'session.forbidden' }
    const name = world.call(updateUser, { body: { userId: other.userId, username: 'x' } }, { as })
    await expect(name).rejects.toMatchObject(forbidden)
    const realName = world.call(updateRealName, { body: { userId: other.userId, realName: 'x' } }, { as })
    await expect(realName).rejects.toMatchObject(forbidden)
    const unknown = world.call(getUser, { query: { userId: 'nobody' } }, { as })
    await expect(unknown).rejects.toMatchObject({ code: 'resource.not-found' })
  })

  test('keeps the real name sealed, for its owner alone', async () => {
    const body = { userId: as.userId, realName: '张三丰' }
    expect(await world.call(updateRealName, { body }, { as })).toMatchObject({ realName: '张三丰' })
    const { rows } = await sql<{ text: string }>`select u::text as text from users u`.execute(world.db)
    const dump = rows.map((row) => row.text).join()
    expect(dump).not.toContain('张三丰')
    expect(dump).not.toContain(Buffer.from('张三丰').toString('hex'))
    expect(dump).not.toContain(as.mobile)
    const other = await world.signIn('13600000093')
    const seenBy = async (who: WorldUser) =>
      (await world.call(getUser, { query: { userId: as.userId } }, { as: who })).realName
    expect([await seenBy(as), await seenBy(other)]).toEqual(['张三丰', null])
  })

  test.each(['', '   ', '\u200b'])(
    'an empty real name (%j) is refused in the words of the specification',
    async (realName) => {
      const headers = { authorization: `Bearer ${as.accessToken}`, 'content-type': 'application/json' }
      const answer = await world.raw(updateRealName.path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ realName }),
      })
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { code: 400, error: 'wallet.real-name-empty', message: '真实姓名不能为空' },
      ])
    },
  )
})

describe('interest tags', () => {
  test('are saved by the old GET and by POST, and come with the member info in the reader’s language', async () => {
    const saved = await world.call(addInterestTags, { query: { interestTagIdList: 'gpu, backend,gpu' } }, { as })
    expect(saved.map((tag) => tag.id)).toEqual(['gpu', 'backend'])
    const body = { interestTagIdList: ['rendering', 'design'] }
    await world.call(setInterestTags, { body }, { as })
    const member = await world.call(memberInfo, {}, { as, language: 'en' })
    expect(member.sysDictVOList.map((tag) => tag.dictValue)).toEqual(['Rendering', 'Product and design'])
  })

  test('are listed at the address of the specification, in the reader’s language', async () => {
    const headers = { authorization: `Bearer ${as.accessToken}`, 'accept-language': 'en' }
    const answer = await world.raw('/api/consumer/system/get/interest/tag', { headers })
    const { code, data } = (await answer.json()) as { code: number; data: object[] }
    expect([answer.status, code]).toEqual([200, 200])
    expect(data).toContainEqual({
      id: 'design',
      dictValue: 'Product and design',
      labelZh: '产品与设计',
      labelEn: 'Product and design',
      market: 'talent',
    })
  })

  test('need at least one, and only those there are', async () => {
    const empty = world.call(addInterestTags, { query: { interestTagIdList: ' , ' } }, { as })
    await expect(empty).rejects.toMatchObject({ code: 'identity.tags-empty' })
    const unknown = world.call(setInterestTags, { body: { interestTagIdList: ['gpu', 'no-such-tag'] } }, { as })
    await expect(unknown).rejects.toMatchObject({ code: 'resource.not-found' })
    const many = Array.from({ length: 51 }, (_, i) => String(i)).join()
    const tooMany = world.call(addInterestTags, { query: { interestTagIdList: many } }, { as })
    await expect(tooMany).rejects.toMatchObject({ code: 'resource.not-found' })
    expect(await world.call(listInterestTags, {}, { as })).toHaveLength(24)
  })
})

test('consent is recorded once for each text, with its time and purpose', async () => {
  const mobile = '13600000004'
  const signIn = async (agreement: string) => {
    const smsCode = await askCode(world, mobile)
    await world.advance(60_000)
    return useCode(world, { mobile, smsCode, agreement })
  }
  const { user_id } = await signIn('made-up')
  const consents = async () => {
    const { rows } = await sql<{ purpose: string; version: string; at: Date }>`
      select purpose, version, at from consents where user_id = ${user_id}`.execute(world.db)
    return rows
  }
  expect(await consents()).toEqual([])
  const pair = await signIn(AGREEMENT_VERSION)
  const first = await consents()
  expect(first).toMatchObject([{ purpose: 'sign-in', version: AGREEMENT_VERSION, at: expect.any(Date) }])
  await signIn(AGREEMENT_VERSION)
  expect(await consents()).toEqual(first)
  const user = { userId: user_id, mobile, accessToken: pair.access_token, refreshToken: undefined }
  expect(await world.call(memberInfo, {}, { as: user })).toMatchObject({ agreement: AGREEMENT_VERSION })
})

test('people are found by any part of their name, newest first, with no wildcard', async () => {
  const ids: string[] = []
  for (const [i, username] of ['搜索甲 Abcd%e', '大搜索乙 aBCd_e', '搜一索'].entries()) {
    const user = await world.signIn(`1360000001${i}`)
    await world.call(updateUser, { body: { username } }, { as: user })
    ids.push(user.userId)
  }
  expect(await findIdsByName(world.db, '搜索', 200)).toEqual([ids[1], ids[0]])
  expect(await findIdsByName(world.db, '索', 200)).toEqual([ids[2], ids[1], ids[0]])
  expect(await findIdsByName(world.db, 'ABCD', 200)).toEqual([ids[1], ids[0]])
  expect(await findIdsByName(world.db, 'd%e', 200)).toEqual([ids[0]])
  expect(await findIdsByName(world.db, '%', 200)).toEqual([ids[0]])
  expect(await findIdsByName(world.db, '搜索', 1)).toEqual([ids[1]])
})

describe('demo people', () => {
  test('are there once however often the site starts, marked as demo', async () => {
    const other = await world.spawnServer({}, ['--roles=http'])
    await other.stop()
    const { rows } = await sql<{ role: string }>`select role from users where is_demo order by seq`.execute(world.db)
    expect(rows.map((row) => row.role).sort()).toEqual(['member', 'member', 'member', 'operator', 'operator'])
    const operator = await world.signIn('13800000009')
    expect(await world.call(memberInfo, {}, { as: operator })).toMatchObject({ role: 'operator', isDemo: true })
    const second = await world.signIn('13800000008')
    expect(await world.call(memberInfo, {}, { as: second })).toMatchObject({ role: 'operator', isDemo: true })
    const seller = await world.signIn('13800000001')
    expect(await world.call(memberInfo, {}, { as: seller })).toMatchObject({ role: 'member', isDemo: true })
  })

  test('without the demo the operator is alone', async () => {
    const bare = await startWorld({ hasPayment: false, hasJobs: false })
    try {
      const { rows } = await sql`select role, is_demo from users`.execute(bare.db)
      expect(rows).toEqual([{ role: 'operator', is_demo: false }])
    } finally {
      await bare.stop()
    }
  })
})
