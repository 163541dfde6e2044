import { addComment } from '@trove/contract/code/comments'
import { listWorks, rankPopular } from '@trove/contract/code/market'
import { previewFile, previewWork } from '@trove/contract/code/preview'
import * as reports from '@trove/contract/code/reports'
import { listFeatured } from '@trove/contract/code/slots'
import { createArchiveTicket, createCodeToken, grantWork } from '@trove/contract/code/vault'
import { getWork, putWorkOnline, takeWorkOffline } from '@trove/contract/code/works'
import { grantRole, listActs } from '@trove/contract/identity/staff'
import { listNotices } from '@trove/contract/notices/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addVersion } from '../../../../test/labs/code-lab.ts'
import { publishWork } from '../../../../test/labs/work-lab.ts'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { WORKS_REPORTED } from '../model/limits.ts'

let world: World
let author: WorldUser
let owner: WorldUser
let reviewer: WorldUser
let reader: WorldUser
let buyer: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  author = await world.signIn('13500000031')
  reviewer = await world.signIn('13500000032')
  reader = await world.signIn('13500000033')
  buyer = await world.signIn('13500000034')
  owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
  await grantReviewer(reviewer)
  await enrolTotp(world, reviewer)
})
afterAll(() => world?.stop())

const grantReviewer = ({ userId }: WorldUser) =>
  world.call(grantRole, { body: { userId, role: 'reviewer', reason: 'test' } }, { as: owner })

type Reason = 'malware' | 'copyright'
const refused = (code: string) => expect.objectContaining({ code })
const see = (id: string, as?: WorldUser) => world.call(getWork, { params: { id } }, as ? { as } : {})
const report = (id: string, as: WorldUser, words = 'not theirs', reason: Reason = 'copyright') =>
  world.call(reports.reportWork, { params: { id }, body: { reason, words } }, { as })
const queue = async () => (await world.call(reports.listReportedWorks, { query: {} }, { as: reviewer })).content
const down = async (view: 'answered' | 'all') =>
  (await world.call(reports.listTakedowns, { query: { view } }, { as: reviewer })).content
const takeDown = (id: string, reason: Reason = 'copyright', as = reviewer) =>
  world.call(reports.takeWorkDown, { params: { id }, body: { reason, words: 'See the report' } }, { as })
/** The newest report of a work as a reviewer sees it now. */
const lastOf = async (id: string) => (await queue()).find(({ work }) => work.id === id)?.lastReportId ?? 'none'
const dismiss = async (id: string, as = reviewer, lastReportId?: string) => {
  const body = { words: 'Nothing there', lastReportId: lastReportId ?? (await lastOf(id)) }
  return world.call(reports.dismissReports, { params: { id }, body }, { as })
}
const answer = (id: string, as = author) =>
  world.call(reports.answerTakedown, { params: { id }, body: { words: 'It is mine' } }, { as })
const decide = (id: string, decision: 'restore' | 'uphold', as = reviewer) =>
  world.call(reports.decideTakedown, { params: { id }, body: { decision, words: 'Decided' } }, { as })
const told = async (as: WorldUser) =>
  (await world.call(listNotices, { query: {} }, { as })).content.map(({ kind }) => kind)
const outcomes = (ends: PromiseSettledResult<unknown>[]) =>
  ends.map((end) => (end.status === 'fulfilled' ? 'done' : (end.reason as { code: string }).code)).toSorted()
const getFree = (id: string) => world.call(grantWork, { params: { id } }, { as: buyer })

