import { addComment } from '@trove/contract/code/comments'
import { setLicences } from '@trove/contract/code/licences'
import { listWorks, rankCommented, rankMvp, rankPopular, spreadOfWorks } from '@trove/contract/code/market'
import { WORK_PARTS } from '@trove/contract/code/shapes'
import { grantWork } from '@trove/contract/code/vault'
import {
  createWork,
  getWork,
  listMyWorks,
  putWorkOnline,
  removePicture,
  takeWorkOffline,
  updateWork,
} from '@trove/contract/code/works'
import { listConversations, openConversation, sendMessage } from '@trove/contract/conversations/routes'
import { addFavourite, listFavourites } from '@trove/contract/favourites/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillWork, publishWork, sendPicture } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { WORKS_SHOWN } from '../model/limits.ts'
import { createRankings } from './rankings.ts'
import { spreadPrices } from './store.ts'

let world: World
let author: WorldUser
let reader: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  author = await world.signIn('13500000011')
  reader = await world.signIn('13500000012')
})
afterAll(() => world?.stop())

const refused = (code: string) => expect.objectContaining({ code })
const put = (id: string, body: object, as = author) => world.call(updateWork, { params: { id }, body }, { as })
const see = (id: string, as?: WorldUser) => world.call(getWork, { params: { id } }, as ? { as } : {})
const find = async (query: object) =>
  (await world.call(listWorks, { query }, {})).content.map(({ productName }) => productName)

