import { createWork, takeWorkOffline } from '@trove/contract/code/works'
import { openConversation } from '@trove/contract/conversations/routes'
import { withdrawConsent } from '@trove/contract/identity/account'
import {
  addCase,
  alterHourSalary,
  CASES_MAX,
  changeCase,
  getExpert,
  getHomepage,
  listExperts,
  listSalaryBands,
  orderCases,
  removeCase,
  spreadOfExperts,
  uploadCasePicture,
} from '@trove/contract/talent/experts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certify, uncertify } from '../../../test/labs/talent-lab.ts'
import { publishWork } from '../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { spreadPrices } from './experts/store.ts'

/** Experts, homepages and cases as people use them. */

let world: World
let count = 0
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterAll(() => world.stop())

const person = () => world.signIn(`137${String(++count).padStart(8, '0')}`)
async function expert(realName: string, yuan?: string, more = {}): Promise<WorldUser & { id: string }> {
  const user = await person()
  await certify(world, user, { realName, ...more })
  if (yuan) await world.call(alterHourSalary, { body: { hourSalary: yuan } }, { as: user })
  const { productId } = await world.call(getHomepage, { query: {} }, { as: user })
  return { ...user, id: productId }
}
const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#0b7a5b' } })
    .withExif({ IFD0: { Copyright: 'taken at home' } })
    .jpeg()
    .toBuffer()