describe('a report', () => {
  test('is one open report of a person and work, of a work they see and that is not their own', async () => {
    const id = await publishWork(world, author, { title: 'Reported' })
    await Promise.allSettled([1, 2, 3].map(() => report(id, reader))).then((ends) =>
      expect(outcomes(ends)).toEqual(['code.reported', 'code.reported', 'done']),
    )
    await report(id, buyer, 'has a key in it')
    await expect(report(id, author)).rejects.toEqual(refused('code.own-work'))
    const hidden = await publishWork(world, author, { title: 'Hidden' })
    await world.call(takeWorkOffline, { params: { id: hidden } }, { as: author })
    await expect(report(hidden, reader)).rejects.toEqual(refused('resource.not-found'))
    const [first] = await queue()
    expect(first).toMatchObject({
      work: { id, title: 'Reported', state: 'online', author: { id: author.userId } },
      reportCount: 2,
      reports: [{ reason: 'copyright', words: 'not theirs' }, { words: 'has a key in it' }],
    })
    await sql`update platform_rate_limit set taken = ${WORKS_REPORTED.limit}
      where bucket = 'code.report' and key = ${buyer.userId}`.execute(world.db)
    await expect(report(id, buyer)).rejects.toEqual(refused('request.too-frequent'))
    await sql`delete from platform_rate_limit where bucket = 'code.report'`.execute(world.db)
  })

  test('is dismissed with a reason once, by a reviewer who is not the author, and may be made again', async () => {
    const [{ work }] = (await queue()) as [Awaited<ReturnType<typeof queue>>[number]]
    await expect(dismiss(work.id, reader)).rejects.toEqual(refused('session.forbidden'))
    await expect(world.call(reports.listReportedWorks, { query: {} }, { as: author })).rejects.toEqual(
      refused('session.forbidden'),
    )
    const last = await lastOf(work.id)
    const ends = await Promise.allSettled([dismiss(work.id, reviewer, last), dismiss(work.id, reviewer, last)])
    expect(outcomes(ends)).toEqual(['code.settled-meanwhile', 'done'])
    expect(await queue()).toEqual([])
    expect((await see(work.id)).state).toBe('online')
    await report(work.id, reader)
    expect(await queue()).toHaveLength(1)
    await dismiss(work.id)
    const own = await publishWork(world, reviewer, { title: 'Of the staff' })
    await report(own, reader)
    await expect(dismiss(own)).rejects.toEqual(refused('code.own-work'))
    await expect(takeDown(own)).rejects.toEqual(refused('code.own-work'))
    await dismiss(own, owner)
  })

  test('is nothing for a reviewer who paid for the work: a takedown that is final gives the money back', async () => {
    const id = await publishWork(world, author, { title: 'Bought by the staff' })
    await report(id, reader)
    await sql`insert into code_sales (order_id, work_id, buyer_id, licence, price_fen, state, handed_over_at)
      values ('bought', ${id}, ${reviewer.userId}, 'personal', 990, 'handed-over', business_now())`.execute(world.db)
    await expect(dismiss(id)).rejects.toEqual(refused('code.own-purchase'))
    await expect(takeDown(id)).rejects.toEqual(refused('code.own-purchase'))
    await takeDown(id, 'copyright', owner)
    for (const decision of ['uphold', 'restore'] as const)
      await expect(decide(id, decision)).rejects.toEqual(refused('code.own-purchase'))
    await sql`update code_sales set state = 'given-back' where order_id = 'bought'`.execute(world.db)
    await decide(id, 'restore')
  })
})