describe('a work', () => {
  test('needs every required part before it goes online, and says which are missing (b-markets 5)', async () => {
    const { id } = await world.call(createWork, { body: { title: 'Half' } }, { as: author })
    const online = () => world.call(putWorkOnline, { params: { id } }, { as: author })
    expect((await see(id, author)).missing).toEqual(WORK_PARTS.filter((part) => part !== 'title'))
    const error = await online().catch((thrown: unknown) => thrown as { fields: { path: string }[] })
    expect(error).toMatchObject({ code: 'code.incomplete' })
    expect((error as { fields: { path: string }[] }).fields.map(({ path }) => path)).toEqual(
      WORK_PARTS.filter((part) => part !== 'title'),
    )
    await fillWork(world, author, id)
    expect((await see(id, author)).missing).toEqual(['source'])
    await expect(online()).rejects.toEqual(refused('code.no-version'))
  })

  test('keeps the limits of its title, labels and pictures', async () => {
    const { id } = await world.call(createWork, { body: { title: 'x'.repeat(50) } }, { as: author })
    for (const body of [
      { title: 'x'.repeat(51) },
      { labels: ['a', 'b', 'c', 'd', 'e', 'f'] },
      { labels: ['x'.repeat(31)] },
      { language: 'Klingon' },
      { demoUrl: 'javascript:alert(1)' },
    ])
      await expect([body, await put(id, body).catch((thrown: unknown) => thrown)]).toEqual([
        body,
        refused('request.invalid'),
      ])
    await put(id, { title: 'y'.repeat(50), labels: ['x'.repeat(30), 'b', 'c', 'd', 'e'] })
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    expect(await (await sendPicture(world, author, id, 'project', svg)).json()).toMatchObject({
      error: 'files.not-an-image',
    })
    const kinds = ['project', 'run', 'buyer'] as const
    for (const kind of kinds) {
      for (let i = 0; i < 3; i++) expect((await sendPicture(world, author, id, kind)).status).toBe(200)
      expect(await (await sendPicture(world, author, id, kind)).json()).toMatchObject({ error: 'files.too-many' })
    }
    expect((await sendPicture(world, reader, id)).status).toBe(404)
    expect((await see(id, author)).pictures.map(({ kind }) => kind)).toEqual(
      kinds.flatMap((kind) => [kind, kind, kind]),
    )
  })

  test('is kept as a favourite under its title for as long as anybody can find it', async () => {
    const id = await publishWork(world, author, { title: 'Worth keeping' })
    const subject = { kind: 'code' as const, id }
    const kept = async () => (await world.call(listFavourites, { query: {} }, { as: reader })).content
    await world.call(addFavourite, { body: subject }, { as: reader })
    expect(await kept()).toMatchObject([{ ...subject, title: 'Worth keeping' }])
    await world.call(takeWorkOffline, { params: { id } }, { as: author })
    expect(await kept()).toMatchObject([{ ...subject, title: null }])
    await expect(world.call(addFavourite, { body: subject }, { as: author })).rejects.toEqual(
      refused('resource.not-found'),
    )
  })

  test('can be asked about before anybody buys it, by others than its author, for as long as it is online', async () => {
    const id = await publishWork(world, author, { title: 'Worth a question' })
    const body = { subjectKind: 'code' as const, subjectId: id }
    const talk = await world.call(openConversation, { body }, { as: reader })
    expect(talk).toMatchObject({ subject: { kind: 'code', id, title: 'Worth a question' }, isOtherOwner: true })
    await world.call(
      sendMessage,
      { params: { id: talk.id }, body: { text: 'Does it run on Node 20?' } },
      { as: reader },
    )
    const [heard] = (await world.call(listConversations, { query: {} }, { as: author })).content
    expect(heard).toMatchObject({ id: talk.id, unread: 1, last: { text: 'Does it run on Node 20?' } })
    await expect(world.call(openConversation, { body }, { as: author })).rejects.toEqual(
      refused('conversations.own-subject'),
    )
    await world.call(takeWorkOffline, { params: { id } }, { as: author })
    const late = await world.signIn('13500000029')
    await expect(world.call(openConversation, { body }, { as: late })).rejects.toEqual(refused('resource.not-found'))
    expect(await world.call(openConversation, { body }, { as: reader })).toMatchObject({ id: talk.id })
  })

  test('that was taken down shows no picture to anybody who knows its address, and takes none', async () => {
    const id = await publishWork(world, author, { title: 'Taken down' })
    const { src } = (await see(id)).pictures[0]!
    const shown = await world.raw(src)
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    await sql`update code_works set state = 'removed' where id = ${id}`.execute(world.db)
    expect((await world.raw(src)).status).toBe(404)
    expect((await sendPicture(world, author, id, 'run')).status).toBe(404)
    await sql`update code_works set state = 'online' where id = ${id}`.execute(world.db)
    expect((await world.raw(src)).status).toBe(200)
  })

  test('that is online stays whole, and its last picture of the project stays', async () => {
    const id = await publishWork(world, author, { title: 'Whole' })
    await expect(put(id, { labels: [] })).rejects.toEqual(refused('code.incomplete'))
    const [picture] = (await see(id)).pictures
    const remove = () => world.call(removePicture, { params: { id: picture!.id } }, { as: author })
    await expect(remove()).rejects.toEqual(refused('code.incomplete'))
    expect(await see(id)).toMatchObject({ labels: ['tools'], pictures: [{ id: picture!.id }] })
    await world.call(takeWorkOffline, { params: { id } }, { as: author })
    await expect(world.call(removePicture, { params: { id: picture!.id } }, { as: reader })).rejects.toEqual(
      refused('resource.not-found'),
    )
    await remove()
    await expect(put(id, { title: 'Mine' }, reader)).rejects.toEqual(refused('resource.not-found'))
  })

  test('that costs something goes online only when its author can be paid, and is never granted for nothing', async () => {
    const { id } = await world.call(createWork, { body: { title: 'Paid' } }, { as: author })
    await fillWork(world, author, id, { price: '9.90' })
    await sql`insert into code_versions (work_id, number, made_by, notes, head, refs, is_forward, objects, pack_bytes,
      pack_sha256, tree_digest, blob_key) select ${id}, 1, made_by, notes, head, refs, is_forward, objects, pack_bytes,
      pack_sha256, tree_digest, blob_key from code_versions limit 1`.execute(world.db)
    await expect(world.call(putWorkOnline, { params: { id } }, { as: author })).rejects.toEqual(
      refused('code.needs-account'),
    )
    const free = await publishWork(world, author, { title: 'Free' })
    await expect(
      world.call(
        setLicences,
        { params: { id: free }, body: { licences: [{ licence: 'personal', price: '1' }] } },
        { as: author },
      ),
    ).rejects.toEqual(refused('code.needs-account'))
    expect((await see(free)).price).toBe('0.00')
    await sql`update code_works set state = 'online' where id = ${id}`.execute(world.db)
    await expect(world.call(grantWork, { params: { id } }, { as: reader })).rejects.toEqual(refused('code.not-free'))
    await sql`update code_works set state = 'offline' where id = ${id}`.execute(world.db)
  })
})

test('a person who gets a work under two free licences counts once, also when both are taken away at once', async () => {
  const id = await publishWork(world, author, { title: 'Both' })
  const licences = (['personal', 'commercial'] as const).map((licence) => ({ licence, price: '0' }))
  await world.call(setLicences, { params: { id }, body: { licences } }, { as: author })
  const counted = async () => (await see(id)).countDownloads
  for (let round = 0; round < 2; round++) await world.call(grantWork, { params: { id } }, { as: reader })
  expect((await see(id, reader)).ownLicences).toEqual(['personal', 'commercial'])
  expect(await counted()).toBe(1)
  const leave = (licence: string) =>
    sql`delete from code_grants where work_id = ${id} and licence = any(${licence.split(' ')})`.execute(world.db)
  await leave('personal')
  expect(await counted()).toBe(1)
  await world.call(grantWork, { params: { id } }, { as: reader })
  expect(await counted()).toBe(1)
  await leave('personal commercial')
  expect(await counted()).toBe(0)
  const join = (licence: string) =>
    sql`insert into code_grants (work_id, user_id, licence) values (${id}, ${reader.userId}, ${licence})`
  await Promise.all(['personal', 'commercial', 'source-resale'].map((licence) => join(licence).execute(world.db)))
  expect(await counted()).toBe(1)
  await Promise.all(['personal', 'commercial', 'source-resale'].map(leave))
  expect(await counted()).toBe(0)
})