async function send(user: WorldUser, content: Buffer) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'case.jpg')
  const answer = await world.raw(uploadCasePicture.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.accessToken}` },
    body: form,
  })
  return (await answer.json()) as { error?: string; data: { casePicUrl: string } }
}
const upload = async (user: WorldUser): Promise<string> => (await send(user, await picture())).data.casePicUrl
const add = (as: WorldUser, caseName: string, more = {}) => world.call(addCase, { body: { caseName, ...more } }, { as })
const names = async (id: string) =>
  (await world.call(getHomepage, { query: { productId: id } })).productCases.map(({ caseName }) => caseName)
const search = async (query: Parameters<typeof world.call<typeof listExperts>>[1]['query']) =>
  (await world.call(listExperts, { query })).content.map(({ realName }) => realName)

describe('the hourly salary', () => {
  test('is set by a certified expert alone, and is exact to the fen', async () => {
    const [nobody, li] = [await person(), await expert('李向远')]
    const set = (as: WorldUser, hourSalary: string) => world.call(alterHourSalary, { body: { hourSalary } }, { as })
    await expect(set(nobody, '100')).rejects.toMatchObject({ code: 'talent.not-certified' })
    expect(await set(li, '123.45')).toEqual({ productId: li.id, hourSalary: '123.45' })
    await expect(set(li, '0')).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(set(li, '10000.01')).rejects.toMatchObject({ code: 'talent.salary-too-high' })
    await uncertify(world, li)
    await expect(set(li, '200')).rejects.toMatchObject({ code: 'talent.not-certified' })
    const { rows } = await sql`select hour_fen, is_open from talent_experts where user_id = ${li.userId}`.execute(
      world.db,
    )
    expect(rows).toEqual([{ hour_fen: 12345n, is_open: false }])
  })

  test.each(['productId', 'userId', 'status', 'isCertified', 'identity', 'realName'])(
    'is one’s own: a %s sent with it is refused, and changes nobody',
    async (field) => {
      const [li, wu] = [await expert('李向远', '100'), await expert('吴越', '300')]
      const answer = await world.raw(alterHourSalary.path, {
        method: 'POST',
        body: JSON.stringify({ hourSalary: '1', [field]: field === 'status' ? 2 : wu.id }),
        headers: { authorization: `Bearer ${li.accessToken}`, 'content-type': 'application/json' },
      })
      expect(((await answer.json()) as { error: string }).error).toBe('request.invalid')
      for (const [id, hourSalary] of [
        [li.id, '100.00'],
        [wu.id, '300.00'],
      ] as const)
        expect(await world.call(getHomepage, { query: { productId: id } })).toMatchObject({ hourSalary })
    },
  )
})

describe('rates of others', () => {
  const labels = [{ field: 'mobile', skills: ['mobile.flutter', 'mobile.ios'] }]
  const bands = (as: WorldUser) => world.call(listSalaryBands, {}, { as, language: 'en' })

  test('are quartiles by skill, of at least five others who can be hired', async () => {
    const asking = await expert('钱问价', '9999', { labels })
    const others: WorldUser[] = []
    for (const yuan of ['500', '100', '400', '300.01'])
      others.push(await expert('周报价', yuan, { labels: [{ field: 'mobile', skills: ['mobile.flutter'] }] }))
    await expert('郑无价', undefined, { labels })
    expect(await bands(asking)).toEqual([])
    others.push(await expert('王五价', '200', { labels: [{ field: 'mobile', skills: ['mobile.flutter'] }] }))
    const skill = expect.stringMatching(/flutter/i)
    expect(await bands(asking)).toEqual([{ skill, experts: 5, low: '200.00', middle: '300.01', high: '400.00' }])
    await uncertify(world, others[0]!)
    expect(await bands(asking)).toEqual([])
    expect(await bands(await person())).toEqual([])
  })
})

describe('what hours cost on the market', () => {
  test('is spread over bars of those who can be hired', async () => {
    const barsNow = async () => new Map((await spreadPrices(world.db)).map(({ from, count }) => [from, count]))
    const before = await barsNow()
    const gone = await expert('施贵价', '2500')
    await expert('施便宜', '49.99')
    await expert('施未定')
    const gained = async () =>
      [...(await barsNow())].flatMap(([from, count]) => (count === before.get(from) ? [] : [from]))
    expect(await gained()).toEqual([0, 200_000])
    await uncertify(world, gone)
    expect(await gained()).toEqual([0])
    expect((await world.call(spreadOfExperts, {})).price.map(({ from }) => from).slice(0, 2)).toEqual(['0.00', '50.00'])
  })
})

describe('a homepage', () => {
  test('shows everybody what certification made public, in their language, and to its owner that it is theirs', async () => {
    const wu = await expert('吴知夏', '150', { labels: [{ field: 'mobile', skills: ['mobile.harmony'] }] })
    const own = await world.call(getHomepage, { query: {} }, { as: wu })
    expect(own).toMatchObject({ realName: '吴知夏', identity: '架构师', skills: ['鸿蒙'], workExp: '3–5 年' })
    expect(own).toMatchObject({ isOwn: true, isOpen: true, hourSalary: '150.00', productCodes: [], productCases: [] })
    const seen = await world.call(getHomepage, { query: { productId: wu.id } }, { language: 'en' })
    expect(seen).toMatchObject({ identity: 'Software architect', skills: ['HarmonyOS'], isOwn: false })
    expect((await world.call(getExpert, { params: { id: wu.id } })).realName).toBe('吴知夏')
  })

  test('shows the works its expert has online in the code market, and no draft', async () => {
    const ma = await expert('马知远', '90')
    const shown = await publishWork(world, ma, { title: '排班助手' })
    await world.call(createWork, { body: { title: '还没写完' } }, { as: ma })
    const seen = await world.call(getHomepage, { query: { productId: ma.id } })
    const counts = { countBrowses: 0, countComments: 0, countDownloads: 0 }
    expect(seen.productCodes).toEqual([
      { productId: shown, productName: '排班助手', productUrl: expect.stringMatching(/^\/files\/public\//), ...counts },
    ])
    await world.call(takeWorkOffline, { params: { id: shown } }, { as: ma })
    expect((await world.call(getHomepage, { query: { productId: ma.id } })).productCodes).toEqual([])
  })

  test('is nobody’s who is not certified, and is gone from sight once the certification is', async () => {
    const [nobody, sun] = [await person(), await expert('孙渐行', '80')]
    const gone = { code: 'talent.not-found' }
    await expect(world.call(getHomepage, { query: {} }, { as: nobody })).rejects.toMatchObject(gone)
    await expect(world.call(getHomepage, { query: {} })).rejects.toMatchObject(gone)
    expect(await search({ name: '孙渐行' })).toEqual(['孙渐行'])
    await uncertify(world, sun)
    await expect(world.call(getHomepage, { query: { productId: sun.id } })).rejects.toMatchObject(gone)
    expect(await search({ name: '孙渐行' })).toEqual([])
  })

  test('cannot be found or hired from the moment the consent to its certification is withdrawn', async () => {
    const lu = await expert('陆闻笛', '70')
    await world.call(withdrawConsent, { body: { purpose: 'certification' } }, { as: lu })
    expect(await search({ name: '陆闻笛' })).toEqual([])
  })

  test('can be asked about in a conversation before anybody hires', async () => {
    const [asker, he] = [await person(), await expert('何问渠', '99')]
    const talk = await world.call(
      openConversation,
      { body: { subjectKind: 'manpower', subjectId: he.id } },
      { as: asker },
    )
    expect(talk).toMatchObject({ subject: { title: '何问渠' } })
  })
})

describe('cases', () => {
  test('are added, changed, put in order and removed by their expert alone', async () => {
    const [zhao, other] = [await expert('赵清河', '60'), await expert('钱塘', '60')]
    const [a, b] = [await add(zhao, '支付网关'), await add(zhao, '风控平台', { link: 'https://example.org/risk' })]
    expect(await names(zhao.id)).toEqual(['支付网关', '风控平台'])
    await world.call(orderCases, { body: { ids: [b.id, a.id] } }, { as: zhao })
    expect(await names(zhao.id)).toEqual(['风控平台', '支付网关'])
    const changed = { caseName: '支付网关二期', casePicUrl: '', link: '' }
    await world.call(changeCase, { params: { id: a.id }, body: changed }, { as: zhao })
    const not = { code: 'resource.not-found' }
    const foreign = { params: { id: a.id }, body: changed }
    await expect(world.call(changeCase, foreign, { as: other })).rejects.toMatchObject(not)
    await expect(world.call(removeCase, { params: { id: a.id } }, { as: other })).rejects.toMatchObject(not)
    for (const ids of [[a.id], [a.id, a.id], [a.id, 'other']])
      await expect(world.call(orderCases, { body: { ids } }, { as: zhao })).rejects.toMatchObject({
        code: 'talent.cases-changed',
      })
    await world.call(removeCase, { params: { id: b.id } }, { as: zhao })
    expect(await names(zhao.id)).toEqual(['支付网关二期'])
    expect(await search({ name: '网关二期' })).toEqual(['赵清河'])
    expect(await search({ name: '风控' })).toEqual([])
  })

  test('take addresses of the web and nothing a browser would run', async () => {
    const zhou = await expert('周行', '60')
    for (const link of ['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org', 'example.org'])
      await expect(add(zhou, 'x', { link })).rejects.toMatchObject({ code: 'request.invalid' })
  })

  test('show a picture drawn anew, whole and without what else was in the file', async () => {
    const zheng = await expert('郑重', '60')
    const casePicUrl = await upload(zheng)
    const made = await add(zheng, '大屏', { casePicUrl })
    const shown = Buffer.from(await (await world.raw(made.casePicUrl!)).arrayBuffer())
    const facts = await sharp(shown).metadata()
    expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(['webp', 900, 600, undefined])
    await world.call(removeCase, { params: { id: made.id } }, { as: zheng })
    await world.settle()
    expect((await world.raw(casePicUrl)).status).toBe(404)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>'
  const bomb = () =>
    sharp({ create: { width: 11_000, height: 11_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  test.each<[string, () => Promise<Buffer>, string]>([
    ['a drawing with a script', async () => Buffer.from(svg), 'files.not-an-image'],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'files.not-an-image'],
    ['half a picture', async () => (await picture()).subarray(0, 900), 'files.not-an-image'],
    ['a bomb of pixels', bomb, 'files.dimensions'],
    ['more than 8 MB', async () => Buffer.alloc(8 * 1024 * 1024 + 1, 1), 'files.too-large'],
  ])('take no picture that is %s', async (_, make, code) => {
    const wei = await expert('卫青', '60')
    expect((await send(wei, await make())).error).toBe(code)
    const { rows } = await sql`select from files where owner_id = ${wei.userId}`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('show a picture once, and never somebody else’s', async () => {
    const [wang, feng] = [await expert('王朝', '60'), await expert('冯远', '60')]
    const casePicUrl = await upload(wang)
    const gone = { code: 'talent.picture-gone' }
    await expect(add(feng, '别人的图', { casePicUrl })).rejects.toMatchObject(gone)
    await add(wang, '自己的图', { casePicUrl })
    await expect(add(wang, '同一张图', { casePicUrl })).rejects.toMatchObject(gone)
  })

  test('are at most thirty, however many are added at once', async () => {
    const chen = await expert('陈多', '60')
    const all = await Promise.allSettled(Array.from({ length: CASES_MAX + 5 }, (_, i) => add(chen, `案例 ${i}`)))
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(5)
    expect(await names(chen.id)).toHaveLength(CASES_MAX)
  })
})

describe('the list of experts', () => {
  test('finds them by two Chinese characters, an English word, a skill and a price', async () => {
    const labels = [{ field: 'games', skills: ['games.unity', 'games.cocos'] }]
    await expert('慕容雪', '300.50', { labels, identity: '独立游戏人' })
    await expert('慕容霜', '299.99', { labels: [{ field: 'embedded', skills: ['embedded.rtos'] }] })
    expect(await search({ name: '慕容', sort: 'price-asc' })).toEqual(['慕容霜', '慕容雪'])
    expect(await search({ name: '容雪' })).toEqual(['慕容雪'])
    expect(await search({ name: 'unity' })).toEqual(['慕容雪'])
    expect(await search({ name: '操作系统' })).toEqual(['慕容霜'])
    expect(await search({ name: '独立游戏' })).toEqual(['慕容雪'])
    expect(await search({ skill: 'games.cocos' })).toEqual(['慕容雪'])
    expect(await search({ skill: 'embedded' })).toEqual(['慕容霜'])
    expect(await search({ name: '慕容', minPrice: '300' })).toEqual(['慕容雪'])
    expect(await search({ name: '慕容', maxPrice: '299.99' })).toEqual(['慕容霜'])
    expect(await search({ name: '雪容' })).toEqual([])
  })

  test.each(['newest', 'price-asc', 'price-desc', 'hired-desc'] as const)(
    'gives each expert once in the order %s, by cursor and by page',
    async (sort) => {
      const all = (await world.call(listExperts, { query: { sort, size: 100 } })).content
      const byCursor: string[] = []
      let cursor: string | undefined
      do {
        const page = await world.call(listExperts, { query: { sort, size: 3, cursor } })
        byCursor.push(...page.content.map(({ productId }) => productId))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(byCursor).toEqual(all.map(({ productId }) => productId))
      expect(new Set(byCursor).size).toBeGreaterThan(6)
      const second = await world.call(listExperts, { query: { sort, size: 3, page: 1 } })
      expect(second.content).toEqual(all.slice(3, 6))
      const prices = all.map(({ hourSalary }) => Number(hourSalary))
      if (sort === 'price-asc') expect(prices).toEqual(prices.toSorted((a, b) => a - b))
      if (sort === 'price-desc') expect(prices).toEqual(prices.toSorted((a, b) => b - a))
    },
  )

  test('gives those of a text once each, by cursor and by page, from their first price until they are certified no more', async () => {
    const [first, second, third] = [await expert('端木甲', '10'), await expert('端木乙'), await expert('端木丙', '12')]
    expect(await search({ name: '端木' })).toEqual(['端木丙', '端木甲'])
    await world.call(alterHourSalary, { body: { hourSalary: '11' } }, { as: second })
    const begin = await world.call(listExperts, { query: { name: '端木', size: 2 } })
    expect([begin.content.map(({ realName }) => realName), begin.totalElements]).toEqual([['端木丙', '端木乙'], 3])
    expect(await search({ name: '端木', size: 2, cursor: begin.nextCursor! })).toEqual(['端木甲'])
    expect(await search({ name: '端木', size: 1, page: 1 })).toEqual(['端木乙'])
    await uncertify(world, third)
    await world.call(addCase, { body: { caseName: '端木的案例' } }, { as: first })
    expect(await search({ name: '端木' })).toEqual(['端木乙', '端木甲'])
    expect((await world.call(listExperts, { query: { name: '端木' } })).totalElements).toBe(2)
  })

  test('refuses a cursor of another order', async () => {
    const { nextCursor } = await world.call(listExperts, { query: { sort: 'price-asc', size: 1 } })
    const wrong = world.call(listExperts, { query: { sort: 'newest', cursor: nextCursor! } })
    await expect(wrong).rejects.toMatchObject({ code: 'resource.not-found' })
  })
})