describe('the lists of the desk', () => {
  const titlesOf = async (query: object, as = reviewer) =>
    (await world.call(reports.listReportedWorks, { query }, { as })).content.map(({ work }) => work.title)
  const downOf = async (query: object, as = reviewer) =>
    (
      await world.call(reports.listTakedowns, { query: { view: 'all', ...query } as { view: 'all' } }, { as })
    ).content.map(({ work }) => work.title)

  test('leave out one’s own works, find one by its title or author, and give it by its id', async () => {
    const id = await publishWork(world, author, { title: 'Sparse Matrix' })
    const own = await publishWork(world, reviewer, { title: 'Dense Matrix' })
    for (const one of [id, own]) await report(one, reader)
    const { nickName } = (await queue()).find(({ work }) => work.id === id)!.work.author
    const all = ['Sparse Matrix', 'Dense Matrix']
    expect([await titlesOf({}), await titlesOf({ waitsFor: 'me' })]).toEqual([all, ['Sparse Matrix']])
    expect(await titlesOf({ waitsFor: 'me' }, owner)).toEqual(all)
    const byWords = ['matrix', 'SPARSE', nickName, '%'].map((keyword) => titlesOf({ keyword }))
    expect(await Promise.all(byWords)).toEqual([all, ['Sparse Matrix'], ['Sparse Matrix'], []])
    const open = (workId: string, as = reviewer) =>
      world.call(reports.openReportedWork, { params: { id: workId } }, { as })
    expect(await open(id)).toEqual((await queue()).find(({ work }) => work.id === id))
    await expect(open('none')).rejects.toEqual(refused('resource.not-found'))
    await expect(open(id, author)).rejects.toEqual(refused('session.forbidden'))
    await dismiss(id)
    await dismiss(own, owner)
    await expect(open(id)).rejects.toEqual(refused('resource.not-found'))
  })

  test('of what is down say how it stands, and give one by its id', async () => {
    const ids = await Promise.all(['Down A', 'Down B', 'Down C'].map((title) => publishWork(world, author, { title })))
    for (const id of ids) await takeDown(id)
    for (const id of ids.slice(0, 2)) await answer(id)
    await decide(ids[1]!, 'uphold')
    const ends = ['standing', 'answered', 'upheld'].map((end) => downOf({ end }))
    expect(await Promise.all(ends)).toEqual([['Down C'], ['Down A'], ['Down B']])
    expect([await downOf({ keyword: 'down c' }), await downOf({ view: 'answered', end: 'upheld' })]).toEqual([
      ...[['Down C'], ['Down A']],
    ])
    const open = (id: string) => world.call(reports.openTakedown, { params: { id } }, { as: reviewer })
    expect(await open(ids[1]!)).toMatchObject({ work: { title: 'Down B' }, takedown: { state: 'upheld' } })
    for (const id of ids) await decide(id, 'restore')
    await expect(open(ids[1]!)).rejects.toEqual(refused('resource.not-found'))
  })
})

describe('who reported a work', () => {
  const outcomesOf = async (as: WorldUser, title: string) =>
    (await world.call(listNotices, { query: { size: 100 } }, { as })).content
      .filter(({ kind, params }) => kind.startsWith('code.report-') && params.title === title)
      .map(({ kind, link }) => [kind, link?.to ?? null])
  const nobodyWaits = () =>
    vi.waitFor(
      async () => expect((await sql`select id from code_reports where not is_told`.execute(world.db)).rows).toEqual([]),
      { timeout: 30_000 },
    )

  test('is told once what became of it; what comes after a decision was looked at stays open', async () => {
    const id = await publishWork(world, author, { title: 'Looked at' })
    await report(id, reader)
    const last = await lastOf(id)
    await report(id, buyer, 'came later')
    await dismiss(id, reviewer, last)
    const [left] = await queue()
    expect(left).toMatchObject({ work: { id }, reportCount: 1, reports: [{ words: 'came later' }] })
    await nobodyWaits()
    expect(await outcomesOf(reader, 'Looked at')).toEqual([['code.report-dismissed', 'work']])
    expect(await outcomesOf(buyer, 'Looked at')).toEqual([])

    await report(id, reader, 'again')
    const body = { reason: 'copyright' as const, words: 'It is copied', lastReportId: left!.lastReportId }
    await world.call(reports.takeWorkDown, { params: { id }, body }, { as: reviewer })
    expect(await queue()).toMatchObject([{ work: { id, state: 'removed' }, reports: [{ words: 'again' }] }])
    await dismiss(id)
    for (let round = 0; round < 2; round++) {
      world.platform.jobs.soon('code.tell-reporters')
      await nobodyWaits()
    }
    expect(await outcomesOf(buyer, 'Looked at')).toEqual([['code.report-taken-down', null]])
    expect(await outcomesOf(reader, 'Looked at')).toHaveLength(2)
    expect(await outcomesOf(author, 'Looked at')).toEqual([])
  })

  test('settles no report by the report of another work, and hears nothing when their account is gone', async () => {
    const [id, other] = [
      await publishWork(world, author, { title: 'Gone reporter' }),
      await publishWork(world, author, { title: 'Another' }),
    ]
    await report(id, reader)
    await report(other, reader)
    await expect(dismiss(id, reviewer, await lastOf(other))).rejects.toEqual(refused('code.settled-meanwhile'))
    await sql`update code_reports set words = null where work_id = ${id}`.execute(world.db)
    await dismiss(id)
    await dismiss(other)
    await nobodyWaits()
    expect(await outcomesOf(reader, 'Gone reporter')).toEqual([])
    expect(await outcomesOf(reader, 'Another')).toHaveLength(1)
  })
})