test('going online and offline is limited for each person', async () => {
  const busy = await world.signIn('13500000014')
  const { id } = await world.call(createWork, { body: { title: 'Busy' } }, { as: busy })
  const online = () => world.call(putWorkOnline, { params: { id } }, { as: busy })
  await expect(online()).rejects.toEqual(refused('code.incomplete'))
  await sql`update platform_rate_limit set taken = ${WORKS_SHOWN.limit}
    where bucket = 'code.show' and key = ${busy.userId}`.execute(world.db)
  await expect(online()).rejects.toEqual(refused('request.too-frequent'))
  await expect(world.call(takeWorkOffline, { params: { id } }, { as: busy })).rejects.toEqual(
    refused('request.too-frequent'),
  )
})

describe('the list', () => {
  test('finds works by two Chinese characters, by English beginnings, and by every filter', async () => {
    const one = { title: '二维码生成器', intro: '把**链接**变成图片。', labels: ['图像'], language: 'Go' as const }
    const two = {
      title: 'Ledger sync',
      intro: 'Keeps two ledgers equal.',
      labels: ['finance', 'cli'],
      language: 'Rust' as const,
    }
    await publishWork(world, author, one)
    const second = await publishWork(world, author, two)
    const { id: draft } = await world.call(createWork, { body: { title: '二维码草稿' } }, { as: author })
    expect(await find({ keyword: '维码' })).toEqual(['二维码生成器'])
    expect(await find({ keyword: '链接' })).toEqual(['二维码生成器'])
    expect(await find({ keyword: 'ledg' })).toEqual(['Ledger sync'])
    expect(await find({ keyword: "'); drop table code_works; --" })).toEqual([])
    expect(await find({ language: 'Rust' })).toEqual(['Ledger sync'])
    expect(await find({ label: 'cli' })).toEqual(['Ledger sync'])
    expect(await find({ language: 'Rust', priceFrom: '0.01' })).toEqual([])
    expect(await find({ language: 'Rust', priceTo: '5', ratingFrom: 1 })).toEqual([])
    await sql`update code_works set rating_sum = 9, rating_count = 2 where id = ${second}`.execute(world.db)
    expect(await find({ ratingFrom: 4 })).toEqual(['Ledger sync'])
    expect((await find({ sort: 'rating' }))[0]).toBe('Ledger sync')
    await expect(see(draft)).rejects.toEqual(refused('resource.not-found'))
    for (const mobile of ['13500000097', '13500000098']) await see(second, await world.signIn(mobile))
    await see(second, reader)
    await world.call(grantWork, { params: { id: second } }, { as: reader })
    for (const words of ['Balances', 'Still does'])
      await world.call(addComment, { body: { productId: second, words } }, { as: reader })
    const [item] = (await world.call(listWorks, { query: { language: 'Rust' } }, {})).content
    expect(item).toMatchObject({ productName: 'Ledger sync', countBrowses: 3, countComments: 2, countDownloads: 1 })
    const { content } = await world.call(listWorks, { query: { keyword: '维码' } }, {})
    expect(content[0]).toMatchObject({ blurb: '把链接变成图片。', price: '0.00', language: 'Go', rating: null })
    expect(content[0]!.productUrl).toMatch(/^\/files\/public\/[0-9a-f]{32}\.webp$/)
    expect((await world.raw(content[0]!.productUrl!, {})).headers.get('content-type')).toBe('image/webp')
  })

  test('goes on page by page in every order, each work once', async () => {
    for (const sort of ['newest', 'updated', 'popular', 'rating', 'price-asc', 'price-desc'] as const) {
      const { totalElements } = await world.call(listWorks, { query: { sort } }, {})
      const pages = []
      for (let page = 0; page * 2 < totalElements; page++) pages.push(...(await find({ sort, page, size: 2 })))
      expect([sort, new Set(pages).size, pages.length]).toEqual([sort, totalElements, totalElements])
    }
  })

  test('shows an author what is theirs, drafts too, with what is missing', async () => {
    const mine = await world.call(listMyWorks, {}, { as: author })
    expect(mine.find(({ title }) => title === '二维码草稿')).toMatchObject({ state: 'draft', productUrl: null })
    expect(await world.call(listMyWorks, {}, { as: reader })).toEqual([])
  })
})

describe('rankings', () => {
  test('equal a recount: persons who got it, comments, and the formula of decision 31; looks of its author count nothing', async () => {
    const hot = await publishWork(world, author, { title: 'Hot' })
    const old = await publishWork(world, author, { title: 'Old' })
    for (const id of [hot, old]) await world.call(grantWork, { params: { id } }, { as: reader })
    await world.call(grantWork, { params: { id: hot } }, { as: await world.signIn('13500000013') })
    // Seven persons, one of them four times, and eleven replies of its author.
    await sql`insert into code_comments (id, work_id, user_id, words) select 'said-' || n, ${old},
        case when n > 10 then ${author.userId} else 'person-' || least(n, 7) end, 'Tried'
      from generate_series(1, 21) n`.execute(world.db)
    await sql`update code_works set renewed_at = business_now() - interval '45 days' where id = ${old}`.execute(
      world.db,
    )
    const popular = await world.call(rankPopular, {}, {})
    expect(
      popular.map(({ productName, productCountDownloads, score }) => [productName, productCountDownloads, score]),
    ).toEqual([
      ['Hot', 2, 2],
      ['Old', 1, 1],
      ['Ledger sync', 1, 1],
    ])
    expect((await world.call(rankCommented, {}, {})).map(({ productName, score }) => [productName, score])).toEqual([
      ['Old', 7],
      ['Ledger sync', 1],
    ])
    const mvp = new Map((await world.call(rankMvp, {}, {})).map(({ productName, score }) => [productName, score]))
    expect(mvp.get('Hot')).toBeCloseTo(10 * Math.log(3) + 4 * 3.5 + 10, 1)
    expect(mvp.get('Old')).toBeCloseTo(10 * Math.log(2) + 4 * 3.5 + 5, 1)
    expect(mvp.get('Ledger sync')).toBeCloseTo(10 * Math.log(2) + 4 * 3.5 + 10, 1)
    for (const as of [author, reader, reader, undefined]) await see(hot, as)
    expect((await see(hot)).countBrowses).toBe(1)
  })

  test('are counted once a minute, and a work that goes offline is in none of them from then on', async () => {
    let nowMs = 0
    const rankings = createRankings(world.db, () => nowMs)
    const mvp = async () => (await rankings.mvp()).map(({ title, gets, score }) => ({ title, gets, score }))
    const [risen, gone] = await Promise.all(['Risen', 'Gone'].map((title) => publishWork(world, author, { title })))
    for (const id of [risen!, gone!]) await world.call(grantWork, { params: { id } }, { as: reader })
    const scoreOf = (title: string, all: Awaited<ReturnType<typeof mvp>>) => all.find((one) => one.title === title)
    const before = scoreOf('Risen', await mvp())!
    expect(scoreOf('Gone', await mvp())).toEqual({ ...before, title: 'Gone' })

    await world.call(grantWork, { params: { id: risen! } }, { as: await world.signIn('13500000015') })
    await world.call(takeWorkOffline, { params: { id: gone! } }, { as: author })
    nowMs = 59_999
    expect(scoreOf('Risen', await mvp())).toEqual({ ...before, gets: 2 })
    expect(scoreOf('Gone', await mvp())).toBeUndefined()
    nowMs = 60_000
    const after = scoreOf('Risen', await mvp())!
    expect(after.score - before.score).toBeCloseTo(10 * Math.log(3) - 10 * Math.log(2), 1)
  })
})

describe('prices on the market', () => {
  test('are spread over bars of works that are online, free ones by themselves', async () => {
    const barsNow = async () => new Map((await spreadPrices(world.db)).map(({ from, count }) => [from, count]))
    const before = await barsNow()
    const free = await publishWork(world, author, { title: 'Free of charge' })
    for (const fen of [999, 1000, 500_000]) {
      const id = await publishWork(world, author, { title: `For ${fen} fen` })
      await sql`update code_works set price_fen = ${fen} where id = ${id}`.execute(world.db)
    }
    const gained = async () =>
      [...(await barsNow())].flatMap(([from, count]) =>
        count === before.get(from) ? [] : [[from, count - before.get(from)!]],
      )
    expect(await gained()).toEqual([
      [0, 1],
      [1, 1],
      [1000, 1],
      [200_000, 1],
    ])
    await world.call(takeWorkOffline, { params: { id: free } }, { as: author })
    expect(await gained()).toEqual([
      [1, 1],
      [1000, 1],
      [200_000, 1],
    ])
    const { price } = await world.call(spreadOfWorks, {})
    expect(price.map(({ from }) => from).slice(0, 3)).toEqual(['0.00', '0.01', '10.00'])
  })
})