describe('a work that is taken down', () => {
  test('is gone from every public place; who has it keeps it, its author cannot bring it back', async () => {
    const files = [
      { name: 'README.md', data: Buffer.from('# Down\n') },
      { name: 'main.ts', data: Buffer.from('export {}\n') },
    ]
    const id = await publishWork(world, author, { title: 'Goes down' }, files)
    await getFree(id)
    await report(id, reader)
    const ends = await Promise.allSettled([takeDown(id), takeDown(id)])
    expect(outcomes(ends)).toEqual(['code.settled-meanwhile', 'done'])
    expect((await queue()).map(({ work }) => work.id)).not.toContain(id)
    for (const as of [undefined, reader]) {
      await expect(see(id, as)).rejects.toEqual(refused('resource.not-found'))
      await expect(world.call(previewWork, { params: { id } }, as ? { as } : {})).rejects.toEqual(
        refused('resource.not-found'),
      )
    }
    const listed = await world.call(listWorks, { query: { keyword: 'Goes down' } }, {})
    const ranked = (await world.call(rankPopular, {}, {})).map(({ productId }) => productId)
    const featured = (await world.call(listFeatured, {}, {})).map((card) => card.id)
    expect([listed.totalElements, ranked.includes(id), featured.includes(id)]).toEqual([0, false, false])
    await expect(world.call(grantWork, { params: { id } }, { as: reader })).rejects.toEqual(
      refused('resource.not-found'),
    )
    expect((await see(id, buyer)).takedown).toMatchObject({ reason: 'copyright', isFrozen: false, words: '' })
    expect(await see(id, buyer)).toMatchObject({ state: 'removed', isGranted: true })
    await world.call(createArchiveTicket, { params: { id }, body: {} }, { as: buyer })
    expect((await see(id, author)).takedown).toMatchObject({ words: 'See the report', state: 'standing' })
    expect(await told(author)).toContain('code.taken-down')
    await expect(world.call(putWorkOnline, { params: { id } }, { as: author })).rejects.toEqual(
      refused('code.taken-down'),
    )
    await world.call(takeWorkOffline, { params: { id } }, { as: author })
    expect((await see(id, author)).state).toBe('removed')
  })

  test('goes down and comes back only by a reviewer who showed a second factor', async () => {
    const id = await publishWork(world, author, { title: 'Guarded' })
    const other = await world.signIn('13500000038')
    await grantReviewer(other)
    await expect(takeDown(id, 'copyright', other)).rejects.toEqual(refused('factor.missing'))
    expect((await see(id)).state).toBe('online')
    await takeDown(id)
    await expect(decide(id, 'restore', other)).rejects.toEqual(refused('factor.missing'))
    expect((await see(id, author)).state).toBe('removed')
    await decide(id, 'restore')
  })

  test('is answered once by its author, then upheld or restored once; the record names every act', async () => {
    const id = await publishWork(world, author, { title: 'Disputed' })
    await takeDown(id)
    await expect(decide(id, 'uphold')).rejects.toEqual(refused('code.settled-meanwhile'))
    await expect(answer(id, reader)).rejects.toEqual(refused('resource.not-found'))
    const answers = await Promise.allSettled([answer(id), answer(id)])
    expect(outcomes(answers)).toEqual(['code.takedown-answered', 'done'])
    expect((await down('answered')).map(({ work, takedown }) => [work.id, takedown.answer])).toEqual([
      [id, 'It is mine'],
    ])
    await expect(decide(id, 'restore', author)).rejects.toEqual(refused('session.forbidden'))
    const upheld = await Promise.allSettled([decide(id, 'uphold'), decide(id, 'uphold')])
    expect(outcomes(upheld)).toEqual(['code.settled-meanwhile', 'done'])
    expect(await down('answered')).toEqual([])
    expect((await down('all')).map(({ work }) => work.id)).toContain(id)
    expect((await see(id, author)).takedown).toMatchObject({ state: 'upheld', decision: 'Decided' })
    const restored = await Promise.allSettled([decide(id, 'restore'), decide(id, 'restore')])
    expect(outcomes(restored)).toEqual(['code.settled-meanwhile', 'done'])
    expect(await see(id)).toMatchObject({ state: 'online', takedown: null })
    await expect(answer(id)).rejects.toEqual(refused('resource.not-found'))
    expect(await told(author)).toEqual(expect.arrayContaining(['code.takedown-upheld', 'code.restored']))
    const { content } = await world.call(listActs, { query: { subjectId: id } }, { as: owner })
    expect(content.map(({ act }) => act)).toEqual(['code.restore', 'code.uphold', 'code.take-down'])
  })

  test('that got a version while it was down has the rights of it asked for when it is restored', async () => {
    const id = await publishWork(world, author, { title: 'Went on' })
    await takeDown(id)
    await addVersion(world, author, id, [{ name: 'README.md', data: Buffer.from('# Went on\n') }])
    await vi.waitFor(
      async () => {
        world.platform.jobs.soon('code.scan')
        const { rows } = await sql`select 1 from code_versions where work_id = ${id} and not is_scanned`.execute(
          world.db,
        )
        expect(rows).toEqual([])
      },
      { timeout: 60_000, interval: 200 },
    )
    const anchored = async () => {
      const { rows } = await sql<{ number: number }>`
        select number from code_rights where work_id = ${id} order by number`.execute(world.db)
      return rows.map(({ number }) => number)
    }
    expect(await anchored()).not.toContain(2)
    await decide(id, 'restore')
    expect(await anchored()).toEqual([1, 2])
  })

  test('that was offline is offline again when it is restored', async () => {
    const id = await publishWork(world, author, { title: 'Was offline' })
    await world.call(takeWorkOffline, { params: { id } }, { as: author })
    await takeDown(id)
    await decide(id, 'restore')
    expect((await see(id, author)).state).toBe('offline')
    await expect(see(id)).rejects.toEqual(refused('resource.not-found'))
  })

  test('as malware gives nothing to who has it, and tells them once; restored it opens again', async () => {
    const files = [
      { name: 'README.md', data: Buffer.from('# Bad\n') },
      { name: 'main.ts', data: Buffer.from('export {}\n') },
    ]
    const id = await publishWork(world, author, { title: 'Bad' }, files)
    await getFree(id)
    const { token } = await world.call(createCodeToken, { params: { id }, body: { right: 'read' } }, { as: buyer })
    const clone = () =>
      world.raw(`/git/${id}.git/info/refs?service=git-upload-pack`, {
        headers: { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` },
      })
    const look = () => world.call(previewFile, { params: { id }, query: { path: 'main.ts' } }, { as: buyer })
    const download = () => world.call(createArchiveTicket, { params: { id }, body: {} }, { as: buyer })
    await look()
    const { url } = await download()
    expect((await clone()).status).toBe(200)
    await takeDown(id, 'malware')
    expect(await see(id, buyer)).toMatchObject({ isGranted: false, takedown: { reason: 'malware', isFrozen: true } })
    await expect(look()).rejects.toEqual(refused('code.file-hidden'))
    await expect(download()).rejects.toEqual(refused('resource.not-found'))
    expect([(await clone()).status, (await world.raw(url)).status]).toEqual([401, 404])
    const say = { productId: id, words: 'Still mine', stars: 1 }
    await expect(world.call(addComment, { body: say }, { as: buyer })).rejects.toEqual(refused('resource.not-found'))
    expect((await world.call(createArchiveTicket, { params: { id }, body: {} }, { as: author })).version).toBe(1)
    const waiting = () => sql`select id from code_takedowns where not is_told`.execute(world.db)
    await vi.waitFor(async () => expect((await waiting()).rows).toEqual([]), { timeout: 30_000 })
    expect((await told(buyer)).filter((kind) => kind === 'code.frozen')).toHaveLength(1)
    await decide(id, 'restore')
    await look()
    await download()
    expect((await clone()).status).toBe(200)
  })
})
